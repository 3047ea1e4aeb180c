import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import type { Sample } from './figures.ts'
import { type Servers, underLoad } from './load.ts'

/** Sends a POST request on one of the open connections, and returns the reply if it has the expected status. */
export type Ask = (
  path: string,
  sent: { headers?: Record<string, string>; body?: object; form?: Record<string, string>; expect: number },
) => Promise<Reply>

// biome-ignore lint/suspicious/noExplicitAny: the body is whatever was sent.
type Reply = any

/** A load of ceremonies: logins of several requests, each of which needs the reply to the one before. */
interface CeremonyLoad {
  url: string
  /** The number of ceremonies that run at once, each on a connection of its own. */
  connections: number
  /** The length of the load: a number of ceremonies, or a time in seconds. */
  until: { count: number } | { seconds: number }
  /** Runs the ceremony with this number, counted from 0, and throws when it fails. */
  ceremony(ask: Ask, number: number): Promise<void>
}

/**
 * Runs ceremonies in this process, which does nothing else meanwhile. The sample that it returns counts and times whole
 * ceremonies, each with all its requests.
 */
export const ceremonyLoad = (
  servers: Servers,
  { url, connections, until, ceremony }: CeremonyLoad,
): Promise<Sample> =>
  underLoad(
    servers,
    async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: connections })
      const ask = asking(agent, url)
      const latencyUs = createHistogram()
      const cpuBefore = process.cpuUsage()
      const startedAt = performance.now()
      let begun = 0
      let isEnded = false
      const isOver = () =>
        isEnded ||
        ('count' in until ? begun >= until.count : performance.now() - startedAt >= until.seconds * 1_000)
      const connection = async () => {
        while (!isOver()) {
          const begunAt = performance.now()
          await ceremony(ask, begun++)
          latencyUs.record(Math.max(1, Math.round((performance.now() - begunAt) * 1_000)))
        }
      }
      try {
        await Promise.all(Array.from({ length: connections }, connection))
      } finally {
        // After a failure, the other connections begin no further ceremony.
        isEnded = true
        agent.destroy()
      }
      const tookMs = performance.now() - startedAt
      const { user, system } = process.cpuUsage(cpuBefore)
      return {
        requests: latencyUs.count,
        seconds: tookMs / 1_000,
        p50Ms: latencyUs.percentile(50) / 1_000,
        p99Ms: latencyUs.percentile(99) / 1_000,
        statuses: { done: latencyUs.count },
        errors: 0,
        loadShare: (user + system) / 1_000 / tookMs,
      }
    },
    'done',
  )

const formType = 'application/x-www-form-urlencoded'

const asking =
  (agent: Agent, url: string): Ask =>
  (path, { headers, body, form, expect }) =>
    new Promise((resolve, reject) => {
      const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body)
      const sending = request(`${url}${path}`, {
        agent,
        method: 'POST',
        headers: {
          ...headers,
          ...(text ? { 'content-type': form ? formType : 'application/json' } : {}),
          'content-length': Buffer.byteLength(text ?? ''),
        },
      })
      sending.once('error', reject)
      sending.once('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () => {
          const reply = Buffer.concat(parts).toString()
          if (response.statusCode === expect) resolve(JSON.parse(reply))
          else reject(new Error(`POST ${path} was answered ${response.statusCode} ${reply}`))
        })
      })
      sending.end(text)
    })
