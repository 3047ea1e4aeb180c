import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import type { Level } from '#contract/declaration/fields.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { Sql } from '#runtime/database/database.ts'
import { hasSecondFactor } from './second-factor-store.ts'

/** The person who acts on a page, as the authentication service sends it: the user of a session that has not ended. */
export interface PersonOnPage {
  user_id: string
  session_id: string
  authenticated_at: string
  acr: Level
  amr?: string[]
}

/**
 * Returns the caller for a person who acts on a page. This caller has no scopes, because on these pages an admin acts on their
 * own account only.
 */
export async function callerOnPage(db: Sql, person: PersonOnPage): Promise<SignedInCaller> {
  const userId = normalizeId(person.user_id)
  return {
    userId,
    sessionId: person.session_id,
    authenticatedAt: person.authenticated_at,
    acr: person.acr,
    amr: person.amr ?? [],
    hasSecondFactor: await hasSecondFactor(db, userId),
    scopes: [],
  }
}
