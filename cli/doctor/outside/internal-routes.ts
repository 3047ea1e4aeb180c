import { validateUserEndpoint } from '#contract/internal-users.ts'
import { ask, problemCodeIn } from '../ask.ts'
import { type Check, fail, ok } from '../check.ts'

/** Asks for a route that only the other service may call. Without the service token nothing of it is told, but it should not be there. */
export const internalRoutesCheck: Check = {
  name: 'internal routes',
  async run({ url }, signal) {
    if (!url) return []
    const path = validateUserEndpoint.paths[0]
    // The route takes POST only: with GET, it says that it is there and does nothing.
    const reply = await ask(new URL(path, url), { signal })
    const code = problemCodeIn(reply)
    if (code === undefined || code === 'route_not_found')
      return [ok(`/internal is not there: ${reply.status}`)]
    return [
      fail(
        `${new URL('/internal', url)} is open to everybody: the service token alone guards it`,
        'set LATCHKEY_INTERNAL_PORT to a port that no proxy knows, or have the proxy refuse /internal and /dev (docs/guide/proxies.md)',
      ),
    ]
  },
}
