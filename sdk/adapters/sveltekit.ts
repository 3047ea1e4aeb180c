import type { Caller } from '../server/caller.ts'
import type { WebSession } from '../server/web-session.ts'

/** The part of a `RequestEvent` of SvelteKit that the session needs. */
interface SvelteKitEvent {
  request: Request
  locals: object
  getClientAddress(): string
}

/**
 * Makes the hook `handle` of a SvelteKit application. It answers the routes of the session, refreshes tokens, and sets
 * `locals.caller`, which is undefined when the user is not signed in. While Latchkey cannot be reached, the requests of signed-in
 * users are answered with 503.
 * @example
 * export const handle = svelteKitHandle(createWebSession(webSessionOptions(env)))
 */
export const svelteKitHandle =
  (session: WebSession) =>
  <Event extends SvelteKitEvent>({
    event,
    resolve,
  }: {
    event: Event
    resolve(event: Event): Response | Promise<Response>
  }): Promise<Response> =>
    session.serve(
      event.request,
      async (request) => {
        const locals: { caller?: Caller | undefined } = event.locals
        locals.caller = await session.caller(request)
        return resolve(event)
      },
      { address: addressOf(event) },
    )

/** SvelteKit throws while it prerenders a page, which no person has requested. */
function addressOf(event: SvelteKitEvent): string | undefined {
  try {
    return event.getClientAddress()
  } catch {
    return undefined
  }
}
