import type { EventEmitter } from 'node:events'
import {
  Metadata,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
  type UntypedHandleCall,
} from '@grpc/grpc-js'
import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { warnOfProxy } from '../http/proxy.ts'
import { currentTrace, runWithTrace } from '../log/tracing.ts'
import type { Guard } from '../requests/operation.ts'
import { type Reporting, reportFailure } from '../requests/report-failure.ts'
import type { Route } from '../requests/route.ts'
import type { Stalls } from '../stalls.ts'
import type { Traces } from '../traces/traces.ts'
import type { clientOf } from './client-address.ts'
import { answerByEndpoint, streamByEndpoint } from './endpoint.ts'
import type { Received } from './message.ts'
import { inSpan, noteStatus } from './reply-in-span.ts'
import type { Rpc, RpcCall } from './rpc.ts'
import { cutUntaken, drained, reset } from './stalled-client.ts'
import { type ErrorMessages, rpcStatus } from './status.ts'

/** State that all calls of a server share. */
export interface Work {
  options: WorkOptions
  bounds: WorkBounds
  clientOf: ReturnType<typeof clientOf>
  messages: ErrorMessages
  draining: AbortSignal
  stalls: Stalls
  underWay: number
}

export interface WorkOptions extends Guard, Reporting {
  /** The routes whose handlers answer the rpcs that are bound to endpoints. */
  routes: readonly Route[]
  traces?: Traces | undefined
}

export interface WorkBounds {
  /** The maximum time of a call. It replaces the client's deadline if that is later or absent. */
  deadlineMs: number
  /**
   * The time after which a client that reads nothing is disconnected: later messages would be too old to be
   * of use.
   */
  stalledMs: number
  /** The time without a turn of the event loop after which calls that have waited are refused; 15 seconds if absent. */
  stalledLoopMs?: number
}

/** Makes the function that handles each call of an rpc from its first message to its end. */
export function handler(rpc: Rpc, work: Work): UntypedHandleCall {
  const { options } = work
  switch (rpc.kind) {
    case 'unary':
      return unary(work, rpc, (call, given) => rpc.answer(call.request.read(), given))
    case 'endpoint': {
      const answer = answerByEndpoint(rpc, options)
      return unary(work, rpc, (call, given) => answer(call.request.read, given))
    }
    case 'server stream':
      return streaming(work, rpc, (call, given) => rpc.answer(call.request.read(), given))
    case 'endpoint stream': {
      const open = streamByEndpoint(rpc, options)
      return streaming(work, rpc, (call, given) => open(call.request.read, given))
    }
    case 'client stream':
      return (call: ServerReadableStream<Received, object>, callback: sendUnaryData<object>) =>
        answerOnce(work, { call, callback, rpc }, (given, end) =>
          rpc.answer(untilDrained(messagesOf(call, given.signal()), work, end), given),
        )
    case 'both stream':
      return (call: ServerDuplexStream<Received, object>) =>
        answerMany(work, { call, rpc }, (given) => rpc.answer(messagesOf(call, given.signal()), given))
  }
}

/** The facts about a call that are known before it is answered. */
type SentCall = Omit<RpcCall, 'signal' | 'noteTrailer'>

type AnyCall =
  | ServerUnaryCall<Received, object>
  | ServerReadableStream<Received, object>
  | ServerWritableStream<Received, object>
  | ServerDuplexStream<Received, object>

const unary =
  (
    work: Work,
    rpc: Rpc,
    answer: (call: ServerUnaryCall<Received, object>, given: RpcCall) => Promise<object> | object,
  ): UntypedHandleCall =>
  (call: ServerUnaryCall<Received, object>, callback: sendUnaryData<object>) =>
    answerOnce(work, { call, callback, rpc }, (given) => answer(call, given))

const streaming =
  (
    work: Work,
    rpc: Rpc,
    open: (call: ServerWritableStream<Received, object>, given: RpcCall) => AsyncIterable<object>,
  ): UntypedHandleCall =>
  (call: ServerWritableStream<Received, object>) =>
    answerMany(work, { call, rpc }, (given) => open(call, given))

async function* messagesOf(
  call: ServerReadableStream<Received, object> | ServerDuplexStream<Received, object>,
  signal: AbortSignal,
): AsyncGenerator<object> {
  try {
    // The stream is not destroyed when the handler stops reading, because its status has yet to be sent.
    const messages: AsyncIterable<Received> = call.iterator({ destroyOnReturn: false })
    for await (const received of messages) yield received.read()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/**
 * Passes messages on until the server drains. Then a client that still sends is refused, while a client that has sent everything
 * gets its reply.
 */
async function* untilDrained(
  messages: AsyncGenerator<object>,
  { draining }: Work,
  end: (reason: unknown) => void,
): AsyncGenerator<object> {
  const goAway = () => end(new Failure('not_ready'))
  draining.addEventListener('abort', goAway, { once: true })
  if (draining.aborted) goAway()
  try {
    yield* messages
  } finally {
    draining.removeEventListener('abort', goAway)
  }
}

function answerOnce(
  work: Work,
  {
    call,
    callback,
    rpc,
  }: {
    call: ServerUnaryCall<Received, object> | ServerReadableStream<Received, object>
    callback: sendUnaryData<object>
    rpc: Rpc
  },
  answer: (given: RpcCall, end: (reason: unknown) => void) => Promise<object> | object,
): Promise<void> {
  const reply = async (sent: SentCall) => {
    const refuse = (error: unknown) => {
      if (rpc.kind === 'unary' && rpc.refuse) callback(null, refusalReply(rpc.refuse, error, work))
      else callback(statusOf(error, rpc, work))
    }
    let isEnded = false
    let isAnswered = false
    // Made on demand, because few replies have any.
    let trailers: Metadata | undefined
    const noteTrailer = (name: string, value: string) => {
      trailers ??= new Metadata()
      trailers.set(name, value)
    }
    const ended = ending(call, (reason) => {
      isEnded = true
      clearTimeout(timer)
      if (!call.cancelled) refuse(reason)
    })
    const deadline = Math.min(Number(call.getDeadline()), Date.now() + work.bounds.deadlineMs)
    // The timer runs until the client has read the reply, which it may never do.
    const timer = setTimeout(() => {
      if (isAnswered) reset(call)
      else ended.end(new Failure('deadline_exceeded'))
    }, deadline - Date.now())
    try {
      if (changes(rpc) && work.stalls.hasJustEnded()) throw new Failure('not_ready')
      const message = await answer({ ...sent, signal: ended.signal, noteTrailer }, ended.end)
      if (!isEnded) callback(null, message, trailers)
    } catch (error) {
      // The call has ended already, so the outcome of its work only goes to the log.
      if (isEnded) reportFailure({ error }, endpointOf(rpc), work.options)
      else refuse(error)
    } finally {
      isAnswered = true
    }
  }
  return entered(work, call, inSpan(work.options.traces, call, reply))
}

/** Watches whether the client or the server ends a call before its reply is sent. Only the first reason counts. */
function ending(call: EventEmitter, onEnd: (reason: unknown) => void) {
  let reason: unknown
  let controller: AbortController | undefined
  const end = (why: unknown) => {
    if (reason !== undefined) return
    reason = why
    controller?.abort(why)
    onEnd(why)
  }
  call.on('cancelled', () => end(noCallerWaits))
  return {
    end,
    signal() {
      controller ??= new AbortController()
      if (reason !== undefined) controller.abort(reason)
      return controller.signal
    },
  }
}

function answerMany(
  work: Work,
  {
    call,
    rpc,
  }: {
    call: ServerWritableStream<Received, object> | ServerDuplexStream<Received, object>
    rpc: Rpc
  },
  open: (given: RpcCall) => AsyncIterable<object>,
): Promise<void> {
  return entered(work, call, async (sent) => {
    const ended = new AbortController()
    call.once('cancelled', () => ended.abort(noCallerWaits))
    const { signal } = ended
    const goAway = () => ended.abort(new Failure('not_ready'))
    // The status is sent as soon as the signal is aborted, also while the handler waits for its next message.
    const sendReason = () => {
      if (!call.cancelled) call.emit('error', statusOf(signal.reason, rpc, work))
    }
    signal.addEventListener('abort', sendReason, { once: true })
    work.draining.addEventListener('abort', goAway, { once: true })
    if (work.draining.aborted) goAway()
    try {
      for await (const message of open({ ...sent, signal: () => signal, noteTrailer: noTrailers })) {
        if (signal.aborted) break
        if (!call.write(message)) await drained(call, ended, work.bounds)
      }
      if (!signal.aborted) call.end()
    } catch (error) {
      if (!signal.aborted) call.emit('error', statusOf(error, rpc, work))
    } finally {
      work.draining.removeEventListener('abort', goAway)
      signal.removeEventListener('abort', sendReason)
      ended.abort()
      cutUntaken(call, work.bounds)
    }
  })
}

/** A stream sends no trailing metadata of its own. */
const noTrailers = () => {}

/**
 * The error that is the reason of every cancelled call. It is one object, because the library also reports calls that have ended:
 * an error for each would cost as much as the reply.
 */
const noCallerWaits = new Error('No caller waits for the response.')

/** Runs a call with one request id for the log, the reply and the calls to the other service. */
function entered(work: Work, call: AnyCall, run: (sent: SentCall) => Promise<void>): Promise<void> {
  const metadata = textsIn(call.metadata)
  return runWithTrace(metadata, () => {
    const reply = new Metadata()
    reply.set('x-request-id', currentTrace()?.requestId ?? '')
    call.sendMetadata(reply)
    const client = work.clientOf(call, metadata)
    warnOfProxy(work.options.log, client.passedOnBy, metadata)
    work.underWay++
    return run({ ...client, metadata }).finally(() => work.underWay--)
  })
}

/** Reads the metadata of a call that is text. Names that end in `-bin` hold bytes, which no rpc here uses. */
function textsIn(metadata: Metadata): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(metadata.getMap()))
    if (typeof value === 'string') texts[name] = value
  return texts
}

/** Returns whether an rpc changes anything. After a stall of the process, calls that only read are still answered. */
const changes = (rpc: Rpc) => rpc.kind === 'endpoint' && rpc.endpoint.method !== 'GET'

const endpointOf = (rpc: Rpc) => ('endpoint' in rpc ? rpc.endpoint : undefined)

function refusalReply(
  refuse: NonNullable<Extract<Rpc, { kind: 'unary' }>['refuse']>,
  error: unknown,
  { options }: Work,
): object {
  const failure = reportFailure({ error }, undefined, options)
  const code = status[failures[failure.code].grpc]
  return refuse(failure, { code, requestId: currentTrace()?.requestId ?? '' })
}

function statusOf(error: unknown, rpc: Rpc, { options, messages }: Work) {
  const { endpoint = undefined, names = {} } = 'endpoint' in rpc ? rpc : {}
  const failure = reportFailure({ error }, endpoint, options)
  noteStatus(failure)
  return rpcStatus(failure, {
    messages,
    names,
    metadata: new Metadata(),
    requestId: currentTrace()?.requestId ?? '',
  })
}
