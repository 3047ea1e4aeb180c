import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, type Endpoint, takesClientSecret } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { lazily } from '../lazily.ts'
import { handleCall } from '../requests/handle-call.ts'
import {
  bearerTokenIn,
  type Guard,
  type Operation,
  operation,
  usualAdmissionMs,
} from '../requests/operation.ts'
import { FileReply, type Route } from '../requests/route.ts'
import { isForm } from './body.ts'
import { apiKeyIn, clientProofIn } from './client-proof.ts'
import { addPreflight, readersHook } from './cors/route-cors.ts'
import { eventWriter, sendEvents } from './event-stream.ts'
import { HttpCall, type HttpCallOptions, headerIn } from './http-call.ts'
import { type RequestDurations, type RouteDurations, setRoute } from './request-durations.ts'
import { routeSpelling } from './route-spelling.ts'
import { commonHeadersOf, resultSender } from './send-reply.ts'

const loadSendFile = lazily(() => import('./send-file.ts'))

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    durations?: RouteDurations | undefined
  }
}

/**
 * Adds an endpoint under each of its paths. The spelling of the path, the caller and the fields are checked
 * before the handler is called.
 */
export function addRoute(
  app: FastifyInstance,
  route: Route,
  options: Guard & HttpCallOptions & { requests?: RequestDurations | undefined },
  draining: AbortSignal,
): void {
  const { endpoint, readers } = route
  const { admit, check } = operation(endpoint, { ...options, coerce: true })
  const admission = admit && routeAdmission(endpoint, admit)
  const sendResult = resultSender(endpoint)
  const writeEvent = eventWriter(endpoint.stream ?? {})
  const isInternal = endpoint.access === 'service'
  for (const path of endpoint.paths) {
    const isSpelled = routeSpelling(path, { isInternal })
    const durations = options.requests?.route(path)
    const requireSpelling = ({ raw }: FastifyRequest) => {
      if (!isSpelled(raw.url ?? '')) throw new Failure('route_not_found')
    }
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    const hooks = admission?.hooks(requireSpelling)
    if (readers) addPreflight(app, { endpoint, readers }, url, requireSpelling)
    app.route({
      method: endpoint.method,
      url,
      config: { endpoint, durations },
      ...hooks,
      // The readers are found first, so that a script can read that its credential was refused.
      ...(readers && {
        preHandler: [readersHook(readers), ...(hooks?.preHandler ? [hooks.preHandler] : [])],
      }),
      handler: (request, reply) => {
        if (!admission) requireSpelling(request)
        setRoute(reply.raw, durations)
        check(request)
        const call = new HttpCall(request, options)
        const following = () => ({
          admitAgain: async () => {
            request.caller = await admission?.callerOf(request)
          },
          admissionMs: options.admissionMs ?? usualAdmissionMs,
          headers: commonHeadersOf(request),
          log: options.log,
        })
        if ('open' in route) {
          return sendEvents(reply, {
            ...following(),
            open: (signal) =>
              route.open(Object.assign(call, { lastEventId: headerIn(request, 'last-event-id'), signal })),
            write: writeEvent,
            draining,
          })
        }
        const result = handleCall(route, call)
        if (endpoint.file) return sendLater(reply, result, following())
        // A result that is not a promise is sent immediately: an `await` for it would double the cost of this function.
        return result instanceof Promise
          ? result.then((later) => sendResult(reply, later))
          : sendResult(reply, result)
      },
    })
  }
}

async function sendLater(
  reply: FastifyReply,
  result: unknown,
  options: Parameters<Awaited<ReturnType<typeof loadSendFile>>['sendFile']>[2],
): Promise<void> {
  const file = await result
  if (!(file instanceof FileReply)) throw new Error('A route that replies with a file gave none.')
  await (await loadSendFile()).sendFile(reply, file, options)
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

interface Admission {
  /** Finds the caller of a request by its credential. @throws {Failure} when the credential is refused */
  callerOf(request: FastifyRequest): Caller | undefined | Promise<Caller | undefined>
  /**
   * Makes the hooks of a route: `check` runs first, then the caller is found and is in `request.caller` before the handler
   * runs.
   */
  hooks(check: (request: FastifyRequest) => void): { onRequest: Hook; preHandler?: Hook }
}

/**
 * Makes the hooks that find the caller before the body is read, so that the server parses no body for a client without a
 * credential. Only a client secret in a form has to be read from the body.
 */
function routeAdmission(endpoint: Endpoint, admit: NonNullable<Operation['admit']>): Admission {
  const isClient = takesClientSecret(endpoint)
  const credentialIn = ({ headers, clientForm }: FastifyRequest): string | undefined =>
    bearerTokenIn(headers.authorization) ?? (isClient ? apiKeyIn(headers, clientForm) : undefined)
  // True when the use case itself authenticates an OAuth client. Such a request needs no other credential here.
  const isProvenByUseCase = ({ headers, clientForm }: FastifyRequest): boolean =>
    endpoint.clientsToo === true && clientProofIn(headers, clientForm) !== undefined
  const callerOf = (request: FastifyRequest) =>
    isProvenByUseCase(request) ? undefined : admit(credentialIn(request))
  const admitCaller: Hook = (request, _reply, done) => {
    const caller = callerOf(request)
    const goOn = (known: Caller | undefined) => {
      request.caller = known
      done()
    }
    if (caller instanceof Promise) caller.then(goOn, done)
    else goOn(caller)
  }
  const isInForm = (request: FastifyRequest): boolean =>
    isClient && request.headers.authorization === undefined && isForm(request)
  const preHandler: Hook = (request, reply, done) =>
    isInForm(request) ? admitCaller(request, reply, done) : done()
  return {
    callerOf,
    hooks: (check) => ({
      onRequest: (request, reply, done) => {
        check(request)
        if (isInForm(request)) done()
        else admitCaller(request, reply, done)
      },
      ...(isClient ? { preHandler } : {}),
    }),
  }
}
