import Provider, { errors, type Client as ProviderClient, type ResponseType } from 'oidc-provider'
import { secretMatches } from '../../clients/index.ts'
import { insertProof } from '../artifacts/proofs.ts'
import { nextRefreshToken } from '../artifacts/refresh-token.ts'
import type { Oidc } from '../core/oidc.ts'
import { wordsOf } from '../core/words.ts'
import { noteForm } from './form-post.ts'
import { aheadSeconds } from './machine-clock.ts'

/**
 * The version of `oidc-provider` against which every replaced member in this file was checked. A test compares it with the installed
 * version. After an upgrade, read the new source of each member and its upstream issue before you change this.
 */
export const checkedVersion = '9.13.3'

/**
 * Replaces the members of the library, and of the Koa application that it is, for which it has no option, hook or event. No other
 * file replaces any.
 */
export function overrideMembers(provider: Provider, oidc: Oidc): void {
  keepBrowserSession(provider)
  issueByServiceClock(provider, oidc)
  ignoreUnknownPrompts(provider)
  makeOwnRefreshTokens(provider, oidc)
  refuseDisallowedGrants(provider)
  compareSecretDigests(provider, oidc)
  acceptProofsOnce(provider, oidc)
  nameOwnHost(provider, oidc)
}

type Session = InstanceType<Provider['Session']>

/**
 * Makes the library leave the session of a browser as it is when a request continues after a sign-in. Our pages sign browsers in,
 * and set the cookie. Without this, a request that is completed in one browser would sign in another one, and the new identifier
 * would have no row. The library calls no hook between reading an interaction and using it.
 *
 * Upstream: no issue known. The maintainer says that the library always keeps its own session (panva/node-oidc-provider#98).
 */
function keepBrowserSession(provider: Provider): void {
  replace(provider.Session.prototype, 'loginAccount', {
    value(this: Session, { accountId }: { accountId: string }) {
      if (this.accountId !== accountId)
        throw new errors.SessionNotFound('the browser is not signed in as this user')
    },
  })
  replace(provider.Session.prototype, 'resetIdentifier', { value: () => {} })
}

/**
 * Makes the library issue ID tokens by the clock of the service. It reads the clock of the machine, and its hook for the payload of
 * tokens is called for access tokens only. Without this, an application would refuse the ID tokens of a node whose machine has
 * another time. `ttl.IdToken` cannot correct the expiry: it must be positive, and a machine may be ahead by more than the lifetime.
 *
 * Upstream: no issue known.
 */
function issueByServiceClock(provider: Provider, { clock }: Pick<Oidc, 'clock'>): void {
  const IdToken = provider.IdToken as IdTokenModel
  const { payload } = IdToken.prototype
  const expiresIn = IdToken.expiresIn.bind(IdToken)
  replace(IdToken.prototype, 'payload', {
    async value(this: InstanceType<IdTokenModel>) {
      return { iat: Math.floor(clock.now() / 1000), ...(await payload.call(this)) }
    },
  })
  // The library adds this lifetime to the time of the machine.
  replace(IdToken, 'expiresIn', {
    value: (...input: unknown[]) => expiresIn(...input) - aheadSeconds({ clock }),
  })
}

type IdTokenModel = Provider['IdToken'] & { expiresIn(...input: unknown[]): number }

const knownPrompts = ['none', 'login', 'consent', 'select_account']

/**
 * Makes the library leave out values of `prompt` that it does not know. It refuses them before it calls any hook, and OpenID Connect
 * Core section 3.1.2.1 advises against that: applications that send `create` could not sign anybody in. `none` beside another value
 * stays an error.
 *
 * Upstream: no issue known.
 */
function ignoreUnknownPrompts(provider: Provider): void {
  replace(provider.OIDCContext.prototype, 'prompts', {
    get(this: InstanceType<Provider['OIDCContext']>) {
      const words = wordsOf(this.params?.prompt)
      return new Set(words.includes('none') ? words : words.filter((word) => knownPrompts.includes(word)))
    },
  })
}

/**
 * Makes the library issue refresh tokens that contain their family and generation (I128). Its option for the format of tokens sets the
 * length only. Without this, no refresh token would be found again.
 *
 * Upstream: panva/node-oidc-provider#653 asks for formats of one's own (closed).
 */
export function makeOwnRefreshTokens(provider: Provider, { keys }: Pick<Oidc, 'keys'>): void {
  replace(provider.RefreshToken.prototype, 'generateTokenId', {
    value: () => nextRefreshToken(keys, Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti),
  })
}

/**
 * Makes the library answer `unauthorized_client` when a client asks for a grant that it is not registered for (RFC 6749 sections
 * 4.1.2.1 and 5.2). It answers `invalid_request`, so that the developer of a client would look for a mistake in the request. Its error
 * events come after the error is converted.
 *
 * Upstream: panva/node-oidc-provider#288 introduced `unauthorized_client`, and version 8.5.0 took it back without an issue.
 */
function refuseDisallowedGrants(provider: Provider): void {
  const { prototype } = provider.Client
  const { grantTypeAllowed, responseTypeAllowed } = prototype
  const description = 'the client is not registered for this grant type'
  replace(prototype, 'grantTypeAllowed', {
    value(this: ProviderClient, type: string) {
      const isAllowed = grantTypeAllowed.call(this, type)
      if (!isAllowed && type === requestedGrant()) throw new errors.UnauthorizedClient(description)
      return isAllowed
    },
  })
  replace(prototype, 'responseTypeAllowed', {
    value(this: ProviderClient, type: ResponseType) {
      if (!responseTypeAllowed.call(this, type)) throw new errors.UnauthorizedClient(description)
      return true
    },
  })
}

/**
 * Returns the grant that the present request asks for. The library also asks about others, such as whether the client may
 * refresh.
 */
function requestedGrant(): unknown {
  const { route, params } = Provider.ctx?.oidc ?? {}
  if (route === 'token') return params?.grant_type
  return route === 'device_authorization' ? 'urn:ietf:params:oauth:grant-type:device_code' : undefined
}

/**
 * Makes the library compare the secrets of clients with the stored digests (I131). Without this, no secret would be right.
 *
 * Upstream: panva/node-oidc-provider#631. The method was made to be replaced, and there is no option.
 */
function compareSecretDigests(provider: Provider, { clients }: Pick<Oidc, 'clients'>): void {
  replace(provider.Client.prototype, 'compareClientSecret', {
    async value(this: ProviderClient, presented: string) {
      const client = await clients.find(this.clientId)
      return client !== undefined && secretMatches(client, presented)
    },
  })
}

/**
 * Makes the library accept a proof or an assertion only once, on all nodes (I140). It looks first and stores later, so that two
 * requests at the same time would both be accepted. An adapter learns of the expiry only when it stores, and cannot refuse there with
 * the error that belongs to the kind of proof.
 *
 * Upstream: no issue known.
 */
function acceptProofsOnce(provider: Provider, oidc: Pick<Oidc, 'db' | 'clock'>): void {
  replace(provider.ReplayDetection, 'unique', {
    value: (issuer: string, jti: string, endsAtSeconds: number) =>
      insertProof(oidc, { issuer, jti, endsAtSeconds }),
  })
}

/**
 * Makes the library take host and scheme from the setting of the issuer, and never from the headers of a request
 * (I132). Without this, the sender of a request could choose the host of the URLs in its reply. Koa's option for
 * proxies trusts such headers.
 *
 * Upstream: panva/node-oidc-provider#764 asks for an option (closed).
 */
function nameOwnHost({ request }: Provider, { policy }: Pick<Oidc, 'policy'>): void {
  const { host, protocol } = new URL(policy.issuer)
  replace(request, 'host', { get: () => host })
  replace(request, 'protocol', { get: () => protocol.slice(0, -1) })
  // The library then always sets secure cookies. Browsers accept them over http from their own machine, and all other people use TLS.
  replace(request, 'secure', { get: () => true })
}

type RegisterResponseMode = Provider['registerResponseMode']

/**
 * The provider of the library, without its page for `response_mode=form_post`. That page has an inline script, and neither a
 * Content-Security-Policy nor a Referrer-Policy. The library registers its response modes while it is constructed, and the first
 * registration of a mode is the one that stays.
 *
 * Upstream: panva/node-oidc-provider#850 is about the inline script (closed).
 */
export class ProviderWithOwnForm extends Provider {
  override registerResponseMode(...[name, handler]: Parameters<RegisterResponseMode>): void {
    super.registerResponseMode(name, name === 'form_post' ? noteForm : handler)
  }
}

/**
 * Replaces one member of the library.
 * @throws when there is no such member: otherwise, after an upgrade that renames the member, the library would silently
 * use its own behaviour
 */
function replace(owner: object, name: string, member: PropertyDescriptor): void {
  if (!(name in owner)) throw new Error(`oidc-provider has no member ${name} to replace.`)
  Object.defineProperty(owner, name, { ...member, configurable: true })
}
