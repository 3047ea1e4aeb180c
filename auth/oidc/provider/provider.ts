import type {
  Configuration,
  KoaContextWithOIDC,
  default as Provider,
  Client as ProviderClient,
} from 'oidc-provider'
import { isOriginOf } from '../../clients/index.ts'
import { capabilities, identityScopes, providerRoutes } from '../../core/capabilities.ts'
import { claimsOfScopes } from '../../core/claims.ts'
import { urlAt } from '../../core/url-at.ts'
import { interactionPage, type Oidc } from '../core/oidc.ts'
import type { OidcViews } from '../core/views.ts'
import { interactionMs } from '../interactions/interaction.ts'
import { type ActiveAccount, findActiveAccount } from './accounts.ts'
import { adapterOf } from './adapter.ts'
import { levelToName } from './claims-parameter.ts'
import { findExistingGrant } from './existing-grant.ts'
import { signingSharedTimes } from './machine-clock.ts'
import { keepOfflineAccess } from './offline-access.ts'
import { OwnKey } from './own-keys.ts'
import { formSeconds, sessionCookie, viewHooks } from './page-hooks.ts'
import { promptPolicy } from './prompts.ts'
import { addProviderMiddleware } from './provider-middleware.ts'
import { overrideMembers, ProviderWithOwnForm } from './provider-overrides.ts'
import { findResourceServer } from './resources.ts'

/** Makes the provider with the signing keys that are in force. When the keys change, a new provider replaces it. */
export function createProvider(oidc: Oidc, views: () => Promise<OidcViews>): Provider {
  const provider = new ProviderWithOwnForm(oidc.policy.issuer, configurationOf(oidc, views))
  overrideMembers(provider, oidc)
  addProviderMiddleware(provider, oidc, views)
  return provider
}

const seconds = (ms: number): number => Math.max(1, Math.floor(ms / 1000))

function configurationOf(oidc: Oidc, views: () => Promise<OidcViews>): Configuration {
  const { keys, policy } = oidc
  const sessionSeconds = () => seconds(policy.sessionMs)
  return {
    adapter: adapterOf(oidc),
    jwks: { keys: keys.pairs().map((pair) => new OwnKey(pair)) },
    routes: providerRoutes,
    features: featuresOf(oidc, views),
    ...viewHooks(oidc, views).configuration,
    ...identityOf(oidc),
    interactions: {
      policy: promptPolicy(oidc),
      url: (_, { uid }) => urlAt(oidc.policy, `${interactionPage}?interaction=${uid}`),
    },
    cookies: {
      names: {
        session: '__Host-latchkey',
        interaction: '__Secure-latchkey-interaction',
        resume: '__Secure-latchkey-resume',
      },
      long: sessionCookie,
      short: { signed: false, secure: true, httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      // A token never outlives its session (I130).
      AccessToken: (ctx) => accessTokenSeconds(oidc, ctx),
      ClientCredentials: () => seconds(policy.accessTokenMs),
      AuthorizationCode: 60,
      DeviceCode: 600,
      IdToken: (ctx) => accessTokenSeconds(oidc, ctx),
      Interaction: seconds(interactionMs),
      // Grants and refresh tokens end with the row of their session, before these times.
      Grant: sessionSeconds,
      RefreshToken: sessionSeconds,
      Session: (_, session) =>
        session.accountId === undefined ? formSeconds : seconds(session.exp * 1000 - Date.now()),
    },
    formats: signingSharedTimes(oidc),
    extraClientMetadata: { properties: ['require_pkce'] },
    pkce: { required: mustUsePkce },
    responseTypes: capabilities.responseTypes,
    clientAuthMethods: capabilities.clientAuthMethods,
    enabledJWA: {
      clientAuthSigningAlgValues: capabilities.clientAuthAlgorithms,
      idTokenSigningAlgValues: capabilities.idTokenAlgorithms,
      dPoPSigningAlgValues: capabilities.dpopAlgorithms,
    },
    rotateRefreshToken: true,
    // The library calls this function for each code before it stores it.
    expiresWithSession(ctx, source) {
      // Each ID token names its session, so that a client can log the person out with it (I136).
      source.sid = source.sessionUid
      if (source.kind !== 'AccessToken') source.acr = levelToName(ctx)
      return true
    },
    // The library calls this function for each authorization request after it has checked its scopes.
    extraParams: { scope: keepOfflineAccess },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    allowOmittingSingleRegisteredRedirectUri: false,
    conformIdTokenClaims: false,
    clientBasedCORS: mayCallFrom,
    clockTolerance: 15,
  }
}

/** Returns the configuration that decides about whom a token is, and which claims it has. */
const identityOf = (oidc: Oidc): Configuration => ({
  scopes: identityScopes,
  claims: claimsOfScopes,
  acrValues: capabilities.acrValues,
  findAccount(ctx, userId, token) {
    const sessionId = ownSessionOf(token) ?? ctx.oidc.session?.uid
    return sessionId === undefined ? undefined : findActiveAccount(oidc, { userId, sessionId })
  },
  loadExistingGrant: (ctx) => findExistingGrant(oidc, ctx),
  extraTokenClaims(ctx, token) {
    const { AuthorizationCode, RefreshToken, DeviceCode } = ctx.oidc.entities
    const source = AuthorizationCode ?? RefreshToken ?? DeviceCode
    const sid = ownSessionOf(token)
    if (!source || sid === undefined) return undefined
    // A signed token is not stored, so it names its grant. Introspection would otherwise take it for one of a later grant.
    const grantId = source.grantId
    return { sid, grant_id: grantId, auth_time: source.authTime, acr: source.acr, amr: source.amr }
  },
})

const ownSessionOf = (token: object | undefined): string | undefined =>
  token && 'sessionUid' in token && typeof token.sessionUid === 'string' ? token.sessionUid : undefined

function accessTokenSeconds({ policy, clock }: Oidc, ctx: KoaContextWithOIDC): number {
  const account: Partial<ActiveAccount> | undefined = ctx.oidc.account
  const endsAt = account?.session?.idleExpiresAt ?? Number.POSITIVE_INFINITY
  return seconds(Math.min(policy.accessTokenMs, endsAt - clock.now()))
}

const featuresOf = (oidc: Oidc, views: () => Promise<OidcViews>): Configuration['features'] => ({
  devInteractions: { enabled: false },
  claimsParameter: { enabled: true },
  clientCredentials: { enabled: true },
  dPoP: { enabled: true },
  // The feature is marked as experimental. When an update of the library changes it, the library refuses this text, and tests
  // fail.
  externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: {
    enabled: true,
    // When the request names no resource, a token of a person is for the user information, and a token of a client itself is
    // for its first API.
    async defaultResource(ctx, client, oneOf) {
      if (oneOf) return oneOf[0]
      if (ctx.oidc.params?.grant_type !== 'client_credentials') return undefined
      return (await oidc.clients.find(client.clientId))?.resources[0]
    },
    useGrantedResource: () => true,
    getResourceServerInfo: (_, resource, client) => findResourceServer(oidc, resource, client),
  },
  userinfo: { enabled: true },
  ...viewHooks(oidc, views).features,
})

/**
 * Checks whether an authorization request without a code challenge is refused. The library checks a challenge and a verifier that
 * a client sends in any case, and refuses one without the other (RFC 9700 section 4.8.2).
 */
const mustUsePkce = ({ oidc }: KoaContextWithOIDC, client: ProviderClient): boolean =>
  client.require_pkce !== 'never' && (client.require_pkce !== 'or_nonce' || oidc.params?.nonce === undefined)

/**
 * Checks whether scripts may call from an origin. It must be the origin of one of the client's own addresses, and the client
 * must be public, unless the call is for the user information.
 */
function mayCallFrom(ctx: KoaContextWithOIDC, origin: string, client: ProviderClient): boolean {
  const isForScripts = ctx.oidc.route === 'userinfo' || client.clientAuthMethod === 'none'
  return isForScripts && isOriginOf(client.redirectUris ?? [], origin)
}
