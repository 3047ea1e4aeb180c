import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  logVerbosity,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  setLogVerbosity,
} from '@grpc/grpc-js'
import { loadSync, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader'
import { HealthImplementation } from 'grpc-health-check'
import { type Loop, startLoop } from '../loop.ts'
import type { Histogram } from '../metrics/histogram.ts'
import { watchStalls } from '../stalls.ts'
import { handler, type Work, type WorkBounds, type WorkOptions } from './answer.ts'
import { type ArrivalBounds, boundArrival } from './arrival.ts'
import { clientOf } from './client-address.ts'
import type { RpcListener } from './listener.ts'
import { measuring } from './measuring.ts'
import { maxMessageBytes, receiving } from './message.ts'
import { addReflection } from './reflection.ts'
import type { RpcService } from './rpc.ts'
import type { ErrorMessages } from './status.ts'

export interface RpcOptions extends WorkOptions {
  services: readonly RpcService[]
  isHealthy(): Promise<boolean>
  /** The durations of calls; absent where nobody reads them. */
  calls?: Histogram | undefined
  /** The addresses of proxies whose x-forwarded-for is trusted. */
  trustedProxies: readonly string[]
  /** The limits that replace those of `usualBounds`. */
  bounds?: Partial<RpcBounds>
}

export interface RpcBounds extends WorkBounds, ArrivalBounds {
  /** The time between two checks of the health. */
  healthMs: number
  /** The age, within a tenth, at which a client is asked to open a new connection, so that it finds new nodes. */
  connectionAgeMs: number
  /** The time that calls on a connection of this age may take to end. */
  connectionGraceMs: number
  /** The time between two pings of a connection. */
  pingMs: number
  /** The time that the reply to a ping may take before the connection is closed with all of its calls. */
  pingAnswerMs: number
}

export interface RpcServer {
  /**
   * Ends streams immediately and tells clients to reconnect elsewhere. Resolves when all calls are answered,
   * or after `withinMs`.
   */
  drain(withinMs: number): Promise<void>
}

const usualBounds: RpcBounds = {
  deadlineMs: 10_000,
  stalledMs: 10_000,
  arrivalMs: 10_000,
  // Each arriving call can hold nearly a whole message, which makes 64 MiB in all.
  maxArriving: 1_000,
  healthMs: 2_000,
  connectionAgeMs: 30 * 60_000,
  connectionGraceMs: 30_000,
  pingMs: 60_000,
  pingAnswerMs: 20_000,
}
/** The time that the last replies have to reach the socket. */
const flushMs = 250

const serverOptions = (bounds: RpcBounds) => ({
  // The limit of the library is a little above our own, so that our failure tells the client the reason.
  'grpc.max_receive_message_length': maxMessageBytes + 1024,
  'grpc.max_concurrent_streams': 100,
  // The limit is in MB. Without this option the library turns off Node's own limit on the memory of a
  // connection.
  'grpc-node.max_session_memory': 10,
  'grpc.max_connection_age_ms': bounds.connectionAgeMs,
  'grpc.max_connection_age_grace_ms': bounds.connectionGraceMs,
  'grpc.keepalive_time_ms': bounds.pingMs,
  'grpc.keepalive_timeout_ms': bounds.pingAnswerMs,
  'grpc.enable_channelz': 0,
})

// The library prints malformed headers, which could put a token into a log.
setLogVerbosity(logVerbosity.NONE)

const protoFolder = fileURLToPath(new URL('../../proto/', import.meta.url))

const definitions = new Map<string, PackageDefinition>()

/** Parses the definitions once in a process, because parsing is most of the cost of starting a server. */
function definitionOf(files: string[]): PackageDefinition {
  const key = files.join()
  let definition = definitions.get(key)
  if (!definition) {
    definition = loadSync(['google/rpc/status.proto', ...files], {
      includeDirs: [protoFolder],
      keepCase: true,
      longs: Number,
      enums: String,
      defaults: true,
      oneofs: true,
    })
    definitions.set(key, definition)
  }
  return definition
}

/** Serves the rpcs over gRPC, as `serveHttp` serves the routes over HTTP. */
export function serveRpc(listener: RpcListener, options: RpcOptions): RpcServer {
  const { services } = options
  const definition = definitionOf(services.map(({ file }) => file))
  const draining = new AbortController()
  const bounds = { ...usualBounds, ...options.bounds }
  const messages = errorMessages(definition)
  const work: Work = {
    options,
    bounds,
    clientOf: clientOf(options.trustedProxies),
    messages,
    draining: draining.signal,
    stalls: watchStalls(bounds.stalledLoopMs),
    underWay: 0,
  }
  const arrival = boundArrival(bounds, { messages, reporting: options })
  const interceptors = [...(options.calls ? [measuring(options.calls)] : []), arrival]
  const server = new Server({ ...serverOptions(bounds), interceptors })
  for (const { name, rpcs } of services) {
    const declared = definition[name] as ServiceDefinition
    requireSame(name, Object.keys(declared), Object.keys(rpcs))
    const handlers = Object.entries(rpcs).map(([rpc, how]) => [rpc, handler(how, work)] as const)
    server.addService(receiving(declared), Object.fromEntries(handlers))
  }
  const health = new HealthImplementation()
  const names = ['', ...services.map((service) => service.name)]
  addHealth(server, health, names)
  addReflection(server, [...services.map(({ name }) => name), 'grpc.health.v1.Health'], bounds)
  const setHealth = (status: 'SERVING' | 'NOT_SERVING') => {
    for (const name of names) health.setStatus(name, status)
  }
  const watching = watchHealth(setHealth, options, bounds)
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure())
  listener.serve((socket) => {
    connections.injectConnection(socket)
    socket.resume()
  })
  return {
    async drain(withinMs) {
      await listener.stopListening()
      await watching.stop()
      work.stalls.stop()
      setHealth('NOT_SERVING')
      draining.abort()
      // The shutdown tells every client to open its next call elsewhere.
      const closed = new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
      const deadline = performance.now() + withinMs
      while (work.underWay > 0 && performance.now() < deadline) await sleep(10)
      // The connections are then closed by force: clients that only watch the health, or use reflection, would keep them open
      // without end.
      await Promise.race([closed, sleep(flushMs)])
      server.forceShutdown()
    },
  }
}

/**
 * Throws when the rpcs that are declared and those that are bound differ: the library would not notice the
 * difference before a call.
 */
function requireSame(service: string, declared: string[], bound: string[]): void {
  const different = [...new Set(declared).symmetricDifference(new Set(bound))]
  if (different.length > 0)
    throw new Error(`${service} declares or binds, but not both: ${different.join(', ')}.`)
}

/**
 * Adds the health service. It answers a watch of an unknown service name once and does not pass it to the
 * library, which would keep each such name for ever.
 */
function addHealth(server: Server, health: HealthImplementation, names: string[]): void {
  const addService: Server['addService'] = (definition, { watch, ...others }) => {
    const watchKnown = (call: ServerWritableStream<{ service: string }, object>) => {
      if (names.includes(call.request.service)) (watch as (known: typeof call) => void)(call)
      else call.write({ status: 'SERVICE_UNKNOWN' })
    }
    server.addService(definition, { ...others, watch: watchKnown })
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
  const message = (name: string): ErrorMessages['Status'] => {
    const found = definition[`google.rpc.${name}`]
    if (found?.format !== 'Protocol Buffer 3 DescriptorProto') throw new Error(`${name} is no message.`)
    return found
  }
  return {
    Status: message('Status'),
    ErrorInfo: message('ErrorInfo'),
    BadRequest: message('BadRequest'),
    RetryInfo: message('RetryInfo'),
  }
}
