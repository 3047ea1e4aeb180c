import { isUuid } from '#contract/declaration/fields.ts'
import { textIn } from '#users/import/values.ts'

const username = /^[A-Za-z0-9]([A-Za-z0-9._-]{1,62}[A-Za-z0-9])$/

/** Reads the username of another system, if it can be one here too. Otherwise a username is made from the address. */
export function usernameIn(value: unknown): { username: string | undefined; notes: string[] } {
  const text = textIn(value)
  if (text === undefined || (username.test(text) && !isUuid(text))) return { username: text, notes: [] }
  const notes = text.includes('@') ? [] : ['usernames cannot be kept, and are made from the address']
  return { username: undefined, notes }
}
