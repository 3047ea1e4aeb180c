import type { Language } from '#contract/declaration/languages.ts'
import type { CustomText } from '#contract/rules/custom-text.ts'
import type { CustomTextId } from '#contract/rules/custom-text-list.ts'
import { replaceTexts } from '#runtime/texts/replace-texts.ts'
import { type Texts, textsIn } from './texts.ts'

/** Where the language files have the texts that operators can replace. */
export const pageTextPaths: Readonly<Record<Extract<CustomTextId, `page.${string}`>, readonly string[]>> = {
  'page.sign_in.title': ['signIn', 'title'],
  'page.sign_in.intro': ['signIn', 'paragraphs'],
  'page.sign_in.name_label': ['signIn', 'name', 'label'],
  'page.sign_up.title': ['signUp', 'title'],
  'page.sign_up.intro': ['signUp', 'paragraphs'],
  'page.signed_up.title': ['signedUp', 'title'],
  'page.signed_up.intro': ['signedUp', 'paragraphs'],
  'page.forgot_password.title': ['forgotPassword', 'title'],
  'page.forgot_password.intro': ['forgotPassword', 'paragraphs'],
  'page.invitation.title': ['asks', 'invitation', 'title'],
  'page.invitation.intro': ['asks', 'invitation', 'paragraphs'],
}

/** The texts that were made, by the list of custom texts, which stays the same until one of them changes. */
const made = new WeakMap<readonly CustomText[], Partial<Record<Language, Texts>>>()

/** Returns the texts of all pages in a language, with those that the operator has replaced. */
export function textsOf(language: Language, custom: readonly CustomText[]): Texts {
  const known = made.get(custom) ?? {}
  const texts = known[language] ?? replaceTexts(textsIn(language), { language, paths: pageTextPaths, custom })
  made.set(custom, { ...known, [language]: texts })
  return texts
}
