/** A mail that is ready to be sent, to one address, as text and as HTML. */
export interface Mail {
  /** The id stays the same when the mail is sent again, so that receivers can drop duplicates. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  language: string
}

export interface Mailer {
  /**
   * Sends a mail. @throws {MailRefused} when a retry cannot succeed; after any other error a retry may
   * succeed
   */
  send(mail: Mail): Promise<void>
  stop(): Promise<void>
}

/** The error of a mail that the mail server will never accept for its recipient. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
