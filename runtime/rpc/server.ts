import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  logVerbosity,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  setLogVerbosity,
  type UntypedHandleCall,
} from '@grpc/grpc-js'
import { loadSync, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader'
import { HealthImplementation } from 'grpc-health-check'
import { type Loop, startLoop } from '../loop.ts'
import { handler, type Work, type WorkBounds, type WorkOptions } from './answer.ts'
import { type ArrivalBounds, boundArrival } from './arrival.ts'
import { clientOf } from './client-address.ts'
import type { RpcListener } from './listener.ts'
import { maxMessageBytes, receiving } from './message.ts'
import { addReflection } from './reflection.ts'
import type { RpcService } from './rpc.ts'
import type { ErrorMessages } from './status.ts'

export interface RpcOptions extends WorkOptions {
  services: readonly RpcService[]
  isHealthy(): Promise<boolean>
  /** Addresses of proxies whose x-forwarded-for is believed. */
  trustedProxies: readonly string[]
  /** Other ones than usual. */
  bounds?: Partial<RpcBounds>
}

export interface RpcBounds extends WorkBounds, ArrivalBounds {
  /** How often the health is asked for. */
  healthMs: number
  /** A connection so old, give or take a tenth, is told to go away: its client then finds nodes that are new. */
  connectionAgeMs: number
  /** What is under way on it then has so long to end. */
  connectionGraceMs: number
  /** How often the other end of a connection is asked whether it is there. */
  pingMs: number
  /** One that does not answer for so long is given up, with all that it has open. */
  pingAnswerMs: number
}

export interface RpcServer {
  /** Streams end at once and are told to go away; resolves when what is under way is done, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
}

const usualBounds: RpcBounds = {
  deadlineMs: 10_000,
  stalledMs: 10_000,
  arrivalMs: 10_000,
  // Each can hold most of a message: 64 MiB in all.
  maxArriving: 1_000,
  healthMs: 2_000,
  connectionAgeMs: 30 * 60_000,
  connectionGraceMs: 30_000,
  pingMs: 60_000,
  pingAnswerMs: 20_000,
}
/** What is answered may still be on its way to the socket. */
const flushMs = 250

const serverOptions = (bounds: RpcBounds) => ({
  // A little above our own bound, whose refusal says which it is.
  'grpc.max_receive_message_length': maxMessageBytes + 1024,
  'grpc.max_concurrent_streams': 100,
  // In MB. Without it the library turns off Node's own bound on what a connection keeps.
  'grpc-node.max_session_memory': 10,
  'grpc.max_connection_age_ms': bounds.connectionAgeMs,
  'grpc.max_connection_age_grace_ms': bounds.connectionGraceMs,
  'grpc.keepalive_time_ms': bounds.pingMs,
  'grpc.keepalive_timeout_ms': bounds.pingAnswerMs,
  'grpc.enable_channelz': 0,
})

// The library prints what it dislikes in a header, with the header: a token must not get into a log.
setLogVerbosity(logVerbosity.NONE)

const protoFolder = fileURLToPath(new URL('../../proto/', import.meta.url))

const definitions = new Map<string, PackageDefinition>()

/** Parsed once in a process: reading the files is most of what a server costs to start. */
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

/** The gRPC twin of `serveHttp`: parses, authenticates, calls and maps failures. */
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
    underWay: 0,
  }
  const arrival = boundArrival(bounds, { messages, log: options.log })
  const server = new Server({ ...serverOptions(bounds), interceptors: [arrival] })
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
