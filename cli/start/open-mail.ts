import { join } from 'node:path'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { mailboxPages } from '#runtime/docs/mailbox-pages.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { type Mailbox, openMailbox } from '#runtime/mail/mailbox.ts'
import { createSmtpMailer } from '#runtime/mail/smtp-mailer.ts'
import type { HttpOptions } from '#runtime/server/server.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { findMailboxKey, mailboxKey } from '../settings/secrets.ts'
import { signsOfOthers } from '../settings/signs-of-others.ts'

/** Checks the settings for mail before any file is written. Only the user service sends mail. */
export function requireMail({ settings, services }: { settings: AllSettings; services: string }): void {
  const { smtpUrl, mailFrom, publicUrl, host, mailbox } = settings
  if (services === 'auth') return
  const faults: string[] = []
  if (smtpUrl !== undefined && mailFrom === undefined)
    faults.push('LATCHKEY_MAIL_FROM must be set when LATCHKEY_SMTP_URL is.')
  if (smtpUrl === undefined && mailbox === 'off')
    faults.push('LATCHKEY_SMTP_URL must be set when LATCHKEY_MAILBOX is off.')
  const signs = signsOfOthers(settings)
  if (smtpUrl === undefined && mailbox === 'auto' && signs.length > 0)
    faults.push(
      `LATCHKEY_SMTP_URL must be set when other machines use Latchkey, as by ${signs.join(' and ')}. LATCHKEY_MAILBOX=on uses the mailbox for development instead.`,
    )
  // The mailbox for development is read on this machine, where the default links work. So only a mail server needs a public URL.
  if (publicUrl === undefined && smtpUrl !== undefined && isEveryAddress(host))
    faults.push(
      `LATCHKEY_PUBLIC_URL must be set to listen on ${host}, because links in emails begin with it.`,
    )
  if (faults.length > 0) throw new StartFault(faults, { exitCode: 2 })
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

/**
 * Opens the mailer to the mail server that the settings name. Without one, mails are put into the mailbox, which is a page in the
 * browser that shows files of the data folder.
 */
export function openMail({ settings, clock = systemClock }: { settings: AllSettings; clock?: Clock }): {
  mailer: Mailer
  mailbox: Mailbox | undefined
} {
  const { smtpUrl: server, mailFrom: from, publicUrl } = settings
  if (server && from) return { mailer: createSmtpMailer({ server, from, publicUrl }), mailbox: undefined }
  // If the key in the mailbox URL could be guessed, the start is refused here, before any file is written.
  findMailboxKey(settings.data)
  const mailbox = openMailbox(join(settings.data, 'mailbox'), clock)
  return { mailer: mailbox, mailbox }
}

/**
 * Returns the pages that show the mails of a mailbox, and their path, which contains a secret key. The key is made only now,
 * because the data folder exists by now.
 */
export function showMailbox(
  mailbox: Mailbox,
  settings: AllSettings,
): { path: string; pages: HttpOptions['pages'] } {
  const key = mailboxKey(settings.data)
  const isForThisMachine = settings.mailbox !== 'on'
  return {
    path: `/dev/mail?key=${key}`,
    pages: (app) => mailboxPages(app, { mailbox, key, isForThisMachine }),
  }
}
