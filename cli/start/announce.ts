import { defaultUrl } from '#runtime/database/default-urls.ts'
import { createLog, createTerminalLog, type Log } from '#runtime/log/log.ts'
import type { LogLevel } from '#runtime/log/log-levels.ts'
import { packageRevision } from '#runtime/package-revision.ts'
import { packageVersion } from '#runtime/package-version.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { clearTextWarning } from './clear-text.ts'
import type { ServiceAddresses } from './start.ts'

const isTerminal = process.stdout.isTTY === true

export const openLog = async (level: LogLevel): Promise<Log> =>
  isTerminal ? createTerminalLog(level) : createLog(level)

/**
 * Reports the addresses at the end of a start: as text if the standard output is a terminal, otherwise in the log, with `ready`
 * as the last line.
 */
export function announce(settings: AllSettings, bound: ServiceAddresses, log: Log): void {
  const running = atDefaultHost(bound)
  const startedInMs = Math.round(performance.now())
  const clearText = clearTextWarning(settings)
  if (clearText) log.warn({ fix: clearText.fix }, clearText.found)
  if (isTerminal) process.stdout.write(welcome(settings, bound, startedInMs))
  else {
    const { usersUrl, authUrl, consoleUrl, usersGrpc, authGrpc, adminPasswordFile } = running
    if (adminPasswordFile) log.info({ file: adminPasswordFile }, 'password of the new user admin written')
    if (running.mailboxUrl)
      log.warn({ mailbox: running.mailboxUrl }, 'no mail server is set: emails go into the mailbox')
    log.info(
      {
        users: usersUrl,
        auth: authUrl,
        ...(consoleUrl === undefined ? {} : { console: consoleUrl }),
        users_grpc: usersGrpc,
        auth_grpc: authGrpc,
        ...(settings.workers > 1 ? { workers: settings.workers } : {}),
        version: packageVersion(),
        revision: packageRevision(),
        started_in_ms: startedInMs,
      },
      'ready',
    )
  }
}

/**
 * Replaces the addresses that ports are bound to by the default host, which the issuer and the links in mails have too: a browser
 * that is signed in at `localhost` is not signed in at 127.0.0.1.
 */
function atDefaultHost(bound: ServiceAddresses): ServiceAddresses {
  const at = (url: string | undefined) => url && defaultUrl(url, bound.defaultHost)
  return {
    ...bound,
    usersUrl: at(bound.usersUrl),
    authUrl: at(bound.authUrl),
    internalUrl: at(bound.internalUrl),
    consoleUrl: at(bound.consoleUrl),
    usersOpsUrl: at(bound.usersOpsUrl),
    authOpsUrl: at(bound.authOpsUrl),
    mailboxUrl: at(bound.mailboxUrl),
  }
}

/** Returns what a start prints at a terminal: where the pages are, and nothing that the documentation has. */
export function welcome(settings: AllSettings, bound: ServiceAddresses, startedInMs: number): string {
  const { usersUrl, authUrl, consoleUrl, mailboxUrl, adminPasswordFile } = atDefaultHost(bound)
  const pages = settings.pages === 'on' ? authUrl && (settings.publicUrl ?? authUrl) : undefined
  const console = settings.console === 'on' ? (consoleUrl ?? pages) : undefined
  const rows: [string, string | undefined][] = [
    ['Console', pages && console && `${console}/console`],
    ['', adminPasswordFile && `sign in as admin with the password in ${adminPasswordFile}`],
    ['Account pages', pages && `${pages}/account`],
    ['Docs', `${usersUrl ?? authUrl}/docs`],
    ['Mailbox', mailboxUrl],
    ['', mailboxUrl && 'emails go there while no mail server is set'],
    ['User service', usersUrl],
    ['Auth service', authUrl],
    ['Data', settings.data],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.flatMap(([name, text]) => (text ? `  ${name.padEnd(width)}  ${text}` : []))
  return `Latchkey ${packageVersion()}\n\n${lines.join('\n')}\n\nReady in ${startedInMs} ms. Press Ctrl-C to stop.\n`
}
