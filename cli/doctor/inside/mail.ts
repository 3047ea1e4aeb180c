import { randomUUID } from 'node:crypto'
import { html, markupOf } from '#runtime/html.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { greetingName } from '#runtime/mail/mail-settings.ts'
import { createSmtpMailer, greetMailServer } from '#runtime/mail/smtp-mailer.ts'
import { isLoopback } from '#runtime/network.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { isServed } from '../served.ts'

const fix = 'check the login, host, port, ?tls= and ?name= in LATCHKEY_SMTP_URL (docs/guide/mail.md)'

/** Connects to the mail server as the services do, up to the login. It sends nothing, unless `--mail-to` asks for a mail. */
export const mailCheck: Check = {
  name: 'mail',
  async run(deployment) {
    const { settings, services, answerMs } = deployment
    if (!services.includes('users')) return [skipped('the user service sends email')]
    const { smtpUrl: server, mailFrom: from, publicUrl } = settings
    if (!server || !from) return withoutServer(deployment)
    const name = greetingName({ server, from, publicUrl })
    try {
      await greetMailServer({ server, from, publicUrl, answerMs })
    } catch (error) {
      return [fail(`${messageOf(error)} (greeted as ${name})`, fix)]
    }
    const login = server.login ? ' with this login' : ''
    const took = `${server.host}:${server.port} accepts email from ${from.address}${login}, greeted as ${name}`
    return [...clearText(deployment), ...(await sendTo(deployment)), ok(took)]
  },
}

function withoutServer({ settings, mailTo }: Deployment): Finding[] {
  const needed = 'LATCHKEY_SMTP_URL=smtps://NAME:SECRET@HOST and LATCHKEY_MAIL_FROM=ADDRESS'
  if (mailTo !== undefined) return [fail('no mail server is set, so no test email was sent', needed)]
  return isServed(settings)
    ? [warn('no mail server: emails go into the mailbox for development', needed)]
    : [skipped('no mail server is set: emails go into the mailbox')]
}

function clearText({ settings: { smtpUrl } }: Deployment): Finding[] {
  if (smtpUrl?.security !== 'none' || isLoopback(smtpUrl.host)) return []
  return [
    warn(
      'emails, with links that sign users in, cross the network in clear text',
      'remove ?tls=none from LATCHKEY_SMTP_URL',
    ),
  ]
}

async function sendTo({
  settings: { smtpUrl: server, mailFrom: from, publicUrl, language = 'en' },
  mailTo: to,
  answerMs,
}: Deployment): Promise<Finding[]> {
  if (to === undefined || !server || !from) return []
  const mailer = createSmtpMailer({ server, from, publicUrl, answerMs, mailMs: answerMs })
  const text = 'latchkey doctor sent this email with --mail-to. The mail server works.'
  try {
    await mailer.send({
      id: randomUUID(),
      to,
      subject: 'Test email from Latchkey',
      text: `${text}\n`,
      html: markupOf(html`<p>${text}</p>`),
      language,
    })
    return [ok('the mail server accepted the test email: check that it arrives, and not as spam')]
  } catch (error) {
    return [fail(messageOf(error), 'check that the server lets LATCHKEY_MAIL_FROM send, and to this address')]
  } finally {
    await mailer.stop()
  }
}
