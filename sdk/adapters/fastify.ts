import type { Exchange } from '../server/exchange.ts'
import { HttpFailure } from '../server/http-failure.ts'
import type { WebSession } from '../server/web-session.ts'
import { fromNodeRequest, type NodeRequest } from './node-exchange.ts'

type FastifyRequest = { ip: string } & Record<'raw', NodeRequest & { url?: string | undefined }>

interface FastifyReply {
  status(code: number): unknown
  getHeader(name: string): number | string | string[] | undefined
  header(name: string, value: string): unknown
  send(payload: unknown): unknown
}
interface FastifyApplication {
  addHook(
    name: string,
    hook: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>,
  ): unknown
}

/**
 * Makes a plugin that puts a web session into a Fastify application. The address of the person is `request.ip`: behind a proxy,
 * set `trustProxy`.
 * @example
 * app.register(fastifySession(session))
 * app.setErrorHandler(answerFailure)
 * app.get('/', async (request) => (await session.caller(request)) ?? null)
 */
export function fastifySession(session: WebSession) {
  const exchanges = new WeakMap<FastifyRequest, Exchange>()
  const plugin = async (application: FastifyApplication): Promise<void> => {
    application.addHook('onRequest', async (request, reply) => {
      const { raw, ip: address } = request
      const exchange = session.begin(request, fromNodeRequest(raw, { target: raw.url ?? '/', address }))
      exchanges.set(request, exchange)
      const own = await exchange.answer()
      return own && send(own, reply)
    })
    application.addHook('onSend', async (request, reply, payload) => {
      // Fastify sets the headers of a `Response` after this hook, and would overwrite those that are completed here. So they
      // are set on the reply now.
      const head = isResponse(payload) ? payload : undefined
      if (head) setHead(head, reply)
      exchanges.get(request)?.finish({
        get: (name) => reply.getHeader(name)?.toString(),
        set: (name, value) => void reply.header(name, value),
        // When another Set-Cookie is set, Fastify adds it to those that are set already.
        append: (name, value) => void reply.header(name, value),
      })
      return head ? head.body : payload
    })
  }
  // Without this symbol, Fastify would apply the hooks only to routes that the plugin itself adds, and this plugin adds none.
  // The package fastify-plugin does the same.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/** An error handler of Fastify: it answers the failures of `requireCaller`, by a redirect or a problem document. */
export async function answerFailure(
  error: unknown,
  _request: unknown,
  reply: FastifyReply,
): Promise<unknown> {
  if (!(error instanceof HttpFailure)) throw error
  return send(error.getResponse(), reply)
}

async function send(response: Response, reply: FastifyReply): Promise<unknown> {
  setHead(response, reply)
  return reply.send(await response.text())
}

function setHead(response: Response, reply: FastifyReply): void {
  reply.status(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
}

/**
 * Recognises a `Response` by the name of its class, as Fastify does. `instanceof` would miss the `Response` of a library that
 * brings its own class.
 */
const isResponse = (payload: unknown): payload is Response =>
  Object.prototype.toString.call(payload) === '[object Response]'
