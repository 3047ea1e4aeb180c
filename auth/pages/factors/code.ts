import { Failure } from '#contract/declaration/failures.ts'
import type { FactorsResource } from '#contract/sign-in/factors.ts'
import type { Factor } from '../../sign-in/index.ts'
import type { CodeFields } from '../texts/texts.ts'
import { type Field, field, type Sent } from '../view/form.ts'

/** The kinds of codes that a form accepts: `code` for codes of the app and recovery codes, or only one of the two. */
export const codeKinds = ['code', 'appCode', 'recoveryCode'] as const
export type CodeKinds = (typeof codeKinds)[number]

/**
 * Returns the kinds of codes that a user can enter; undefined for a user without a second factor. A user with passkeys
 * only can enter recovery codes.
 */
export function codeKindsOf({
  totp,
  recovery_codes: codes,
  is_required_at_login,
}: FactorsResource): CodeKinds | undefined {
  if (totp) return codes && codes.left > 0 ? 'code' : 'appCode'
  return is_required_at_login ? 'recoveryCode' : undefined
}

export const codeField = (texts: CodeFields, kinds: CodeKinds, sent?: Sent): Field =>
  field('code', 'code', texts[kinds], sent)

/**
 * Reads a code that a person has typed, perhaps with spaces. Six to eight digits are a code of the app; any other text is
 * treated as a recovery code.
 * @throws {Failure} `second_factor_invalid` for a text that can be neither: it is not counted as an attempt
 */
export function factorIn(typed: string): Factor {
  const code = typed.replaceAll(/\s/g, '')
  if (/^[0-9]{6,8}$/.test(code)) return { totp: code }
  if (!/^[A-Za-z2-7-]{16,40}$/.test(code)) throw new Failure('second_factor_invalid')
  return { recovery_code: code }
}
