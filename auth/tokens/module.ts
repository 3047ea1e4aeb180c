import type { Caller } from '#contract/declaration/endpoint.ts'
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
import type { TokenChecks, Tokens } from './tokens.ts'
import { checkToken } from './validate-token.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadEnvoyRpcs = lazily(() => import('./envoy-rpc.ts'))

export interface TokenModule extends Module {
  authenticate(token: string): Caller | Promise<Caller>
  checkToken(token: string): CheckedTokenResource | Promise<CheckedTokenResource>
  checks: TokenChecks
}

/** Opens the feature with which tokens are validated, refreshed, introspected and revoked, and with which users log out. */
export function openTokens(auth: Auth, given: Omit<Tokens, keyof TokenChecks | 'apiKeys'>): TokenModule {
  const apiKeys = rememberedApiKeys(auth.users.validateApiKey, auth.clock)
  const checks = createTokenChecks(auth)
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

function createTokenChecks(auth: Auth): TokenChecks {
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

const rememberedSessionsMetric = ({ liveness }: TokenChecks): Metric => ({
  name: 'latchkey_remembered_sessions',
  help: 'Sessions whose row is in memory, so that a validation needs no query; at most 10000, and none on PostgreSQL.',
  read: () => new Map([['', liveness.size()]]),
})

const verifiedTokensMetric = (verifier: TokenVerifier): Metric => ({
  name: 'latchkey_verified_tokens',
  help: 'Access tokens: whose signature is remembered, was found remembered, had to be checked.',
  label: 'what',
  read: async () => new Map(Object.entries(verifier.counts())),
})
