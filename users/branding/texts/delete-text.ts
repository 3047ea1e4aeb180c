import { Failure } from '#contract/declaration/failures.ts'
import type { Language } from '#contract/declaration/languages.ts'
import type { CustomTextId } from '#contract/rules/custom-text-list.ts'
import type { Users } from '../../core/users.ts'
import { type Change, changeBranding, requireRecentSignIn } from '../change-branding.ts'
import { findStoredTexts, replaceStoredText } from './text-store.ts'

/**
 * Deletes a text, so that pages and emails show the default.
 * @throws {Failure} `custom_text_not_found`, `reauthentication_required`, `precondition_failed`
 */
export async function deleteCustomText(
  users: Users,
  { id, language, ...change }: Change & { id: CustomTextId; language: Language },
): Promise<void> {
  requireRecentSignIn(users, change.by)
  await changeBranding(users, change, async (tx, before) => {
    const stored = await findStoredTexts(tx)
    if (stored[id]?.[language] === undefined) throw new Failure('custom_text_not_found')
    await replaceStoredText(tx, stored, { id, language, text: undefined, at: users.clock.now() })
    return { ...before, changedText: `texts.${id}.${language}` }
  })
}
