import type { TokenPolicy } from './auth.ts'

/**
 * Returns the public URL of a path. It begins with the issuer, which the operator has set, and never comes from a header of a
 * request (I132).
 */
export const urlAt = ({ issuer }: Pick<TokenPolicy, 'issuer'>, path: string): string =>
  `${issuer.replace(/\/$/, '')}${path}`

/** Says whether an issuer is a URL that browsers can open. All addresses of the OpenID provider are below it. */
export const isAddress = (issuer: string): boolean => /^https?:$/.test(URL.parse(issuer)?.protocol ?? '')
