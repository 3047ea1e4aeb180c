import { beginOwnPasskeyEndpoint } from '#contract/sign-in/own-factors.ts'
import { forLogin, forStep, forStepUp, passkeyRequest } from '../../sign-in/index.ts'
import type { AccountPage, PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { forSignedIn } from '../core/visit.ts'
import { proverOf } from '../factors/proven.ts'
import { readPasskeyScript } from '../view/passkey-way.ts'

/** The routes that the script of the pages calls, and the script itself. */
export const passkeyOptionPages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/passkey.js',
    show: async () => ({
      file: readPasskeyScript,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        // The file can be cached for long, because its URL changes whenever the script does.
        'cache-control': 'public, max-age=31536000, immutable',
      },
    }),
  },
  { path: '/account/passkey-options', send: (request) => passkeyOptions(pages, request) },
]

/**
 * Returns the options with which the browser asks for a passkey. Their challenge is accepted once, and only for the use
 * that was asked for. A user who must sign in or re-authenticate first is redirected to the page for that.
 */
async function passkeyOptions(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { use, login_token: token = '' } = request.body ?? {}
  if (use === 'login') return json(passkeyRequest(pages, forLogin))
  if (use === 'second_factor') return json(passkeyRequest(pages, forStep(token)))
  if (use === 'step_up')
    return forSignedIn(pages, undefined, async ({ caller }) =>
      json(passkeyRequest(pages, forStepUp(caller.sessionId))),
    )(request)
  return forSignedIn(pages, 'add-passkey', async ({ caller }) => {
    pages.countChange(caller.userId)
    return json(await pages.users.ask(beginOwnPasskeyEndpoint, proverOf(caller)))
  })(request)
}

const json = ({ public_key }: { public_key: object }): PageAnswer => ({
  file: () => JSON.stringify(public_key),
  headers: { 'content-type': 'application/json' },
})
