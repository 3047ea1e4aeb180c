import { validateUserEndpoint } from '#contract/sign-in/internal-users.ts'
import { ask, problemCodeIn } from '../ask.ts'
import { type Check, fail, ok } from '../check.ts'

/** Requests a route that only the other service may call. It reveals nothing, but clients should not be able to reach it. */
export const internalRoutesCheck: Check = {
  name: 'internal routes',
  async run({ url }, signal) {
    if (!url) return []
    const path = validateUserEndpoint.paths[0]
    // The route accepts POST only: the reply to GET shows whether the route can be reached, and nothing is done.
    const reply = await ask(new URL(path, url), { signal })
    const code = problemCodeIn(reply)
    if (code === undefined || code === 'route_not_found')
      return [ok(`/internal is not reachable: ${reply.status}`)]
    return [
      fail(
        `${new URL('/internal', url)} is public: only the service token protects it`,
        'set LATCHKEY_INTERNAL_PORT to a port that no proxy forwards to, or have the proxy refuse /internal and /dev (docs/guide/proxies.md)',
      ),
    ]
  },
}
