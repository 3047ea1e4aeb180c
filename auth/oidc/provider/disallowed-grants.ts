import Provider, { errors, type Client as ProviderClient, type ResponseType } from 'oidc-provider'

const description = 'the client is not registered for this grant type'

/**
 * Makes the library answer `unauthorized_client` when a client asks for a grant that it is not registered for (RFC 6749 sections
 * 4.1.2.1 and 5.2). The library says `invalid_request`, and its clients would look for a mistake in the request.
 */
export function refuseDisallowedGrants(provider: Provider): void {
  const { prototype } = provider.Client
  const { grantTypeAllowed, responseTypeAllowed } = prototype
  const replace = <Type>(name: string, value: (this: ProviderClient, type: Type) => boolean) =>
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })

  replace('grantTypeAllowed', function (type: string) {
    const isAllowed = grantTypeAllowed.call(this, type)
    if (!isAllowed && type === requestedGrant()) throw new errors.UnauthorizedClient(description)
    return isAllowed
  })
  replace('responseTypeAllowed', function (type: ResponseType) {
    if (!responseTypeAllowed.call(this, type)) throw new errors.UnauthorizedClient(description)
    return true
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
