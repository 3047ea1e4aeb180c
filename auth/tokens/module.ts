import type { Caller } from '#contract/declaration/endpoint.ts'
import type { TokenInformationResource } from '#contract/tokens.ts'
import type { Metric } from '#runtime/metrics.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import type { TokenVerifier } from '#sdk/verify-token.ts'
import type { Auth } from '../core/auth.ts'
import { authenticate } from './authenticate.ts'
import { expiredAssertions } from './clients/used-assertion-store.ts'
import { rememberedApiKeys } from './remembered-api-keys.ts'
import { tokenRoutes } from './routes.ts'
import type { Tokens } from './tokens.ts'
import { validateToken } from './validate-token.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadEnvoyRpcs = lazily(() => import('./envoy-rpc.ts'))

export interface TokenModule extends Module {
  authenticate(token: string): Caller | Promise<Caller>
  checkToken(token: string): TokenInformationResource | Promise<TokenInformationResource>
}

/** Opens the feature with which tokens are validated, refreshed, introspected and revoked, and with which users log out. */
export function openTokens(auth: Auth, given: Omit<Tokens, keyof Auth | 'apiKeys'>): TokenModule {
  const apiKeys = rememberedApiKeys(auth.users.validateApiKey, auth.clock)
  const tokens: Tokens = { ...auth, ...given, apiKeys }
  return {
    routes: tokenRoutes(tokens),
    rpcs: async () => [(await loadRpcs()).tokenRpcs, (await loadEnvoyRpcs()).envoyRpcs(auth)],
    sweeps: [expiredAssertions],
    metrics: [verifiedTokensMetric(auth.verifier), rememberedSessionsMetric(auth)],
    authenticate: (token) => authenticate(tokens, { token }),
    checkToken: (token) => validateToken(auth, { token }),
  }
}

const rememberedSessionsMetric = ({ liveness }: Auth): Metric => ({
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
