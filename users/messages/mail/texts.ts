import type { MailKind, MailOf } from './mail-content.ts'

/** The text of one mail in one language. It is all plain text; the layout decides how it is shown. */
export interface MailText {
  subject: string
  /** The paragraphs above the button that opens the link. Mail programs show the first one beside the subject. */
  paragraphs: string[]
  /** The label of the button that opens the content's link. */
  button?: string
  /** The paragraphs below the button that opens the link. */
  after?: string[]
}

/** The functions that format durations and times in a language. */
export interface Forms {
  /** Formats a duration, such as `24 hours`. */
  duration(amount: number, unit: 'minute' | 'hour' | 'day'): string
  /** Formats a time, such as `21 November 2026 at 09:30 UTC`. */
  time(epochMs: number): string
}

/** All texts of one language. A missing one is a compile error. */
export interface Texts {
  locale: string
  greeting(username: string): string
  /** The line above the plain link, for mail programs that show no button. */
  plainLink: string
  footer: string
  mails: { [K in MailKind]: (content: MailOf<K>, forms: Forms) => MailText }
}
