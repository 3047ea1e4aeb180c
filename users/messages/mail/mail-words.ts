import { fill } from '#runtime/texts/texts.ts'
import type { Texts } from '../texts/texts.ts'
import type { MailKind, MailOf, Maker } from './mail-content.ts'

/** The text of one mail in one language. It is all plain text; the layout decides how it is shown. */
export interface MailText {
  subject: string
  /** The paragraphs above the button that opens the link. Mail programs show the first one beside the subject. */
  paragraphs: readonly string[]
  /** The label of the button that opens the content's link. */
  button?: string
  /** The paragraphs below the button that opens the link. */
  after?: readonly string[]
}

/** The functions that format durations and times in a language. */
export interface Forms {
  /** Formats a duration, such as `24 hours`. */
  duration(amount: number, unit: 'minute' | 'hour' | 'day'): string
  /** Formats a time, such as `21 November 2026 at 09:30 UTC`. */
  time(epochMs: number): string
}

type Words<K extends MailKind> = (content: MailOf<K>, texts: Texts, forms: Forms) => MailText

/** Makes a mail about a change, with a button for a reader who did not make it; `otherwise` is the paragraph that leads to it. */
const notice = (
  { ifNotYou, notMe }: Texts,
  { subject, paragraphs }: Pick<MailText, 'subject' | 'paragraphs'>,
  otherwise: string = ifNotYou,
): MailText => ({
  subject,
  paragraphs: [...paragraphs, otherwise],
  button: notMe.button,
  after: [notMe.after],
})

/** The text of each kind of mail. */
export const mailWords: { [K in MailKind]: Words<K> } = {
  verify_email: ({ hours }, { mails }, { duration }) =>
    fill(mails.verify_email, { duration: duration(hours, 'hour') }),
  reset_password: ({ minutes }, { mails }, { duration }) =>
    fill(mails.reset_password, { duration: duration(minutes, 'minute') }),
  invitation: ({ days }, { mails }, { duration }) =>
    fill(mails.invitation, { duration: duration(days, 'day') }),
  confirm_email_change: ({ email, minutes }, { mails }, { duration }) =>
    fill(mails.confirm_email_change, { email, duration: duration(minutes, 'minute') }),
  email_change_requested: ({ email }, texts) =>
    notice(
      texts,
      fill(texts.mails.email_change_requested, { email }),
      texts.mails.email_change_requested.otherwise,
    ),
  email_changed: ({ email, days }, { mails, notMe }, { duration }) => ({
    ...fill(mails.email_changed, { email, duration: duration(days, 'day') }),
    after: [notMe.after],
  }),
  email_changed_by_admin: ({ email }, { mails }) => fill(mails.email_changed_by_admin, { email }),
  password_changed: ({ at, made = '' }, texts, { time }) => {
    const { subject, paragraphs, ...words } = fill(texts.mails.password_changed, { at: time(at), made })
    const all = [...paragraphs, ...(made === '' ? [] : [words.made])]
    return notice(texts, { subject, paragraphs: all })
  },
  new_sign_in: ({ device, address, at }, texts, { time }) => {
    const values = { device: device ?? texts.unknownDevice, address, at: time(at) }
    return notice(texts, fill(texts.mails.new_sign_in, values))
  },
  device_remembered: ({ device, address, at, days }, texts, { time, duration }) => {
    const values = { device: device ?? texts.unknownDevice, address, at: time(at) }
    const words = fill(texts.mails.device_remembered, { ...values, duration: duration(days, 'day') })
    return notice(texts, words)
  },
  second_factor_failed: ({ address, at }, texts, { time }) =>
    notice(
      texts,
      fill(texts.mails.second_factor_failed, { address, at: time(at) }),
      texts.mails.second_factor_failed.otherwise,
    ),
  factor_added: ({ at }, texts, { time }) => notice(texts, fill(texts.mails.factor_added, { at: time(at) })),
  factor_removed: ({ at }, texts, { time }) =>
    notice(texts, fill(texts.mails.factor_removed, { at: time(at) })),
  recovery_codes_made: ({ at }, texts, { time }) =>
    notice(texts, fill(texts.mails.recovery_codes_made, { at: time(at) })),
  recovery_code_used: ({ at, left }, texts, { time }) =>
    notice(texts, fill(texts.mails.recovery_code_used, { at: time(at), left })),
  factors_reset: ({ at }, texts, { time }) =>
    notice(texts, fill(texts.mails.factors_reset, { at: time(at) }), texts.ifNotAsked),
  reset_link_shown: ({ at }, texts, { time }) =>
    notice(texts, fill(texts.mails.reset_link_shown, { at: time(at) }), texts.ifNotAsked),
  passkey_added: ({ name, at }, texts, { time }) =>
    notice(texts, fill(texts.mails.passkey_added, { name, at: time(at) })),
  passkey_removed: ({ name, at }, texts, { time }) =>
    notice(texts, fill(texts.mails.passkey_removed, { name, at: time(at) })),
  passkey_suspect: ({ name, at }, texts, { time }) =>
    notice(texts, fill(texts.mails.passkey_suspect, { name, at: time(at) })),
  identity_linked: ({ account, at }, texts, { time }) =>
    notice(texts, fill(texts.mails.identity_linked, { account, at: time(at) })),
  identity_unlinked: ({ account, at }, texts, { time }) =>
    notice(texts, fill(texts.mails.identity_unlinked, { account, at: time(at) })),
  address_in_use: (_content, { mails }) => mails.address_in_use,
  user_deleted: (_content, { mails }) => mails.user_deleted,
  webhook_disabled: ({ url, isGone }, { mails }) =>
    fill(mails.webhook_disabled, { url, reason: isGone ? 'gone' : 'failing' }),
  api_key_created: ({ by, at, ...content }, texts, { time }) =>
    fill(texts.mails.api_key_created, { ...content, author: authorOf(texts, by), at: time(at) }),
  webhook_set_up: ({ by, at, isNew, ...content }, texts, { time }) => {
    const change = isNew ? 'made' : 'changed'
    const values = { ...content, change, author: authorOf(texts, by), at: time(at) }
    return fill(texts.mails.webhook_set_up, values)
  },
  client_set_up: ({ by, at, leadsTo, ...content }, texts, { time }) => {
    const author = authorOf(texts, by)
    return fill(texts.mails.client_set_up, { ...content, leadsTo: leadsTo || 'none', author, at: time(at) })
  },
  user_secured: ({ user, ended, left, at }, { mails }, { time }) => {
    const words = fill(mails.user_secured, { user, ended, left, at: time(at) })
    const lists = [...(ended ? [words.ended] : []), ...(left ? [words.left] : [])]
    return { subject: words.subject, paragraphs: [...words.paragraphs, ...lists] }
  },
  admin_added: ({ admin, by, at }, texts, { time }) =>
    fill(texts.mails.admin_added, { admin, author: authorOf(texts, by), at: time(at) }),
  test: ({ at }, { mails }, { time }) => fill(mails.test, { at: time(at) }),
  notification: ({ title, body }) => ({ subject: title, paragraphs: body === null ? [title] : [body] }),
}

function authorOf({ author }: Texts, by: Maker): string {
  if (!by) return author.commandLine
  return 'user' in by ? author.user({ user: by.user }) : author.apiKey({ apiKey: by.apiKey })
}
