import { defaultUrl } from '#runtime/database/default-urls.ts'
import { createLog, createTerminalLog, type Log } from '#runtime/log/log.ts'
import type { LogLevel } from '#runtime/log/log-levels.ts'
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
  if (clearText) log.warn({ mend: clearText.mend }, clearText.found)
  if (isTerminal) process.stdout.write(welcome(settings, bound, startedInMs))
  else {
    const { usersUrl, authUrl, consoleUrl, usersGrpc, authGrpc, adminPasswordFile } = running
    if (adminPasswordFile)
      log.info({ file: adminPasswordFile }, 'the password of the new user admin is in a file')
    if (running.mailboxUrl)
      log.warn(
        { mailbox: running.mailboxUrl },
        'no mail server is set: mail is kept here, and reaches nobody',
      )
    log.info(
      {
        users: usersUrl,
        auth: authUrl,
        ...(consoleUrl === undefined ? {} : { console: consoleUrl }),
        users_grpc: usersGrpc,
        auth_grpc: authGrpc,
        ...(settings.workers > 1 ? { workers: settings.workers } : {}),
        version: packageVersion(),
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

export function welcome(settings: AllSettings, bound: ServiceAddresses, startedInMs: number): string {
  const running = atDefaultHost(bound)
  const { usersUrl, authUrl, consoleUrl, usersGrpc, authGrpc, usersOpsUrl, authOpsUrl, adminPasswordFile } =
    running
  const lines = [`Latchkey ${packageVersion()}`, '']
  if (usersUrl) lines.push(`  users  ${usersUrl}   (routes: ${usersUrl}/docs)   gRPC ${usersGrpc}`)
  if (authUrl) lines.push(`  auth   ${authUrl}   (routes: ${authUrl}/docs)   gRPC ${authGrpc}`)
  if (consoleUrl) lines.push(`  admin  ${consoleUrl}/console`)
  lines.push(
    `  ops    ${[usersOpsUrl, authOpsUrl].flatMap((url) => (url ? [`${url}/metrics`] : [])).join('   ')}`,
  )
  lines.push(`  data   ${settings.data}`)
  if (running.mailboxUrl) lines.push(`  mail   ${running.mailboxUrl}   (no mail server is set)`)
  if (adminPasswordFile) lines.push(`  admin  log in as admin with the password in ${adminPasswordFile}`)
  lines.push('', 'Try it:')
  if (usersUrl) {
    lines.push(
      `  curl ${usersUrl}/users/create -H 'content-type: application/json' \\`,
      `    -d '{"username": "ada", "email": "ada@example.com", "password": "correct horse battery"}'`,
    )
  } else lines.push(`  curl ${authUrl}/health`)
  return `${lines.join('\n')}\n\nReady in ${startedInMs} ms. Ctrl-C stops it.\n`
}
