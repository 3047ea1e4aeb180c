import { digestOf } from '../../core/opaque-token.ts'
import { findLinkProof, type LinkProof } from '../../federation/index.ts'
import type { Texts } from '../texts/texts.ts'
import { titleOf } from '../view/provider-buttons.ts'
import type { PageRequest } from './answer.ts'
import { findBrowserSecret } from './browser-secret.ts'
import type { Pages } from './pages.ts'

/** The path of the page that links an account at a provider, after the account was proven in this browser. */
export const linkPagePath = 'link-identity'

/**
 * Returns the notice of the sign-in page when a person must sign in to link an account at a provider; undefined in all other
 * cases.
 */
export async function findWaitingLink(
  pages: Pages,
  request: PageRequest,
  to: string,
): Promise<((texts: Texts) => string) | undefined> {
  const proof = to === linkPagePath ? await findProof(pages, request) : undefined
  return proof && (({ federated }) => federated.signInToLink({ title: titleOf(pages, proof.provider) }))
}

/** Finds the account at a provider that was proven in the browser of a request, and waits to be linked. */
export async function findProof(pages: Pages, { headers }: PageRequest): Promise<LinkProof | undefined> {
  const secret = findBrowserSecret(headers.cookie)
  if (secret === undefined) return undefined
  const proof = await findLinkProof(pages.db, { browser: digestOf(secret), now: pages.clock.now() })
  // An account at a provider that is not configured any more cannot be linked (I147).
  return proof && pages.federation.providers.has(proof.provider) ? proof : undefined
}
