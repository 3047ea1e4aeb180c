/** A mail that is ready to be sent, to one address, as text and as HTML. */
export interface Mail {
  /** The id stays the same when the mail is sent again, so that receivers can drop duplicates. */
  id: string
  to: string
  /** The name of the sender, if the setting of the sender has none. One line. */
  senderName?: string | undefined
  subject: string
  text: string
  html: string
  language: string
}

export interface Mailer {
  /** The mail server and the sender, in words; undefined for a mailer that stores mails on this machine. */
  readonly server: string | undefined
  /**
   * Sends a mail, and returns the reply of the mail server, if there is one. @throws {MailRefused} when a retry cannot succeed;
   * after any other error a retry may succeed
   */
  send(mail: Mail): Promise<string | undefined>
  stop(): Promise<void>
}

/** The step at which a mail failed. Each needs another correction by the operator. */
export const mailFaults = [
  'host_not_found',
  'connection_failed',
  'timed_out',
  'tls_failed',
  'login_refused',
  'sender_refused',
  'recipient_refused',
  'message_refused',
  'deferred',
  'unknown',
] as const
export type MailFault = (typeof mailFaults)[number]

/** The error of a mail that the mail server did not take. A retry may succeed. */
export class MailFailed extends Error {
  override name = 'MailFailed'
  readonly fault: MailFault
  /** The reply of the mail server, or the error of the connection, without addresses. */
  readonly reply: string
  constructor(message: string, { fault, reply }: { fault: MailFault; reply: string }) {
    super(message)
    this.fault = fault
    this.reply = reply
  }
}

/** The error of a mail that the mail server will never accept for its recipient. */
export class MailRefused extends MailFailed {
  override name = 'MailRefused'
}
