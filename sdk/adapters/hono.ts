import type { Context, MiddlewareHandler } from 'hono'
import { fromWebRequest } from '../server/incoming-request.ts'
import type { WebSession } from '../server/web-session.ts'

/**
 * Puts a web session into a Hono application. `session.caller` takes the context of Hono. `address` returns the network address
 * of the person, for example by `getConnInfo` of the runtime.
 * @example
 * app.use(honoSession(session, { address: (c) => getConnInfo(c).remote.address }))
 * app.get('/', async (c) => c.json((await session.caller(c)) ?? null))
 */
export const honoSession =
  (
    session: WebSession,
    { address }: { address?: (context: Context) => string | undefined } = {},
  ): MiddlewareHandler =>
  async (context, next) => {
    const exchange = session.begin(context, fromWebRequest(context.req.raw, address?.(context)))
    const own = await exchange.answer()
    if (own) return own
    await next()
    // The reply to a WebSocket handshake (101) cannot be copied with other headers, so it is left as it is. No token is
    // refreshed in such a request.
    if (context.res.status === 101) return undefined
    // The headers of a reply that came from `fetch` cannot be changed in place, so the reply is copied.
    context.res = new Response(context.res.body, context.res)
    exchange.finish(context.res.headers)
    return undefined
  }
