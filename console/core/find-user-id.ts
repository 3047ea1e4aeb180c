import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { getUserByEmailEndpoint, getUserByUsernameEndpoint } from '#contract/users.ts'
import { asMissing } from './as-missing.ts'
import type { Visit } from './visit.ts'

/**
 * Finds the id of the user whom a username, an e-mail address or an id names; undefined when nobody has this name. An id is
 * returned without a look-up, because it may be that of an API key or of a deleted user.
 */
export async function findUserId({ ask }: Pick<Visit, 'ask'>, who: string): Promise<string | undefined> {
  if (isUuid(who)) return who.toLowerCase()
  try {
    const found = who.includes('@')
      ? await ask(getUserByEmailEndpoint, { params: { email: who } })
      : await ask(getUserByUsernameEndpoint, { params: { username: who } })
    return found.body.id
  } catch (error) {
    // A text that cannot be a username or an address belongs to nobody.
    if (error instanceof Failure && error.code === 'invalid_request') return undefined
    return asMissing(error)
  }
}
