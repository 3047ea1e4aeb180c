import { domainToASCII } from 'node:url'
import { emailKey } from '#contract/names.ts'
import { type Mail, type Mailer, MailRefused } from './mail.ts'
import type { Sender, SmtpServer } from './mail-settings.ts'

export interface SmtpMailerOptions {
  server: SmtpServer
  from: Sender
  /** For a connection, for its greeting, and for each answer. */
  answerMs?: number
  /** For a mail as a whole, its wait for a connection included: a server may answer slowly for ever. */
  mailMs?: number
}

const maxConnections = 3

/** Sends by SMTP. Every fault is thrown: that a mail was not taken, whoever asked for it must know to try again. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { mailMs = 20_000 } = options
  let pool: Promise<Pool> | undefined
  return {
    async send(mail) {
      const recipient = toRecipient(mail.to)
      // Loaded for the first mail: a start need not wait for it.
      pool ??= openPool(options)
      const message = { ...toMessage(mail, options.from, recipient), signal: AbortSignal.timeout(mailMs) }
      await (await pool).sendMail(message).catch((error: unknown) => {
        throw toFault(error as SmtpError)
      })
    },
    async stop() {
      ;(await pool)?.close({ force: true })
    },
  }
}

type Pool = Awaited<ReturnType<typeof openPool>>

async function openPool({ server, answerMs = 10_000 }: SmtpMailerOptions) {
  const { createTransport } = await import('nodemailer')
  const { host, port, security, login } = server
  return createTransport({
    pool: true,
    maxConnections,
    // Whoever sends tries again, later and later: what is tried at once here would be tried twice.
    maxRequeues: 0,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'required',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(login ? { auth: login } : {}),
    dnsTimeout: answerMs,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    maxResponseSize: 16 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * The envelope names this one string. The local part stays as it was entered, for its case is the receiver's business.
 * The domain is put into ASCII by what `emailKey` does it with, so that none is sent to but the one that was looked at.
 */
function toRecipient(address: string): string {
  if (emailKey(address) === undefined) throw new MailRefused('The recipient is not one plain address.')
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

function toMessage(mail: Mail, from: Sender, recipient: string) {
  if (!/^[\w-]{1,100}$/.test(mail.id)) throw new Error('The id of a mail cannot stand in a header.')
  return {
    envelope: { from: from.address, to: [recipient] },
    from,
    // Not as a string, which would be read as a list of addresses.
    to: { name: '', address: recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1))}>`,
    headers: {
      // RFC 3834 section 5: nobody's absence is answered to a machine. Exchange asks for the second one.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
  }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/**
 * Refused for good is what was said to the recipient or to the mail itself. A login or a sender that is not taken is the
 * operator's to mend, and the mail goes out then. The server's answer is logged, so addresses are left out of it.
 */
function toFault(error: SmtpError): Error {
  const { code, command = '', response, responseCode = 0 } = error
  const answer = (response ?? error.message).slice(0, 300).replace(/[^\s<>]+@[^\s<>]+/g, '(address)')
  const isRefused = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return isRefused
    ? new MailRefused(`The mail server refused a mail: ${answer}`)
    : new Error(`The mail server did not take a mail (${code ?? error.name}): ${answer}`)
}
