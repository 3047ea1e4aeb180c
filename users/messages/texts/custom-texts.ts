import type { Language } from '#contract/declaration/languages.ts'
import type { CustomText } from '#contract/rules/custom-text.ts'
import type { CustomTextId } from '#contract/rules/custom-text-list.ts'
import { replaceTexts } from '#runtime/texts/replace-texts.ts'
import { type Texts, textsIn } from './texts.ts'

type EmailTextId = Extract<CustomTextId, `email.${string}`>

/** Where the language files have the texts that operators can replace. */
export const emailTextPaths: Readonly<Record<Exclude<EmailTextId, 'email.contact'>, readonly string[]>> = {
  'email.verify_email.subject': ['mails', 'verify_email', 'subject'],
  'email.verify_email.intro': ['mails', 'verify_email', 'paragraphs'],
  'email.reset_password.subject': ['mails', 'reset_password', 'subject'],
  'email.reset_password.intro': ['mails', 'reset_password', 'paragraphs'],
  'email.invitation.subject': ['mails', 'invitation', 'subject'],
  'email.invitation.intro': ['mails', 'invitation', 'paragraphs'],
  'email.confirm_email_change.subject': ['mails', 'confirm_email_change', 'subject'],
  'email.confirm_email_change.intro': ['mails', 'confirm_email_change', 'paragraphs'],
  'email.address_in_use.subject': ['mails', 'address_in_use', 'subject'],
  'email.address_in_use.intro': ['mails', 'address_in_use', 'paragraphs'],
  'email.user_deleted.subject': ['mails', 'user_deleted', 'subject'],
  'email.user_deleted.intro': ['mails', 'user_deleted', 'paragraphs'],
  'email.footer': ['footer'],
}

/** Returns the texts of emails in a language, with those that the operator has replaced. */
export const textsOf = (language: Language, custom: readonly CustomText[]): Texts =>
  replaceTexts(textsIn(language), { language, paths: emailTextPaths, custom })

/** Finds the text that ends every email, which has no default. */
export const contactIn = (language: Language, custom: readonly CustomText[]): string | undefined =>
  custom.find(({ id, language: its }) => id === 'email.contact' && its === language)?.text
