import * as oauth from 'oauth4webapi'
import { Failure } from '#contract/declaration/failures.ts'
import { ServiceUnreachable } from '../../send-request.ts'
import type { ClientCredentials } from '../../token-validator.ts'
import type { NewTokens } from '../new-tokens.ts'

/** The values of one sign-in that the browser keeps until it returns: nobody else can finish it. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string
}

/** The requests to the OpenID provider that a sign-in needs. Only this file uses the library for OAuth. */
export interface ProviderRequests {
  /** Makes the secrets of a sign-in, and the code challenge of its verifier. */
  begin(): Promise<SignInSecrets & { challenge: string }>
  /**
   * Exchanges the code of an authorization response for tokens.
   * @throws {Failure} `link_invalid` for a response to another sign-in, of another provider, or whose code was used or has expired;
   * `forbidden` when the provider refused the sign-in
   * @throws {ServiceUnreachable}
   */
  exchange(response: AuthorizationResponse, headers: Record<string, string>): Promise<NewTokens>
  /**
   * @throws {Failure} `session_ended` when the provider refuses the refresh token (`invalid_grant`), and in no other case
   * @throws {ServiceUnreachable}
   */
  refresh(refreshToken: string, headers: Record<string, string>): Promise<NewTokens>
  /**
   * Ends the access of the application in this session (RFC 7009). The session of the user continues.
   * @throws {ServiceUnreachable}
   */
  revoke(refreshToken: string, headers: Record<string, string>): Promise<void>
}

export interface AuthorizationResponse {
  /** The query of the callback, as the browser sent it. */
  parameters: URLSearchParams
  secrets: SignInSecrets
  redirectUri: string
}

interface Options {
  issuer: string
  authUrl: string
  client: ClientCredentials
  resource: string
  timeoutMs: number
  now(): number
}

export function createProviderRequests({
  issuer,
  authUrl,
  client: { id, secret },
  resource,
  timeoutMs,
  now,
}: Options): ProviderRequests {
  const provider: oauth.AuthorizationServer = {
    // Browsers go to the issuer. Calls of this server go to `authUrl`, which may be another address of the same service.
    issuer,
    token_endpoint: `${authUrl}/oidc/token`,
    revocation_endpoint: `${authUrl}/api/v1/auth/revoke`,
    // A response without `iss` is refused, so that no response of another provider is taken for one of this (RFC 9207).
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['EdDSA', 'ES256', 'RS256'],
  }
  const authentication = oauth.ClientSecretBasic(secret)
  // The times of ID tokens are compared with the clock of the application.
  const clientNow = (): oauth.Client => ({
    client_id: id,
    [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000),
    [oauth.clockTolerance]: 60,
  })
  const requestOptions = (headers: Record<string, string>) => ({
    headers,
    signal: () => AbortSignal.timeout(timeoutMs),
    // `authUrl` was checked: it is https, or http to this machine, or http that the application allows.
    [oauth.allowInsecureRequests]: true,
    additionalParameters: { resource },
  })

  return {
    async begin() {
      const verifier = oauth.generateRandomCodeVerifier()
      const challenge = await oauth.calculatePKCECodeChallenge(verifier)
      return { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier, challenge }
    },
    async exchange({ parameters, secrets, redirectUri }, headers) {
      const client = clientNow()
      const checked = checkResponse(provider, client, { parameters, state: secrets.state })
      const reply = await orUnreachable(() =>
        oauth.authorizationCodeGrantRequest(
          provider,
          client,
          authentication,
          checked,
          redirectUri,
          secrets.verifier,
          requestOptions(headers),
        ),
      )
      const checks = { expectedNonce: secrets.nonce, requireIdToken: true }
      try {
        return toNewTokens(await oauth.processAuthorizationCodeResponse(provider, client, reply, checks))
      } catch (cause) {
        if (isInvalidGrant(cause) || isRefusedIdToken(cause)) throw new Failure('link_invalid', { cause })
        throw unreachable(cause)
      }
    },
    async refresh(refreshToken, headers) {
      const client = clientNow()
      const options = requestOptions(headers)
      const reply = await orUnreachable(() =>
        oauth.refreshTokenGrantRequest(provider, client, authentication, refreshToken, options),
      )
      try {
        return toNewTokens(await oauth.processRefreshTokenResponse(provider, client, reply))
      } catch (cause) {
        if (isInvalidGrant(cause)) throw new Failure('session_ended', { cause })
        throw unreachable(cause)
      }
    },
    revoke: (refreshToken, headers) =>
      orUnreachable(async () => {
        const { additionalParameters: _, ...options } = requestOptions(headers)
        const client = clientNow()
        const reply = await oauth.revocationRequest(provider, client, authentication, refreshToken, options)
        await oauth.processRevocationResponse(reply)
      }),
  }
}

/**
 * Checks `state` and `iss` of an authorization response, and whether it is an error.
 * @throws {Failure}
 */
function checkResponse(
  provider: oauth.AuthorizationServer,
  client: oauth.Client,
  { parameters, state }: { parameters: URLSearchParams; state: string },
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(provider, client, parameters, state)
  } catch (cause) {
    if (!(cause instanceof oauth.AuthorizationResponseError)) throw new Failure('link_invalid', { cause })
    const { error, error_description: description } = cause
    if (['server_error', 'temporarily_unavailable'].includes(error)) throw unreachable(cause)
    throw new Failure('forbidden', { cause, detail: [error, description].filter(Boolean).join(': ') })
  }
}

const isInvalidGrant = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'

/** True for an ID token of another sign-in, issuer or client. */
const isRefusedIdToken = (error: unknown): boolean =>
  error instanceof oauth.OperationProcessingError && error.code === oauth.JWT_CLAIM_COMPARISON

async function orUnreachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw unreachable(cause)
  }
}

/** Makes the error of a request that says nothing about the session. The message names an error of OAuth, such as `invalid_client`. */
function unreachable(cause: unknown): ServiceUnreachable {
  const named = cause instanceof oauth.ResponseBodyError ? `: ${cause.error}` : ''
  return new ServiceUnreachable(`The OpenID provider did not answer as expected${named}`, { cause })
}

/**
 * @throws {ServiceUnreachable} for a reply of a provider that is not Latchkey, or of a client that may not refresh
 */
function toNewTokens(reply: oauth.TokenEndpointResponse): NewTokens {
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = reply
  const { refresh_expires_in: refreshExpiresIn } = reply
  if (refreshToken === undefined || idToken === undefined || typeof refreshExpiresIn !== 'number')
    throw new ServiceUnreachable(
      'The reply has no refresh_token, id_token or refresh_expires_in. Register the client with the grant refresh_token.',
    )
  return { accessToken, refreshToken, idToken, refreshExpiresIn }
}
