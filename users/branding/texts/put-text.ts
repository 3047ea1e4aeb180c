import { Failure } from '#contract/declaration/failures.ts'
import type { Language } from '#contract/declaration/languages.ts'
import { faultOfCustomText, normalizeCustomText } from '#contract/rules/custom-text.ts'
import type { CustomTextId } from '#contract/rules/custom-text-list.ts'
import type { Users } from '../../core/users.ts'
import type { Branding } from '../branding.ts'
import { type Change, changeBranding, requireRecentSignIn } from '../change-branding.ts'
import { findStoredTexts, replaceStoredText } from './text-store.ts'

/**
 * Replaces a text of pages or emails in one language.
 * @throws {Failure} `invalid_request`, `reauthentication_required`, `precondition_failed`
 */
export async function putCustomText(
  users: Users,
  { id, language, text: written, ...change }: Change & { id: CustomTextId; language: Language; text: string },
): Promise<Branding> {
  requireRecentSignIn(users, change.by)
  const text = normalizeCustomText(written)
  const fault = faultOfCustomText(id, text)
  if (fault) throw new Failure('invalid_request', { errors: [fault] })
  return changeBranding(users, change, async (tx, before) => {
    const stored = await findStoredTexts(tx)
    if (stored[id]?.[language] === text) return before
    await replaceStoredText(tx, stored, { id, language, text, at: users.clock.now() })
    return { ...before, changedText: `texts.${id}.${language}` }
  })
}
