import { DisplayName } from '#contract/declaration/fields.ts'
import type { AuthenticatedIdentity, Provider, ProviderKind } from './provider.ts'
import { ProviderFault } from './provider.ts'

/** The claims of an ID token whose signature, issuer, audience, times and nonce are right. */
export type Claims = Record<string, unknown>

/**
 * Reads the claims of a person that Latchkey uses. Everything else is dropped: roles, groups, pictures, and every text that is
 * too long (I150).
 * @throws {ProviderFault} when the provider does not say in a usable way who the person is
 */
export function personIn(provider: Provider, claims: Claims): AuthenticatedIdentity {
  const { acr, auth_time: authTime } = claims
  const email = textIn(claims.email, 254)
  return {
    provider: provider.name,
    issuer: issuerIn(claims),
    subject: subjectIn(claims.sub),
    email: email ?? null,
    emailVerified: email !== undefined && isVerified(provider, claims, email),
    name: displayNameIn(claims.name),
    authenticatedAt: isTime(authTime) ? authTime * 1_000 : undefined,
    hasSecondFactor: typeof acr === 'string' && provider.trustedAcr.includes(acr),
  }
}

/**
 * The values with which each kind of provider says that an address is verified (I144). Google and Apple document a Boolean or
 * the text `true`. Microsoft documents a Boolean, and Entra also writes it as the text `1`. Every other value means no.
 */
const confirming: Record<ProviderKind, readonly unknown[]> = {
  google: [true, 'true'],
  apple: [true, 'true'],
  microsoft: [true, '1'],
  github: [true],
  openid: [true],
}

/**
 * Checks whether an e-mail address from a provider surely belongs to the person. Each kind of provider has its own rule, by its
 * own documentation (I144).
 */
export function isVerified({ kind, trustsEmail }: Provider, claims: Claims, email: string): boolean {
  const isConfirmed = confirming[kind].includes(claims[kind === 'microsoft' ? 'xms_edov' : 'email_verified'])
  switch (kind) {
    case 'google':
      // Google hosts the mailbox of these addresses. Of others it knows only that they were confirmed once, which may be long
      // ago.
      return isConfirmed && (/@gmail\.com$/i.test(email) || textIn(claims.hd, 253) !== undefined)
    case 'microsoft':
      // In Entra the admins of any tenant can enter any address, so an address counts only if the tenant owns its domain
      // (`xms_edov`).
      return isConfirmed || trustsEmail
    case 'apple':
    case 'github':
      return isConfirmed
    case 'openid':
      return trustsEmail && isConfirmed
  }
}

function issuerIn({ iss }: Claims): string {
  const issuer = textIn(iss, 500)
  if (issuer === undefined) throw new ProviderFault('named no issuer')
  return issuer
}

/**
 * Reads the id of the person at the provider (I141). Ids are compared byte for byte, so an id with spaces around it is refused:
 * code that trims it would take it for the id of another person.
 */
function subjectIn(sub: unknown): string {
  const subject = textIn(sub, 255)
  if (subject === undefined || subject.trim() !== subject) throw new ProviderFault('named no person')
  return subject
}

/** Returns a text of one line within a bound; undefined for everything else. */
function textIn(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.length === 0 || value.length > maxLength) return undefined
  return isOneLine.test(value) ? value : undefined
}

const isOneLine = new RegExp(String(DisplayName.pattern))

/** Reads the display name; undefined for a name that Latchkey would not accept from the person either. */
const displayNameIn = (name: unknown): string | undefined => textIn(name, Number(DisplayName.maxLength))

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 1e11
