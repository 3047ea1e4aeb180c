import { errors, type KoaContextWithOIDC } from 'oidc-provider'
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
 * Returns the level of a session as the client is told it. A session with a second factor fulfils both levels. If the
 * client demands only the lower one, it gets that, because the reply must have a level that the client has named.
 */
export function levelToName({ oidc }: KoaContextWithOIDC): string | undefined {
  const acr = oidc.session?.acr
  const levels = demandedLevels(oidc.claims.id_token?.acr)
  return acr === 'aal2' && levels?.includes('aal1') && !levels.includes('aal2') ? 'aal1' : acr
}

/** Checks whether a request demands a level that the session does not have. */
export function lacksDemandedLevel(ctx: KoaContextWithOIDC): boolean {
  const levels = demandedLevels(ctx.oidc.claims.id_token?.acr)
  return levels !== undefined && !levels.includes(levelToName(ctx))
}
