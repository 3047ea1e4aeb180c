import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#contract/declaration/failures.ts'
import type { ChatRequest__Output } from '#proto/generated/latchkey/greeter/v1/ChatRequest.ts'
import type { ChatResponse } from '#proto/generated/latchkey/greeter/v1/ChatResponse.ts'
import type { GreetManyRequest__Output } from '#proto/generated/latchkey/greeter/v1/GreetManyRequest.ts'
import type { GreetManyResponse } from '#proto/generated/latchkey/greeter/v1/GreetManyResponse.ts'
import type { SayHelloRequest__Output } from '#proto/generated/latchkey/greeter/v1/SayHelloRequest.ts'
import type { SayHelloResponse } from '#proto/generated/latchkey/greeter/v1/SayHelloResponse.ts'
import type { SayHelloStreamRequest__Output } from '#proto/generated/latchkey/greeter/v1/SayHelloStreamRequest.ts'
import type { SayHelloStreamResponse } from '#proto/generated/latchkey/greeter/v1/SayHelloStreamResponse.ts'
import { millisecondsOf } from '#proto/values.ts'
import type { RpcCall, RpcService } from '#runtime/rpc/rpc.ts'

export interface GreeterBounds {
  /** The maximum number of greetings or answers in one stream. */
  maxGreetings: number
  /** The maximum number of names in one greeting. */
  maxNames: number
}

/**
 * A service for trying out the transport and the streams of a client. It stores nothing and depends on no
 * other service.
 */
export const greeterService = ({ maxGreetings, maxNames }: GreeterBounds): RpcService => ({
  name: 'latchkey.greeter.v1.GreeterService',
  file: 'latchkey/greeter/v1/greeter.proto',
  rpcs: {
    SayHello: { kind: 'unary', answer: sayHello },
    SayHelloStream: {
      kind: 'server stream',
      answer: (request: SayHelloStreamRequest__Output, call) => sayHelloStream(request, call, maxGreetings),
    },
    GreetMany: {
      kind: 'client stream',
      answer: (requests: AsyncIterable<GreetManyRequest__Output>) => greetMany(requests, maxNames),
    },
    Chat: {
      kind: 'both stream',
      answer: (requests: AsyncIterable<ChatRequest__Output>) => chat(requests, maxGreetings),
    },
  },
})

export const greeterRpcs = greeterService({ maxGreetings: 100, maxNames: 100 })

const longestIntervalMs = 60_000
const longest = { name: 200, text: 1_000 }

function sayHello({ name }: SayHelloRequest__Output): SayHelloResponse {
  return { greeting: greetingFor(name) }
}

async function* sayHelloStream(
  { name, count, interval }: SayHelloStreamRequest__Output,
  { signal }: RpcCall,
  maxGreetings: number,
): AsyncGenerator<SayHelloStreamResponse> {
  const greeting = greetingFor(name)
  const total = count === 0 ? 5 : count
  if (total < 1 || total > maxGreetings) throw invalid('count', `It is from 1 to ${maxGreetings}.`)
  const pauseMs = interval === null ? 1_000 : millisecondsOf(interval)
  if (!(pauseMs >= 0 && pauseMs <= longestIntervalMs)) throw invalid('interval', 'It is up to a minute.')
  for (let number = 1; number <= total; number++) {
    if (number > 1) await sleep(pauseMs, undefined, { signal: signal() })
    yield { greeting, number }
  }
}

async function greetMany(
  requests: AsyncIterable<GreetManyRequest__Output>,
  maxNames: number,
): Promise<GreetManyResponse> {
  const names: string[] = []
  for await (const { name } of requests) {
    if (names.length === maxNames) throw invalid('name', `At most ${maxNames} names can be greeted at once.`)
    names.push(checked('name', name))
  }
  if (names.length === 0) throw invalid('name', 'There is nobody to greet.')
  return { greeting: `Hello, ${new Intl.ListFormat('en').format(names)}!`, count: names.length }
}

/**
 * Answers each message, and ends after `maxAnswers`, because a conversation could otherwise go on for as long
 * as its connection.
 */
async function* chat(
  requests: AsyncIterable<ChatRequest__Output>,
  maxAnswers: number,
): AsyncGenerator<ChatResponse> {
  let number = 0
  for await (const { text } of requests) {
    yield { text: `You said: ${checked('text', text)}`, number: ++number }
    if (number === maxAnswers) return
  }
}

const greetingFor = (name: string): string => `Hello, ${checked('name', name)}!`

function checked(field: 'name' | 'text', text: string): string {
  if (text === '') throw invalid(field, 'It is missing.')
  if (text.length > longest[field]) throw invalid(field, `It is longer than ${longest[field]} characters.`)
  return text
}

function invalid(field: string, detail: string): Failure {
  return new Failure('invalid_request', { errors: [{ pointer: `/${field}`, code: 'invalid', detail }] })
}
