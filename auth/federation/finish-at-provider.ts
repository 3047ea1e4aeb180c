import { Failure } from '#contract/declaration/failures.ts'
import { unseal } from '#runtime/sealing.ts'
import { digestOf } from '../core/opaque-token.ts'
import { askProvider, requireProvider } from './ask-provider.ts'
import { purposeOfSeal } from './begin-at-provider.ts'
import { type FederatedLogin, type Purpose, takeFederatedLogin } from './federated-login-store.ts'
import { type Federation, redirectUriOf } from './federation.ts'
import type { AuthenticatedIdentity } from './providers/provider.ts'

/**
 * Completes a login at a provider: removes the login that the response belongs to, and asks the provider who the person is.
 * Nothing that the client sends can say who the person is (I141).
 * @throws {Failure} `provider_not_found`; `login_expired` for a response that was used, is of another browser, provider,
 * purpose or session, or that nobody waits for; `identity_refused` when the provider or the person said no;
 * `identity_code_refused`, `identity_provider_unavailable`, `overloaded`
 */
export async function finishAtProvider(
  federation: Federation,
  input: {
    provider: string
    /** The secret of the browser, or of the client of the API, that began the login; undefined when the request has none. */
    browser: string | undefined
    response: URLSearchParams
    /**
     * The purpose and the session that the login must have begun with. A page leaves them out, and acts by the stored purpose.
     */
    purpose?: Purpose
    sessionId?: string
  },
): Promise<{ begun: FederatedLogin; person: AuthenticatedIdentity }> {
  const { provider: name, browser, response } = input
  const provider = requireProvider(federation, name)
  const state = stateIn(response)
  if (state === undefined || browser === undefined) throw new Failure('login_expired')
  const now = federation.clock.now()
  const waiting = { digest: digestOf(state), browser: digestOf(browser), provider: name, now }
  const begun = await takeFederatedLogin(federation.db, waiting)
  if (!begun || !isFor(begun, input)) throw new Failure('login_expired')
  if (response.has('error')) throw new Failure('identity_refused')
  const sealed = unseal(federation.masterKeys, purposeOfSeal(begun.digest), begun.secrets).toString()
  const [nonce = '', verifier = ''] = sealed.split(' ')
  const redirectUri = redirectUriOf(federation, name)
  const person = await askProvider(federation, provider, (client) =>
    client.finish({ state, nonce, verifier, redirectUri, response }),
  )
  return { begun, person }
}

const isFor = (
  begun: FederatedLogin,
  { purpose = begun.purpose, sessionId = begun.sessionId }: { purpose?: Purpose; sessionId?: string | null },
): boolean => begun.purpose === purpose && begun.sessionId === sessionId

/** Returns the parameter `state` of a response; undefined when it is missing, malformed, or given twice. */
export function stateIn(response: URLSearchParams): string | undefined {
  const [state, ...more] = response.getAll('state')
  return more.length === 0 && state !== undefined && /^[\w-]{43}$/.test(state) ? state : undefined
}
