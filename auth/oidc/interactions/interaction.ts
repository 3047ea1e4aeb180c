import type { AdapterPayload } from 'oidc-provider'
import type { Client } from '../../clients/index.ts'
import { identityScopes } from '../../core/capabilities.ts'
import { urlAt } from '../../core/url-at.ts'
import { type AcrClaim, demandedLevels } from '../core/demanded-levels.ts'
import type { InteractionContext } from '../core/oidc.ts'
import { wordsOf } from '../core/words.ts'

/** A request of a client that waits for a person to sign in or to consent. */
export interface Interaction {
  uid: string
  prompt: 'login' | 'consent' | 'select_account'
  /**
   * The reasons for asking the person, by their names in `oidc-provider`, such as `no_session`, `max_age` or
   * `op_scopes_missing`.
   */
  reasons: string[]
  client: Client
  /** True when a device has sent the request, so that the browser does not return to an application. */
  isDevice: boolean
  /** The scopes that a consent would add. */
  missing: string[]
  /** The scopes for other APIs that a consent would add, by the address of the API. */
  resources: Record<string, string[]>
  /** Everything that the client asks for, also what it has already: scopes about the person, and those for other APIs. */
  wanted: { scopes: string[]; resources: Record<string, string[]> }
  /** The session of the browser when the request began; undefined when nobody was signed in. */
  session: string | undefined
  loginHint: string | undefined
  /** The languages that the client wishes for, as a list of BCP 47 tags with spaces. */
  uiLocales: string | undefined
  /** True when the client requests or requires a login with a second factor. */
  wantsAal2: boolean
  /** True when a login before `startedAt` is not enough. */
  wantsFreshLogin: boolean
  mayChoose: boolean
  /** The address that the browser goes back to; undefined for a device. */
  redirectUri: string | undefined
  /** The origin of that address; undefined for a private scheme. */
  leadsTo: string | undefined
  startedAt: number
  /** The address of the provider at which the request goes on. */
  goesOnAt: string
}

/** The time that a person has to answer a request, in milliseconds. */
export const interactionMs = 60 * 60_000

/** Reads the request of a client as the library has stored it. */
export function toInteraction(
  oidc: Pick<InteractionContext, 'policy'>,
  {
    uid,
    payload,
    expiresAt,
    client,
  }: { uid: string; payload: AdapterPayload; expiresAt: number; client: Client },
): Interaction {
  const { params = {}, prompt, deviceCode } = payload
  const details = prompt?.details ?? {}
  const isDevice = deviceCode !== undefined
  const redirectUri = isDevice ? undefined : textOf(params.redirect_uri)
  const origin = redirectUri === undefined ? undefined : URL.parse(redirectUri)?.origin
  const prompts = wordsOf(params.prompt)
  const name = prompt?.name === 'consent' || prompt?.name === 'select_account' ? prompt.name : 'login'
  const path = isDevice ? '/oidc/device' : '/oidc/authorize'
  return {
    uid,
    prompt: name,
    reasons: prompt?.reasons ?? [],
    client,
    isDevice,
    missing: [...new Set([...listOf(details.missingOIDCScope), ...listOf(details.missingForClaims)])],
    resources: resourcesOf(details.missingResourceScopes),
    wanted: wantedBy(params, client),
    session: payload.session?.uid,
    loginHint: textOf(params.login_hint),
    uiLocales: textOf(params.ui_locales),
    wantsAal2: wordsOf(params.acr_values)[0] === 'aal2' || demandsAal2(params.claims),
    wantsFreshLogin: prompts.includes('login') || params.max_age !== undefined,
    mayChoose: prompts.includes('select_account'),
    redirectUri,
    leadsTo: origin === 'null' ? undefined : origin,
    // The start is computed from the expiry, in milliseconds. In the whole seconds of the library, a login just before the
    // request would count as one after it.
    startedAt: expiresAt - interactionMs,
    goesOnAt: urlAt(oidc.policy, `${path}/${uid}`),
  }
}

/** Returns what a request asks for: a scope that is not about the person is one of the APIs that the request names (RFC 8707). */
function wantedBy(params: Record<string, unknown>, client: Client): Interaction['wanted'] {
  const [ofPerson, others] = [true, false].map((isOfPerson) =>
    wordsOf(params.scope).filter((word) => identityScopes.includes(word) === isOfPerson),
  )
  const addresses = [params.resource].flat().filter((one) => typeof one === 'string')
  const known = addresses.filter((address) => client.resources.includes(address))
  return {
    scopes: ofPerson ?? [],
    resources: Object.fromEntries(known.map((address) => [address, others ?? []])),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const resourcesOf = (value: unknown): Record<string, string[]> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([address, scopes]) => [address, listOf(scopes)]))
    : {}

/** Says whether the parameter `claims` demands the level aal2 first (OpenID Connect Core section 5.5.1.1). */
function demandsAal2(claims: unknown): boolean {
  const parsed: { id_token?: { acr?: AcrClaim | null } } = JSON.parse(textOf(claims) ?? '{}')
  return demandedLevels(parsed.id_token?.acr)?.[0] === 'aal2'
}
