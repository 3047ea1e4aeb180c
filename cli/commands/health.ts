import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as requestClear } from 'node:http'
import { request as requestTls } from 'node:https'
import type { HealthResource } from '#contract/system/health.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { reachableHost } from '#runtime/network.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printJson } from '../printable.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { certificateFiles } from '../start/tls-settings.ts'

const longestMs = 5_000
const longestHealth = 4_096

/**
 * Asks the services on this machine whether they are ready, at the ports that the settings name, and prints one line. Service
 * managers and container images without curl use this command.
 * @throws {StartFault} with exit code 1 and a sentence for each service that is not ready
 */
export async function healthCommand(
  settings: AllSettings,
  services: 'both' | 'users' | 'auth',
  isJson: boolean,
): Promise<void> {
  const asked = services === 'both' ? (['users', 'auth'] as const) : [services]
  const answers = await Promise.all(asked.map((service) => findFault(settings, service)))
  if (isJson) {
    const stateOf = (fault: string | undefined) => ({ ready: fault === undefined, fault: fault ?? null })
    const states = asked.map((service, at) => [service, stateOf(answers[at])])
    printJson({ services: Object.fromEntries(states) })
  }
  const faults = answers.filter((fault) => fault !== undefined)
  if (faults.length > 0) throw new StartFault(faults)
  if (!isJson) process.stdout.write(`ready: ${asked.join(' and ')}\n`)
}

/** Returns why a service is not ready; undefined if it is. */
async function findFault(settings: AllSettings, service: 'users' | 'auth'): Promise<string | undefined> {
  const port = { users: settings.usersPort, auth: settings.authPort }[service]
  if (port === 0)
    return `Cannot check ${service}: LATCHKEY_${service.toUpperCase()}_PORT is 0, so its port is unknown.`
  const files = certificateFiles(settings)
  const url = `${files ? 'https' : 'http'}://${reachableHost(settings.host)}:${port}/health/ready`
  const signal = AbortSignal.timeout(longestMs)
  try {
    const { status, text } = await replyTo(
      files
        ? requestTls(url, {
            agent: false,
            signal,
            // The certificate is not checked, because it is for a public name. Nothing is sent that another server on this port
            // must not see.
            rejectUnauthorized: false,
            cert: readFileSync(files.cert),
            key: readFileSync(files.key),
          })
        : requestClear(url, { agent: false, signal }),
    )
    return status === 200
      ? undefined
      : `${service} is not ready: ${url} returned ${status}${whatIsWrong(text)}.`
  } catch (error) {
    const why = signal.aborted ? `no response within ${longestMs / 1000} s` : messageOf(error)
    return `${service} is not ready: ${url}: ${why}.`
  }
}

async function replyTo(asked: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  asked.end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of reply.setEncoding('utf8')) text = (text + part).slice(0, longestHealth)
  return { status: reply.statusCode, text }
}

/** Returns the failed checks in the health response of a service, such as ` (clock: skewed)`; empty when there are none. */
function whatIsWrong(text: string): string {
  try {
    const { checks = {} }: Partial<HealthResource> = JSON.parse(text)
    const wrong = Object.entries(checks).filter(([, state]) => state !== 'ok')
    return wrong.length > 0 ? ` (${wrong.map((one) => one.join(': ')).join(', ')})` : ''
  } catch {
    return ''
  }
}
