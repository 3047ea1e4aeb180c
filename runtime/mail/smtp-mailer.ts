import { domainToASCII } from 'node:url'
import type { NodemailerError } from 'nodemailer'
import { emailKey } from '#contract/rules/names.ts'
import { toError } from '../log/thrown.ts'
import { type Mail, type Mailer, MailFailed, type MailFault, MailRefused } from './mail.ts'
import { domainOf, greetingName, type Sender, type SmtpServer } from './mail-settings.ts'

export interface SmtpMailerOptions {
  server: SmtpServer
  from: Sender
  /** The URL of the pages. Its host is the name in the EHLO greeting. */
  publicUrl?: string | undefined
  /** The maximum time to connect to the mail server, to get its greeting and to get each reply; 10 seconds if absent. */
  answerMs?: number
  /** The maximum time for one mail, including its wait for a connection; 20 seconds if absent. */
  mailMs?: number
}

const maxConnections = 3

/** Creates a mailer that sends mails by SMTP. Every error is thrown, because the caller retries. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { mailMs = 20_000 } = options
  let pool: Promise<Pool> | undefined
  const { server, from } = options
  return {
    server: `${server.host}:${server.port}, from ${from.address}`,
    async send(mail) {
      const recipient = toRecipient(mail.to)
      // The library is loaded for the first mail, so that a start does not wait for it.
      pool ??= openPool(options)
      const message = { ...toMessage(mail, from, recipient), signal: AbortSignal.timeout(mailMs) }
      const { response } = await (await pool).sendMail(message).catch((error: unknown) => {
        throw toFault(toError(error))
      })
      return shorten(response)
    },
    async stop() {
      ;(await pool)?.close({ force: true })
    },
  }
}

/**
 * Connects to the mail server as for a mail, with TLS and the login, and sends no mail.
 * @throws {Error} whose message names neither an address nor the login
 */
export async function greetMailServer(options: SmtpMailerOptions): Promise<void> {
  const pool = await openPool(options)
  try {
    await pool.verify()
  } catch (error) {
    const { code, response, message, name }: NodemailerError = toError(error)
    throw new Error(`The mail server cannot be used (${code ?? name}): ${shorten(response ?? message)}`, {
      cause: error,
    })
  } finally {
    pool.close({ force: true })
  }
}

type Pool = Awaited<ReturnType<typeof openPool>>

async function openPool(options: SmtpMailerOptions) {
  const { server, answerMs = 10_000 } = options
  const { createTransport } = await import('nodemailer')
  const { host, port, security, login } = server
  return createTransport({
    pool: true,
    maxConnections,
    // The caller retries with growing pauses, so the library must not.
    maxRequeues: 0,
    host,
    port,
    name: greetingName(options),
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
 * Returns the recipient for the envelope. The local part stays as it was entered, because only the receiving
 * server knows whether its case matters. The domain is converted to ASCII by the function that `emailKey`
 * uses, so that mail goes to the address that was checked.
 * @throws {MailRefused}
 */
function toRecipient(address: string): string {
  if (emailKey(address) === undefined) {
    const message = 'The recipient is not one plain address.'
    throw new MailRefused(message, { fault: 'recipient_refused', reply: message })
  }
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

function toMessage(mail: Mail, from: Sender, recipient: string) {
  if (!/^[\w-]{1,100}$/.test(mail.id)) throw new Error('The id of a mail cannot stand in a header.')
  return {
    envelope: { from: from.address, to: [recipient] },
    from: from.name === '' ? { ...from, name: (mail.senderName ?? '').replace(/\p{Cc}+/gu, ' ') } : from,
    // The address is an object, because the library would parse a string as a list of addresses.
    to: { name: '', address: recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    headers: {
      // RFC 3834 section 5: this header keeps mail servers from sending absence replies to a machine.
      // Exchange needs the second header for that.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
  }
}

/**
 * Converts an error of the mail library: to `MailRefused` when the server refuses the recipient or the mail for good (5xx),
 * otherwise to an error that is retried, because the operator can correct a refused login or sender. The server's reply is
 * logged, so addresses are left out of it.
 */
function toFault(error: NodemailerError): Error {
  const { code, response } = error
  const answer = shorten(response ?? error.message)
  const about = { fault: faultOf(error), reply: answer }
  return isRefusedForGood(error)
    ? new MailRefused(`The mail server refused a mail: ${answer}`, about)
    : new MailFailed(`The mail server did not take a mail (${code ?? error.name}): ${answer}`, about)
}

/** The codes with which Node reports that a certificate is not accepted, or that the other side does not speak TLS. */
const aboutTls = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/

/** Returns the step at which a mail failed, so that an operator learns which setting to correct. */
function faultOf(error: NodemailerError): MailFault {
  const { code = '', originalCode = '', command = '', responseCode = 0, name } = error
  if (code === 'EDNS') return 'host_not_found'
  if (code === 'ETIMEDOUT' || code === 'EABORT' || name === 'TimeoutError') return 'timed_out'
  if (code === 'ETLS' || code === 'EREQUIRETLS' || aboutTls.test(originalCode)) return 'tls_failed'
  if (code === 'EAUTH' || code === 'ENOAUTH' || aboutLogin.includes(responseCode)) return 'login_refused'
  if (responseCode >= 400 && responseCode < 500) return 'deferred'
  if (command === 'MAIL FROM') return 'sender_refused'
  if (command === 'RCPT TO') return isRefusedForGood(error) ? 'recipient_refused' : 'sender_refused'
  if (command === 'DATA') return isRefusedForGood(error) ? 'message_refused' : 'sender_refused'
  return code === 'ESOCKET' || code === 'ECONNECTION' ? 'connection_failed' : 'unknown'
}

function isRefusedForGood({ command = '', response = '', responseCode = 0 }: NodemailerError): boolean {
  if (responseCode < 500 || !(command === 'RCPT TO' || command === 'DATA')) return false
  if (aboutLogin.includes(responseCode)) return false
  const [, status] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return status === undefined
    ? !aboutSenderInWords[command].test(shorten(response))
    : !aboutSender[command].test(status)
}

/**
 * The status codes for a login that is missing, too weak or wrong (RFC 4954 section 6). Some servers send them only in reply to
 * the recipient or the mail.
 */
const aboutLogin = [530, 534, 535, 538]

/**
 * The enhanced status codes (RFC 3463) for errors on the side of the sender, which the operator can correct: an unknown sender
 * address, a used-up daily limit, a greeting that is not accepted, a relay that does not know this machine, and at Microsoft 365
 * a full mailbox of the sender. Some servers send them in reply to the recipient (Postfix with `smtpd_delay_reject`), others in
 * reply to the mail. In reply to the mail, the other policy codes (5.7) refuse its text.
 */
const aboutSender = {
  'RCPT TO': /^5\.(?:1\.[78]|2\.25\d|4\.5|5\.[24]|7\.\d+)$/,
  DATA: /^5\.(?:1\.[78]|2\.(?:[02]|25\d)|4\.5|5\.[24]|7\.(?:[089]|57|60|139|7\d\d))$/,
}

/**
 * The words by which an error on the side of the sender is recognised in replies without an enhanced status code, such as those
 * of Exim and Amazon SES. A wrong guess costs some more attempts, or a mail that the operator must replay.
 * `tests/borders/mail-relays` has the replies.
 */
const aboutSenderInWords = {
  'RCPT TO': /\b(?:relay|sender)/i,
  DATA: /\b(?:not authorized|not verified|paused)\b/i,
}

/**
 * Cuts off a long reply, and replaces the addresses in it: they are personal data, and the words in them could be mistaken for
 * the reason.
 */
const shorten = (reply: string): string => reply.slice(0, 300).replace(/[^\s<>]+@[^\s<>]+/g, '(address)')
