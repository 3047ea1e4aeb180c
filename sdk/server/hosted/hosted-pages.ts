import { type IdTokenClaims, idTokens } from '../../provider-tokens.ts'
import {
  type ApiClaims,
  apiTokenValidator,
  type ClientCredentials,
  type TokenSource,
  type TokenValidator,
} from '../../token-validator.ts'
import { createVerifierOf, type TokenVerifier } from '../../verify-token.ts'
import type { Refresh } from '../new-tokens.ts'
import { shareRefresh } from '../share-refresh.ts'
import type { ProviderRequests } from './provider-requests.ts'

/** The OpenID client of an application, by which `signIn()` leads to the hosted pages of Latchkey. */
export interface WebSessionClient extends ClientCredentials {
  /** The scopes to request; `openid profile email roles` if absent. The client must be registered for each of them. */
  scopes?: readonly string[]
  /**
   * The address of the application as an API (RFC 8707), which is the `aud` of its access tokens; the first of `origins` if
   * absent. The client must have it in its `resources`.
   */
  resource?: string
}

/** The sign-in through the hosted pages, for the requests of one application. */
export interface HostedPages {
  clientId: string
  scope: string
  resource: string
  accessTokens: TokenValidator<ApiClaims>
  idTokens: TokenVerifier<IdTokenClaims>
  refresh: Refresh
  /** Returns the requests to the OpenID provider. The first call loads their library. */
  requests(): Promise<ProviderRequests>
}

interface Options {
  source: TokenSource
  issuer: string
  authUrl: string
  origins: readonly string[]
  timeoutMs: number
}

/**
 * Checks the client of an application.
 * @throws {TypeError} for a client without an id or a secret
 */
export function openHostedPages(
  { id, secret, scopes = ['openid', 'profile', 'email', 'roles'], resource }: WebSessionClient,
  { source, issuer, authUrl, origins, timeoutMs }: Options,
): HostedPages {
  if (!id || !secret)
    throw new TypeError(
      'The client needs an id and a secret: `latchkey clients create --for` registers one that signIn() can use.',
    )
  if (!scopes.includes('openid')) throw new TypeError('The scopes of the client have to include openid.')
  const audience = resource ?? origins[0] ?? ''
  const client = { id, secret }
  let loaded: Promise<ProviderRequests> | undefined
  function requests(): Promise<ProviderRequests> {
    loaded ??= import('./provider-requests.ts').then(({ createProviderRequests }) =>
      createProviderRequests({ issuer, authUrl, client, resource: audience, timeoutMs, now: source.now }),
    )
    return loaded
  }
  return {
    clientId: id,
    scope: scopes.join(' '),
    resource: audience,
    accessTokens: apiTokenValidator(source, { audience, client }),
    idTokens: createVerifierOf(idTokens, source.verifierOptions(id)),
    refresh: shareRefresh(async (token, headers) => (await requests()).refresh(token, headers), {
      maxAgeMs: timeoutMs,
      now: Date.now,
    }),
    requests,
  }
}
