/**
 * # Tokens
 *
 * This room makes the tokens of a session, and answers about them. An *access token* is a signed JWT that is valid for minutes;
 * a *refresh token* gets the next pair. Both name the session, whose row decides whether they are valid. To *introspect* a token
 * is to ask what it says (RFC 7662). The *generation* of a session rises with each refresh, and tells an old refresh token from
 * the present one.
 *
 * Ada signs in, and `mintTokenPair` (`token.ts`) makes her tokens. Her application sends the access token to an API, which asks
 * whether it is valid: `routes.ts` → `validate-token.ts` has the signature checked once (`sdk/verify-token.ts`), and looks at
 * the session each time, in memory or in the database (`liveness` below). The user service asks for many at once
 * (`validate-tokens.ts`), Envoy by gRPC (`envoy-rpc.ts`). After a quarter of an hour the application sends the refresh token:
 * `refresh.ts` advances the generation by a conditional write, so that two tabs get the same tokens, and ends the session when
 * an older token comes back, because it was copied. She logs out: `log-out.ts` ends the session, and every token with it.
 *
 * A request with an API key in place of a token is passed to the user service, and its answer is kept for a moment
 * (`remembered-api-keys.ts`). About tokens of the OpenID provider the service asks the room `oidc` (`ClientTokens`).
 */
import type { Caller } from '#contract/declaration/endpoint.ts'
import { validateApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import type { CheckedTokenResource } from '#contract/sessions/tokens.ts'
import { rememberRows } from '#runtime/database/remembered-rows.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Metric } from '#runtime/metrics/metrics.ts'
import type { Module } from '#runtime/module.ts'
import { createTokenVerifier, type TokenVerifier } from '#sdk/verify-token.ts'
import type { Auth } from '../core/auth.ts'
import { findLiveness } from '../core/session-store.ts'
import { authenticate } from './authenticate.ts'
import { rememberedApiKeys } from './remembered-api-keys.ts'
import { tokenRoutes } from './routes.ts'
import type { TokenCheckContext, Tokens } from './tokens.ts'
import { checkToken } from './validate-token.ts'

/** Makes the access token and the refresh token of a session. */
export { mintTokenPair } from './token.ts'
/** What answers a client about tokens of the OpenID provider, and the context in which an access token is checked. */
export type { ClientTokens, TokenCheckContext } from './tokens.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadEnvoyRpcs = lazily(() => import('./envoy-rpc.ts'))

interface TokenModule extends Module {
  /** Finds the caller of a request by its token or API key. @throws {Failure} `token_invalid`, `token_expired`, `session_ended` */
  authenticate(token: string): Caller | Promise<Caller>
  /** Validates a token as /internal/validate-tokens does. */
  checkToken(token: string): CheckedTokenResource | Promise<CheckedTokenResource>
  /** The context in which this process checks access tokens. */
  checks: TokenCheckContext
}

/** Opens the module that validates, refreshes, introspects and revokes tokens, and logs users out. */
export function openTokens(
  auth: Auth,
  given: Omit<Tokens, keyof TokenCheckContext | 'apiKeys'>,
): TokenModule {
  const apiKeys = rememberedApiKeys((key) => auth.users.ask(validateApiKeyEndpoint, { key }), auth.clock)
  const checks = createTokenCheckContext(auth)
  const tokens: Tokens = { ...checks, ...given, apiKeys }
  return {
    routes: tokenRoutes(tokens),
    rpcs: async () => [(await loadRpcs()).tokenRpcs, (await loadEnvoyRpcs()).envoyRpcs(checks)],
    metrics: [verifiedTokensMetric(checks.verifier), rememberedSessionsMetric(checks)],
    authenticate: (token) => authenticate(tokens, { token }),
    checkToken: (token) => checkToken(checks, { token }),
    checks,
  }
}

function createTokenCheckContext(auth: Auth): TokenCheckContext {
  const { db, clock, keys, policy } = auth
  return {
    ...auth,
    verifier: createTokenVerifier({
      issuer: policy.issuer,
      audience: policy.audience,
      findKey: keys.findPublicKey,
      findNewKey: keys.findNewPublicKey,
      now: clock.now,
    }),
    liveness: rememberRows(db, { table: 'sessions', besides: ['key_sets'], max: 10_000 }, (id) =>
      findLiveness(db, id),
    ),
  }
}

const rememberedSessionsMetric = ({ liveness }: TokenCheckContext): Metric => ({
  name: 'latchkey_remembered_sessions',
  help: 'Sessions cached in memory, so that a validation needs no query. At most 10000, and none on PostgreSQL.',
  read: () => new Map([['', liveness.size()]]),
})

const verifiedTokensMetric = (verifier: TokenVerifier): Metric => ({
  name: 'latchkey_verified_tokens',
  help: 'Verified access tokens: cached now, found in the cache, and verified because they were not cached.',
  label: 'what',
  read: async () => new Map(Object.entries(verifier.counts())),
})
