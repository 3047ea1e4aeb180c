import { readFileSync } from 'node:fs'
import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'

const shortest = 8
const longest = 256

let common: Set<string> | undefined

/**
 * Checks that a new password is long enough and not a common one (NIST SP 800-63B). There are no composition rules, because they
 * make passwords worse. Length is counted in Unicode code points after NFC, the form that is hashed.
 */
export function checkNewPassword(
  password: string,
  owner: { username: string; email: string },
  pointer = '/password',
): void {
  const fault = findFault(password.normalize('NFC'), owner)
  if (fault) throw new Failure('password_unacceptable', { errors: [{ pointer, ...fault }] })
}

function findFault(password: string, owner: { username: string; email: string }) {
  const length = [...password].length
  if (length < shortest)
    return { code: 'too_short', detail: `A password has at least ${shortest} characters.` }
  if (length > longest) return { code: 'too_long', detail: `A password has at most ${longest} characters.` }
  const folded = password.toLowerCase()
  if (folded === usernameKey(owner.username))
    return { code: 'is_username', detail: 'The password is the username.' }
  if (folded === owner.email.normalize('NFC').toLowerCase() || folded === emailKey(owner.email)) {
    return { code: 'is_email', detail: 'The password is the e-mail address.' }
  }
  common ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  if (common.has(password) || common.has(folded)) {
    return { code: 'too_common', detail: 'This is one of the most common passwords.' }
  }
  return undefined
}
