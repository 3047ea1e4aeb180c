import { type EventEmitter, once } from 'node:events'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  setLogVerbosity,
  status,
  type UntypedHandleCall,
} from '@grpc/grpc-js'
import { loadSync, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader'
import { HealthImplementation } from 'grpc-health-check'
import { Failure, failures } from '#contract/failures.ts'
import type { Route } from './http-server.ts'
import type { Log } from './log.ts'
import { type Loop, startLoop } from './loop.ts'
import type { Guard } from './operation.ts'
import { toRefusal } from './refusal.ts'
import type { Rpc, RpcCall, RpcService } from './rpc.ts'
import { clientAddress } from './rpc-address.ts'
import { answerByEndpoint, streamByEndpoint } from './rpc-endpoint.ts'
import type { RpcListener } from './rpc-listener.ts'
import { type Received, receiving } from './rpc-message.ts'
import { reflectionOf } from './rpc-reflection.ts'
import { type ErrorMessages, rpcStatus } from './rpc-status.ts'
import { currentTrace, runWithTrace } from './tracing.ts'

export interface RpcOptions extends Guard {
  services: readonly RpcService[]
  /** What the rpcs that are bound to endpoints call. */
  routes: readonly Route[]
  isHealthy(): Promise<boolean>
  /** Addresses of proxies whose x-forwarded-for is believed. */
  trustedProxies: readonly string[]
  log: Log
  /** Other ones than usual. */
  bounds?: Partial<RpcBounds>
}

export interface RpcBounds {
  /** What a call has that brings no deadline of its own, or a later one. */
  deadlineMs: number
  /** A reader that takes nothing for so long is cut: what it would get later is too old to be of use. */
  stalledMs: number
  /** How often the health is asked for. */
  healthMs: number
}

export interface RpcServer {
  /** Streams end at once and are told to go away; resolves when what is under way is done, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
}

const usualBounds: RpcBounds = { deadlineMs: 10_000, stalledMs: 10_000, healthMs: 2_000 }
/** What is answered may still be on its way to the socket. */
const flushMs = 250

const serverOptions = {
  // Above our own bound, whose refusal says which it is.
  'grpc.max_receive_message_length': 256 * 1024,
  'grpc.max_concurrent_streams': 1_024,
  'grpc.max_connection_age_ms': 30 * 60_000,
  'grpc.max_connection_age_grace_ms': 30_000,
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
  'grpc.enable_channelz': 0,
}

// The library prints what it dislikes in a header, with the header: a token must not get into a log.
setLogVerbosity(logVerbosity.NONE)

const protoFolder = fileURLToPath(new URL('../proto/', import.meta.url))

/** The gRPC twin of `serveHttp`: parses, authenticates, calls and maps failures. */
export function serveRpc(listener: RpcListener, options: RpcOptions): RpcServer {
  const { services } = options
  const definition = loadSync(['google/rpc/status.proto', ...services.map(({ file }) => file)], {
    includeDirs: [protoFolder],
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  })
  const draining = new AbortController()
  const work: Work = {
    options,
    bounds: { ...usualBounds, ...options.bounds },
    addressOf: clientAddress(options.trustedProxies),
    messages: errorMessages(definition),
    draining: draining.signal,
    underWay: 0,
  }
  const server = new Server(serverOptions)
  for (const { name, rpcs } of services) {
    const declared = definition[name] as ServiceDefinition
    requireSame(name, Object.keys(declared), Object.keys(rpcs))
    const handlers = Object.entries(rpcs).map(([rpc, how]) => [rpc, handler(how, work)] as const)
    server.addService(receiving(declared), Object.fromEntries(handlers))
  }
  const health = new HealthImplementation()
  const names = ['', ...services.map((service) => service.name)]
  addHealth(server, health, names)
  reflectionOf([...services.map(({ name }) => name), 'grpc.health.v1.Health']).addToServer(server)
  const setHealth = (status: 'SERVING' | 'NOT_SERVING') => {
    for (const name of names) health.setStatus(name, status)
  }
  const watching = watchHealth(setHealth, options, work.bounds)
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure())
  listener.serve((socket) => {
    connections.injectConnection(socket)
    socket.resume()
  })
  return {
    async drain(withinMs) {
      listener.stopListening()
      await watching.stop()
      setHealth('NOT_SERVING')
      draining.abort()
      // Tells every client to open its next call elsewhere.
      const closed = new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
      const deadline = performance.now() + withinMs
      while (work.underWay > 0 && performance.now() < deadline) await sleep(10)
      // Those who only watch health or reflection would never leave.
      await Promise.race([closed, sleep(flushMs)])
      server.forceShutdown()
    },
  }
}

/** The library would answer UNIMPLEMENTED for one, and say nothing of the other. */
function requireSame(service: string, declared: string[], bound: string[]): void {
  const different = [...new Set(declared).symmetricDifference(new Set(bound))]
  if (different.length > 0)
    throw new Error(`${service} declares or binds, but not both: ${different.join(', ')}.`)
}

/** The library would keep for ever each name that anybody ever watched: of a service that there is not nothing will change. */
function addHealth(server: Server, health: HealthImplementation, names: string[]): void {
  const addService: Server['addService'] = (definition, { watch, ...others }) => {
    const watchKnown = (call: ServerWritableStream<{ service: string }, object>) => {
      if (names.includes(call.request.service)) (watch as (known: typeof call) => void)(call)
      else call.write({ status: 'SERVICE_UNKNOWN' })
    }
    server.addService(definition, { ...others, watch: watchKnown as UntypedHandleCall })
  }
  health.addToServer({ addService } as Server)
}

const watchHealth = (
  setHealth: (status: 'SERVING' | 'NOT_SERVING') => void,
  { isHealthy, log }: RpcOptions,
  { healthMs }: RpcBounds,
): Loop =>
  startLoop('health', { idleMs: healthMs, log }, async () => {
    setHealth((await isHealthy()) ? 'SERVING' : 'NOT_SERVING')
    return false
  })

const errorMessages = (definition: PackageDefinition): ErrorMessages => {
  const message = (name: string) => definition[`google.rpc.${name}`] as unknown as ErrorMessages['Status']
  return {
    Status: message('Status'),
    ErrorInfo: message('ErrorInfo'),
    BadRequest: message('BadRequest'),
    RetryInfo: message('RetryInfo'),
  }
}

interface Work {
  options: RpcOptions
  bounds: RpcBounds
  addressOf: ReturnType<typeof clientAddress>
  messages: ErrorMessages
  draining: AbortSignal
  underWay: number
}

type AnyCall =
  | ServerUnaryCall<Received, object>
  | ServerReadableStream<Received, object>
  | ServerWritableStream<Received, object>
  | ServerDuplexStream<Received, object>

function handler(rpc: Rpc, work: Work): UntypedHandleCall {
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
        answerOnce(work, { call, callback, rpc }, (given) =>
          rpc.answer(messagesOf(call, given.signal), given),
        )
    case 'both stream':
      return (call: ServerDuplexStream<Received, object>) =>
        answerMany(work, { call, rpc }, (given) => rpc.answer(messagesOf(call, given.signal), given))
  }
}

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
): AsyncGenerator<never> {
  try {
    // Whoever stops reading may still have to say why: on a stream that is destroyed nothing more is sent.
    const messages = call.iterator({ destroyOnReturn: false })
    for await (const received of messages) yield (received as Received).read()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function answerOnce(
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
  answer: (given: RpcCall) => Promise<object> | object,
): Promise<void> {
  await entered(work, call, async (given, over) => {
    const deadline = Math.min(Number(call.getDeadline()), Date.now() + work.bounds.deadlineMs)
    const timer = setTimeout(() => over.abort(new Failure('deadline_exceeded')), deadline - Date.now())
    const answering = (async () => answer(given))()
    try {
      callback(null, await Promise.race([answering, rejectionOf(given.signal)]))
    } catch (error) {
      const refuse = rpc.kind === 'unary' ? rpc.refuse : undefined
      if (refuse) callback(null, refusalIn(refuse, error, work))
      else if (!call.cancelled) callback(statusOf(error, rpc, work))
    } finally {
      clearTimeout(timer)
    }
    // Nobody waits for it any more, but it is under way: a drain waits, and the log hears how it ended.
    await answering.catch((error: unknown) => {
      if (given.signal.aborted) toRefusal({ error }, endpointOf(rpc), work.options.log)
    })
  })
}

async function answerMany(
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
  await entered(work, call, async (given, over) => {
    const goAway = () => over.abort(new Failure('not_ready'))
    // At once, also while the next message is still being waited for.
    const tellWhy = () => {
      if (!call.cancelled) call.emit('error', statusOf(given.signal.reason, rpc, work))
    }
    given.signal.addEventListener('abort', tellWhy, { once: true })
    work.draining.addEventListener('abort', goAway, { once: true })
    if (work.draining.aborted) goAway()
    try {
      for await (const message of open(given)) {
        if (given.signal.aborted) break
        if (!call.write(message)) await drained(call, over, work.bounds)
      }
      if (!given.signal.aborted) call.end()
    } catch (error) {
      if (!given.signal.aborted) call.emit('error', statusOf(error, rpc, work))
    } finally {
      work.draining.removeEventListener('abort', goAway)
      given.signal.removeEventListener('abort', tellWhy)
      over.abort()
    }
  })
}

async function drained(
  call: AnyCall & EventEmitter,
  over: AbortController,
  { stalledMs }: RpcBounds,
): Promise<void> {
  const stalled = setTimeout(() => {
    over.abort(new Failure('overloaded'))
    reset(call)
  }, stalledMs)
  try {
    await once(call, 'drain', { signal: over.signal })
  } catch (error) {
    if (!over.signal.aborted) throw error
  } finally {
    clearTimeout(stalled)
  }
}

/** Whoever has not taken what is written already will not take a status either, and the library knows no other end. */
function reset(call: AnyCall): void {
  const { stream } = (call as unknown as { call: { stream: ServerHttp2Stream } }).call
  stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The library says `cancelled` of calls that are over as well: an error for each would cost as much as the answer. */
const nobodyWaits = new Error('Nobody waits for the answer any more.')

/** One request id for the log, the reply and the other service; and the end of the call, from whichever side. */
async function entered(
  work: Work,
  call: AnyCall,
  run: (given: RpcCall, over: AbortController) => Promise<void>,
): Promise<void> {
  const sent = call.metadata.getMap()
  await runWithTrace(sent as Record<string, string>, async () => {
    const reply = new Metadata()
    reply.set('x-request-id', currentTrace()?.requestId ?? '')
    call.sendMetadata(reply)
    const over = new AbortController()
    ;(call as EventEmitter).once('cancelled', () => over.abort(nobodyWaits))
    work.underWay++
    try {
      await run(
        {
          address: work.addressOf(call),
          signal: over.signal,
          metadata: sent as Record<string, string>,
        },
        over,
      )
    } finally {
      work.underWay--
    }
  })
}

const endpointOf = (rpc: Rpc) => ('endpoint' in rpc ? rpc.endpoint : undefined)

function refusalIn(
  refuse: NonNullable<Extract<Rpc, { kind: 'unary' }>['refuse']>,
  error: unknown,
  { options }: Work,
): object {
  const failure = toRefusal({ error }, undefined, options.log)
  const code = status[failures[failure.code].grpc]
  return refuse(failure, { code, requestId: currentTrace()?.requestId ?? '' })
}

function statusOf(error: unknown, rpc: Rpc, { options, messages }: Work) {
  const { endpoint = undefined, names = {} } = 'endpoint' in rpc ? rpc : {}
  const failure = toRefusal({ error }, endpoint, options.log)
  return rpcStatus(failure, {
    messages,
    names,
    metadata: new Metadata(),
    requestId: currentTrace()?.requestId ?? '',
  })
}
