import { operator } from '#contract/declaration/endpoint.ts'
import type { TestEmailFault, TestEmailResource } from '#contract/system/test-email.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { sendTestEmail } from '#users/messages/mail/send-test-email.ts'
import { findNamedUser } from '../api/find-user.ts'
import { withApi } from '../api/with-api.ts'
import { printable, printableJson } from '../printable.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { openMail } from '../start/open-mail.ts'
import { withUsers } from '../with-users.ts'

/** Sends a test email to an admin, and prints what the mail server replied. The exit code is 1 if it was not accepted. */
export async function mailTestCommand(settings: AllSettings, name: string, isJson: boolean): Promise<void> {
  const onDatabases = { url: undefined, 'api-key-file': undefined }
  const { id, role, username } = await withApi(settings, onDatabases, (api) => findNamedUser(api, name))
  if (role !== 'admin')
    throw new StartFault([`${printable(username)} is not an admin. Test emails go to admins only.`])
  const { mailer } = openMail({ settings })
  try {
    const sent = await withUsers(settings, (users) =>
      sendTestEmail(users, { mailer, userId: id, by: operator }),
    )
    process.stdout.write(isJson ? printableJson(sent) : inWords(sent, username))
    if (sent.outcome === 'failed') process.exitCode = 1
  } finally {
    await mailer.stop()
  }
}

function inWords({ outcome, to, server, fault, reply }: TestEmailResource, username: string): string {
  if (outcome === 'stored')
    return `No mail server is set. The test email to ${printable(to)} is in the mailbox.\nfix: set LATCHKEY_SMTP_URL and LATCHKEY_MAIL_FROM\n`
  const at = printable(server ?? 'the mailbox')
  const said = reply === null ? '' : `reply: ${printable(reply)}\n`
  if (fault === null)
    return `Sent to ${printable(to)} by ${at}. Check that it arrives, and not as spam.\n${said}`
  const [found, fix] = words[fault]
  return `${found} (${at})\n${said}fix: ${fix.replace('USERNAME', printable(username))}\n`
}

/** What happened, and what to do about it. */
const words: Record<TestEmailFault, [found: string, fix: string]> = {
  no_address: [
    'The address of this admin is a placeholder.',
    'latchkey users update USERNAME --email ADDRESS',
  ],
  host_not_found: [
    'The host of the mail server was not found.',
    'check the host in LATCHKEY_SMTP_URL, and DNS on this machine',
  ],
  connection_failed: [
    'The mail server refused the connection.',
    'check host and port in LATCHKEY_SMTP_URL, and firewalls',
  ],
  timed_out: [
    'The mail server did not respond in time.',
    'check host and port in LATCHKEY_SMTP_URL; many networks block port 25',
  ],
  tls_failed: [
    'The TLS connection to the mail server failed.',
    'use the name in its certificate; smtps:// is for port 465, smtp:// for 587',
  ],
  login_refused: [
    'The mail server refused the login.',
    'check name and password in LATCHKEY_SMTP_URL, with special characters percent-encoded',
  ],
  sender_refused: [
    'The mail server refused the sender.',
    'allow the address of LATCHKEY_MAIL_FROM at the mail server, or change it',
  ],
  recipient_refused: ['The mail server refused the recipient.', 'check the email address of this admin'],
  message_refused: [
    'The mail server refused the message.',
    'see its reply, and the spam rules of the mail server',
  ],
  deferred: ['The mail server asks to try again later.', 'wait some minutes, then try again'],
  unknown: ['The mail server did not accept the message.', 'see its reply, and docs/guide/mail.md'],
}
