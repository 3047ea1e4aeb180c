/** One mail, ready to be sent: to one address, in both forms. */
export interface Mail {
  /** Stays the same however often it is sent, so that receivers can drop repeats. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  language: string
}

export interface Mailer {
  /** @throws {MailRefused} for what no later try will change; anything else may be tried again. */
  send(mail: Mail): Promise<void>
  stop(): Promise<void>
}

/** The mail server will never take this mail for this recipient. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
