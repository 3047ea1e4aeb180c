import { randomBytes } from 'node:crypto'
import { Failure } from '#contract/declaration/failures.ts'
import { siteKey } from '#runtime/network.ts'
import { seal } from '#runtime/sealing.ts'
import { digestOf } from '../core/opaque-token.ts'
import { askProvider, requireProvider } from './ask-provider.ts'
import { insertFederatedLogin, type Purpose } from './federated-login-store.ts'
import { type Federation, redirectUriOf } from './federation.ts'
import { canReauthenticate } from './providers/provider.ts'

/** The time that a person has to log in at the provider and come back, in milliseconds. */
export const federatedLoginMs = 10 * 60_000

const random = () => randomBytes(32).toString('base64url')

/**
 * Begins a login at a provider, and returns the URL to send the person to. The response counts only once, for the holder of the
 * secret `browser`, and for this purpose. State, nonce and PKCE verifier are independent random values (I142).
 * @throws {Failure} `provider_not_found`, `identity_provider_unavailable`, `overloaded`
 */
export async function beginAtProvider(
  federation: Federation,
  input: {
    provider: string
    /** The secret that binds the response to the browser, or to the client of the API, that begins the login. */
    browser: string
    purpose: Purpose
    session?: { userId: string; id: string } | undefined
    returnTo?: string | undefined
    clientReturn?: string | undefined
    address: string
  },
): Promise<URL> {
  const { provider: name, purpose, session } = input
  const provider = requireProvider(federation, name)
  const isAnew = purpose === 'step_up'
  if (isAnew && !canReauthenticate(provider)) throw new Failure('provider_not_found')
  const secrets = { state: random(), nonce: random(), verifier: random() }
  const redirectUri = redirectUriOf(federation, name)
  const url = await askProvider(federation, provider, (client) =>
    client.begin({ ...secrets, redirectUri, isAnew }),
  )
  const digest = digestOf(secrets.state)
  const now = federation.clock.now()
  const begun = {
    digest,
    browser: digestOf(input.browser),
    provider: name,
    purpose,
    userId: session?.userId ?? null,
    sessionId: session?.id ?? null,
    secrets: seal(
      federation.masterKeys,
      purposeOfSeal(digest),
      Buffer.from(`${secrets.nonce} ${secrets.verifier}`),
    ),
    returnTo: input.returnTo ?? null,
    clientReturn: input.clientReturn ?? null,
    createdAt: now,
  }
  const row = { network: siteKey(input.address) ?? '', expiresAt: now + federatedLoginMs }
  await federation.db.transaction((tx) => insertFederatedLogin(tx, begun, row))
  return url
}

/**
 * Returns the purpose under which the secrets of one login are encrypted, so that they cannot be decrypted as those of another
 * row.
 */
export const purposeOfSeal = (digest: string): string => `federated login ${digest}`
