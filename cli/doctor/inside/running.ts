import type { HealthResource } from '#contract/system/health.ts'
import type { Arrival } from '#runtime/http/arrival-page.ts'
import { codeOf, messageOf } from '#runtime/log/thrown.ts'
import { reachableHost } from '#runtime/network.ts'
import { packageVersion } from '#runtime/package-version.ts'
import { serviceTokensOf } from '../../settings/secrets.ts'
import { ask } from '../ask.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import { clockAdvice } from '../clock-advice.ts'
import type { Deployment, Service } from '../deployment.ts'
import { faultIn } from '../readiness.ts'

/**
 * Asks both services, at their addresses in the settings, for their version and their health, and whether they accept the service
 * token.
 */
export const runningCheck: Check = {
  name: 'services',
  async run(deployment, signal) {
    if (serviceTokensOf(deployment.settings).length === 0) return [skipped('there is no service token yet')]
    const found = await Promise.all(
      (['users', 'auth'] as const).map((service) => lookAt(deployment, { service, signal })),
    )
    return found.flat()
  },
}

/** The difference between this clock and that of a service, in milliseconds, above which the check warns. */
const maxClockMs = 2_000

async function lookAt(
  deployment: Deployment,
  { service, signal }: { service: Service; signal: AbortSignal },
): Promise<Finding[]> {
  const base = baseOf(deployment, service)
  if (base === undefined) return [skipped(`${service}: unknown port, because its setting is 0`)]
  try {
    const { status, json, at, uncertainMs } = await deployment.askArrival(base, { signal })
    if (status === 404)
      return [
        fail(
          `${service} at ${base.origin} does not accept this service token, or is older than this command`,
          'use the same LATCHKEY_SERVICE_TOKEN and version for both services',
        ),
      ]
    if (status !== 200 || json === undefined)
      return [
        fail(
          `${service} at ${base.origin} returns ${status}`,
          `check the log of the ${service} service, and \`curl ${base.origin}/health/ready\``,
        ),
      ]
    const astray = await lookPast(deployment, { service, arrival: json, signal })
    const isAstray = astray.length > 0
    const fault =
      faultOfArrival(json, { service, base, at, uncertainMs }) ??
      (await faultOfHealth(deployment, { service, base, isAstray, signal }))
    return [
      fault ?? ok(`${service} at ${base.origin}: version ${json.version}, Node ${json.node}`),
      ...astray,
    ]
  } catch (error) {
    return [unreachable(error, { service, base })]
  }
}

function unreachable(error: unknown, { service, base }: { service: Service; base: URL }): Finding {
  if (codeOf(error) === 'ECONNREFUSED')
    return warn(
      `${service}: no response at ${base.origin}`,
      `start it; if it runs elsewhere, set ${service === 'users' ? 'LATCHKEY_USERS_URL' : 'LATCHKEY_AUTH_URL'}`,
    )
  return fail(
    `${service} at ${base.origin} cannot be queried: ${messageOf(error)}`,
    'check its log, and the network in between',
  )
}

/**
 * Returns a finding about the health that a service reports, or that its health cannot be read. A check that fails because a
 * service was not found at its URL (`isAstray`) is left out.
 */
async function faultOfHealth(
  { settings }: Deployment,
  {
    service,
    base,
    isAstray,
    signal,
  }: { service: Service; base: URL; isAstray: boolean; signal: AbortSignal },
): Promise<Finding | undefined> {
  const health = new URL('/health/ready', base)
  try {
    const { json: state } = await ask<Partial<HealthResource>>(health, { signal, settings })
    // When the other service was not found at its URL, that finding explains why its check fails, so the check is left out here.
    const { auth_service, user_service, ...checks } = state?.checks ?? {}
    return state && faultIn(health, isAstray ? { ...state, checks } : state)
  } catch (error) {
    return unreachable(error, { service, base })
  }
}

/**
 * Returns a finding about the version or the clock that a service reports. `at` is the time by the clock of this machine at that
 * moment.
 */
function faultOfArrival(
  arrival: Arrival,
  { service, base, at, uncertainMs }: { service: Service; base: URL; at: number; uncertainMs: number },
): Finding | undefined {
  const [here, there] = [packageVersion(), arrival.version]
  if (here !== there)
    return warn(
      `${service} at ${base.origin} is version ${there}, this command ${here}`,
      'restart the service with the new version, or use the command of the old version',
    )
  const behindMs = Math.abs(arrival.now - at)
  if (behindMs - uncertainMs > maxClockMs)
    return warn(
      `the clock of ${service} at ${base.origin} differs by ${(behindMs / 1_000).toFixed(1)} s`,
      clockAdvice,
    )
  return undefined
}

const names: Record<Service, string> = { users: 'the user service', auth: 'the authentication service' }

/**
 * Checks the URL at which a service calls the other one, if that runs in another process. The setting of that service may be
 * wrong although the setting of this command is right.
 */
async function lookPast(
  deployment: Deployment,
  { service, arrival, signal }: { service: Service; arrival: Arrival; signal: AbortSignal },
): Promise<Finding[]> {
  const url = URL.parse(arrival.other_service ?? '')
  if (!url) return []
  const reply = await deployment.askArrival(url, { signal }).catch(() => undefined)
  if (reply?.status === 200) return []
  const other = service === 'users' ? 'auth' : 'users'
  const how = reply === undefined ? 'there is no response from here' : `the response is ${reply.status}`
  return [
    fail(
      `${service} asks ${names[other]} at ${url.origin}, where ${how}`,
      `set ${other === 'users' ? 'LATCHKEY_USERS_URL' : 'LATCHKEY_AUTH_URL'} of ${names[service]} to the URL of ${names[other]}, then restart it`,
    ),
  ]
}

/** Returns where a service listens: on this machine, or where the setting says for one that runs elsewhere. */
function baseOf({ settings, services }: Deployment, service: Service): URL | undefined {
  const { usersUrl, authUrl, usersPort, authPort, tlsCert, host } = settings
  const elsewhere = service === 'users' ? usersUrl : authUrl
  if (elsewhere !== undefined && !services.includes(service)) return new URL(elsewhere)
  const port = service === 'users' ? usersPort : authPort
  if (port === 0) return undefined
  return new URL(`${tlsCert === undefined ? 'http' : 'https'}://${reachableHost(host)}:${port}`)
}
