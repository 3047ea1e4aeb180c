import { digestOf } from '../core/opaque-token.ts'
import { findReturn } from './federated-login-store.ts'
import type { Federation } from './federation.ts'
import { stateIn } from './finish-at-provider.ts'

/**
 * Finds the URL at which a client of the API receives a response of a provider; undefined for a login that was begun on a page.
 * The client completes the login itself, with the token that only it has.
 */
export async function findClientReturn(
  { db, clock }: Pick<Federation, 'db' | 'clock'>,
  { provider, response }: { provider: string; response: URLSearchParams },
): Promise<string | undefined> {
  const state = stateIn(response)
  if (state === undefined) return undefined
  return findReturn(db, { digest: digestOf(state), provider, now: clock.now() })
}
