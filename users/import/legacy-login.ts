import { parseStrictJson } from '#contract/rules/strict-json.ts'
import type { Log } from '#runtime/log/log.ts'

/** The client that asks the old system whether it accepts a login name and a password. */
export interface LegacyLogin {
  /**
   * Returns the user as the old system describes it; undefined when it refuses, or cannot be asked. `startedAt` is the time at
   * which the login began, in milliseconds on the monotonic clock.
   */
  ask(credentials: { name: string; password: string; startedAt: number }): Promise<unknown>
}

export interface LegacyLoginOptions {
  /** An https URL, or an http URL of this machine. */
  url: string
  /** The bearer token with which Latchkey authenticates to the old system. */
  secret: string
  /** The timeout of one request to the old system. */
  timeoutMs: number
  /**
   * The maximum time from the beginning of the login to the reply of the old system. The authentication service stops waiting
   * soon after that, and could then not count a wrong password.
   */
  withinMs: number
}

const maxReplyBytes = 64 * 1024
/** The maximum number of concurrent requests to the old system, so as not to overload it. */
const maxUnderWay = 20
const failuresUntilPause = 5
const pauseMs = 10_000

/** The error that is thrown when the old system gave no reply that can be used. */
class NoAnswer extends Error {}

/**
 * Creates the client of the old system. Each request has a timeout, and the number of concurrent requests is limited. After five
 * failed requests in a row, no request is sent for ten seconds.
 */
export function createLegacyLogin(
  options: LegacyLoginOptions,
  { log, elapsedMs = () => performance.now() }: { log: Log; elapsedMs?: () => number },
): LegacyLogin {
  let underWay = 0
  let failures = 0
  let pausedUntil = 0

  function noteFailure(error: unknown): void {
    failures++
    if (failures < failuresUntilPause) return
    failures = 0
    pausedUntil = elapsedMs() + pauseMs
    log.warn({ err: error }, 'previous system does not respond, pausing imports at sign-in for ten seconds')
  }

  return {
    async ask({ name, password, startedAt }) {
      const leftMs = Math.floor(startedAt + options.withinMs - elapsedMs())
      if (leftMs <= 0 || underWay >= maxUnderWay || elapsedMs() < pausedUntil) return undefined
      underWay++
      try {
        const timeoutMs = Math.min(options.timeoutMs, leftMs)
        const reply = await post(
          { ...options, timeoutMs },
          { [name.includes('@') ? 'email' : 'username']: name, password },
        )
        failures = 0
        return reply
      } catch (error) {
        noteFailure(error)
        return undefined
      } finally {
        underWay--
      }
    },
  }
}

const refusals = [400, 401, 403, 404, 422]

async function post(
  { url, secret, timeoutMs }: Omit<LegacyLoginOptions, 'withinMs'>,
  body: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${secret}`,
    },
    body: JSON.stringify(body),
    // Redirects are refused, because they could send the password to another server.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await bodyOf(response)
  if (response.status === 200) return parseStrictJson(text)
  if (refusals.includes(response.status)) return undefined
  throw new NoAnswer(`The previous system returned status ${response.status}.`)
}

async function bodyOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxReplyBytes) throw new NoAnswer('The reply of the old system is longer than 64 KiB.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
