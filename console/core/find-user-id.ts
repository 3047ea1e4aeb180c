import { Failure } from '#contract/failures.ts'
import { isUuid } from '#contract/fields.ts'
import { getUserByEmailEndpoint, getUserByUsernameEndpoint } from '#contract/users.ts'
import { asMissing } from './as-missing.ts'
import type { Visit } from './visit.ts'

/**
 * Finds whom a username, an e-mail address or an id means. Any id is taken: it may be that of an API key, or of
 * somebody who is deleted.
 */
export async function findUserId({ ask }: Pick<Visit, 'ask'>, who: string): Promise<string | undefined> {
  if (isUuid(who)) return who.toLowerCase()
  try {
    const found = who.includes('@')
      ? await ask(getUserByEmailEndpoint, { params: { email: who } })
      : await ask(getUserByUsernameEndpoint, { params: { username: who } })
    return found.body.id
  } catch (error) {
    // What cannot be a username is nobody's.
    if (error instanceof Failure && error.code === 'invalid_request') return undefined
    return asMissing(error)
  }
}
