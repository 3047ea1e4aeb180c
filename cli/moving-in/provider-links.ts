import { maxIdentities } from '#users/credentials/identities/identity.ts'
import type { MovedIdentity } from '#users/import/sign-in-methods.ts'

/** A linked account as another system stores it: that system's name for the provider, and the provider's id of the user. */
export interface StoredLink {
  provider: string | undefined
  subject: string | undefined
}

/**
 * A provider that gives a user the same id in every application, so that links to it can be imported. `provider` is its usual
 * name in the settings.
 */
export type KnownProvider = Omit<MovedIdentity, 'subject'>

/**
 * The providers whose names are the same in other systems. Microsoft is not one of them: it has a different id of a user for each
 * application, so that an imported link would never match.
 */
const known = new Map<string, KnownProvider>()
for (const [provider, issuer] of [
  ['google', 'https://accounts.google.com'],
  ['github', 'https://github.com'],
  ['apple', 'https://appleid.apple.com'],
] as const)
  for (const name of [provider, `${provider}.com`, `oauth_${provider}`]) known.set(name, { provider, issuer })
known.set('google-oauth2', { provider: 'google', issuer: 'https://accounts.google.com' })

export const knownProvider = (name: string | undefined): KnownProvider | undefined => known.get(name ?? '')

/**
 * Returns the linked accounts that work here once the provider is set up, and a note for each of the others. The links of a user
 * whose address is not confirmed are not imported: the owner of the address could recover the user later, and would then share it
 * with a stranger (I120).
 */
export function readLinks<Link extends StoredLink>(
  links: readonly Link[],
  isVerified: boolean | undefined,
  find: (link: Link) => KnownProvider | undefined = ({ provider }) => knownProvider(provider),
): { identities: MovedIdentity[]; notes: string[] } {
  const identities: MovedIdentity[] = []
  const notes: string[] = []
  for (const link of links) {
    const { provider = 'a provider without a name', subject } = link
    const left = (reason: string) => notes.push(`a link to ${provider} is left behind: ${reason}`)
    const found = find(link)
    if (!found || subject === undefined || subject.length > 255) left('its users cannot be matched here')
    else if (!isVerified) left("the user's email address is not confirmed")
    else if (identities.length === maxIdentities) left(`a user has ${maxIdentities} links at most`)
    else identities.push({ ...found, subject })
  }
  const providers = new Set(identities.map(({ provider }) => provider))
  return {
    identities,
    notes: [...notes, ...[...providers].map((name) => `links to ${name}: they work when it is set up`)],
  }
}

/** Returns a name that a provider can have in the settings. */
export const providerNameOf = (alias: string): string =>
  alias
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30) || 'openid'
