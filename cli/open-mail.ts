import { join } from 'node:path'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { HttpOptions } from '#runtime/http-server.ts'
import type { Mailer } from '#runtime/mail.ts'
import { openMailbox } from '#runtime/mailbox.ts'
import { mailboxPages } from '#runtime/mailbox-pages.ts'
import { isLoopback } from '#runtime/network.ts'
import { createSmtpMailer } from '#runtime/smtp-mailer.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings } from './all-settings.ts'

/** The user service sends: where it runs, what it needs for that is asked of the settings before anything is made. */
export function requireMail({ settings, services }: { settings: AllSettings; services: string }): void {
  const { smtpUrl, mailFrom, publicUrl, host } = settings
  if (services === 'auth') return
  const faults: string[] = []
  if (smtpUrl !== undefined && mailFrom === undefined)
    faults.push('LATCHKEY_MAIL_FROM must be set where LATCHKEY_SMTP_URL is.')
  if (smtpUrl === undefined && !isLoopback(host))
    faults.push(
      `LATCHKEY_SMTP_URL must be set to listen on ${host}: without it mail goes into a mailbox that is for development only.`,
    )
  if (publicUrl === undefined && isEveryAddress(host))
    faults.push(
      `LATCHKEY_PUBLIC_URL must be set to listen on ${host}: the links in mails would lead to whoever reads them.`,
    )
  if (faults.length > 0) throw new StartFault(faults, { exitCode: 2 })
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The server that is set, or else the mailbox in the data folder with the pages that show it. */
export function openMail({ settings, clock = systemClock }: { settings: AllSettings; clock?: Clock }): {
  mailer: Mailer
  pages: HttpOptions['pages']
} {
  const { smtpUrl: server, mailFrom: from } = settings
  if (server && from) return { mailer: createSmtpMailer({ server, from }), pages: undefined }
  const mailbox = openMailbox(join(settings.data, 'mailbox'), clock)
  return { mailer: mailbox, pages: (app) => mailboxPages(app, mailbox) }
}
