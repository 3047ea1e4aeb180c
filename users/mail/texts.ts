import type { MailKind, MailOf } from './mail-content.ts'

/** What one mail says, in one language. Everything here is plain text: what it becomes is the layout's business. */
export interface MailText {
  subject: string
  /** The first is also what mail programs show beside the subject. */
  paragraphs: string[]
  /** On the button that leads to the content's link. */
  button?: string
  /** Below the button. */
  after?: string[]
}

/** How a language writes what is not words. */
export interface Forms {
  /** `24 hours` */
  duration(amount: number, unit: 'minute' | 'hour' | 'day'): string
  /** `21 November 2026 at 09:30 UTC` */
  time(epochMs: number): string
}

/** Every text of one language. One that is missing does not compile. */
export interface Texts {
  locale: string
  greeting(username: string): string
  /** Above the link, for those whose mail program shows no button. */
  plainLink: string
  footer: string
  mails: { [K in MailKind]: (content: MailOf<K>, forms: Forms) => MailText }
}
