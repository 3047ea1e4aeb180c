/** What is known about a text that operators can replace. */
export interface CustomTextRule {
  isMultiline: boolean
  /** The names that may stand in braces in the text. Pages and emails put the values there. */
  placeholders: readonly string[]
}

const line = (...placeholders: string[]): CustomTextRule => ({ isMultiline: false, placeholders })
const lines = (...placeholders: string[]): CustomTextRule => ({ isMultiline: true, placeholders })

/**
 * The texts that operators can replace. Texts that warn users, such as those of security notices and of the consent page, are not
 * among them: an attacker with an admin's session could make them harmless. Nor are buttons, which say what happens.
 */
export const customTexts = {
  'email.verify_email.subject': line('duration'),
  'email.verify_email.intro': lines('duration'),
  'email.reset_password.subject': line('duration'),
  'email.reset_password.intro': lines('duration'),
  'email.invitation.subject': line('duration'),
  'email.invitation.intro': lines('duration'),
  'email.confirm_email_change.subject': line('duration'),
  'email.confirm_email_change.intro': lines('duration', 'email'),
  'email.address_in_use.subject': line(),
  'email.address_in_use.intro': lines(),
  'email.user_deleted.subject': line(),
  'email.user_deleted.intro': lines(),
  'email.contact': lines(),
  'email.footer': lines(),
  'page.sign_in.title': line(),
  'page.sign_in.intro': lines(),
  'page.sign_in.name_label': line(),
  'page.sign_up.title': line(),
  'page.sign_up.intro': lines(),
  'page.signed_up.title': line(),
  'page.signed_up.intro': lines('email'),
  'page.forgot_password.title': line(),
  'page.forgot_password.intro': lines(),
  'page.invitation.title': line(),
  'page.invitation.intro': lines('username'),
} as const satisfies Record<string, CustomTextRule>

export type CustomTextId = keyof typeof customTexts
export const customTextIds = Object.keys(customTexts) as CustomTextId[]

export const isCustomTextId = (id: string): id is CustomTextId => Object.hasOwn(customTexts, id)
