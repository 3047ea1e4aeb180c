import { errors, type KoaContextWithOIDC, type default as Provider } from 'oidc-provider'
import { capabilities } from '../../core/capabilities.ts'
import { scopesOfClaims } from '../../core/claims.ts'
import { demandedLevels } from '../core/demanded-levels.ts'

/**
 * Returns the scopes that a request needs for the claims that it names in the parameter `claims` (OpenID Connect Core section
 * 5.5). The scopes that the client is not registered for are left out: it gets no claim of those, and the person is not asked.
 */
export const scopesOfClaimsIn = ({ oidc }: KoaContextWithOIDC): string[] => {
  const registered = oidc.client?.scope?.split(' ') ?? []
  return scopesOfClaims(oidc.requestParamClaims).filter((scope) => registered.includes(scope))
}

/**
 * Refuses a request that demands a level which no login has. The library would ask the person for another login each time.
 * @throws {errors.UnmetAuthenticationRequirements}
 */
export function refuseUnknownLevels({ oidc }: KoaContextWithOIDC): void {
  const levels = demandedLevels(oidc.claims.id_token?.acr)
  if (levels && !capabilities.acrValues.some((known) => levels.includes(known)))
    throw new errors.UnmetAuthenticationRequirements('no login has the requested acr')
}

/**
 * Makes the library name the lower level of a session with a second factor where the client demands it: the session has both,
 * and the client must get a level that it has named.
 */
export function meetLowerLevels(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'acr', {
    get(this: KoaContextWithOIDC['oidc']) {
      const acr = this.session?.acr
      const levels = demandedLevels(this.claims.id_token?.acr)
      return acr === 'aal2' && levels?.includes('aal1') && !levels.includes('aal2') ? 'aal1' : acr
    },
  })
}
