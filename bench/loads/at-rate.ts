import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLoad, RateReport } from '../rate-load.ts'

/**
 * Sends requests at a fixed rate, however fast the replies come, as independent people do. Latency is
 * measured from the moment at which a request should have been sent, so that a request that is sent late
 * counts its wait too.
 */
const load = (await json(process.stdin)) as RateLoad
const { hostname, port } = new URL(load.url)
const opened = await openConnections()
const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: load.connections }), {
  createConnection: () => opened.pop() ?? connect(Number(port), hostname),
})
const statuses: Record<string, { us: RecordableHistogram; withRetryAfter: number }> = {}
const underWay = new Set<Promise<void>>()
const errors: Record<string, number> = {}

const requests = load.requests.map(({ method = 'GET', path, headers, body }) => ({
  options: {
    agent,
    hostname,
    port,
    method,
    path,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
  },
  body: body && JSON.stringify(body),
}))

/**
 * Opens all connections before the first request, as a proxy does. Connections that are opened in a burst
 * would wait in the accept queue of the kernel, and that wait would be measured.
 */
async function openConnections(): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < load.connections) {
    const some = Array.from({ length: Math.min(50, load.connections - sockets.length) }, () =>
      connect(Number(port), hostname),
    )
    await Promise.all(some.map((socket) => once(socket, 'connect')))
    sockets.push(...some)
  }
  return sockets
}

function send(number: number, dueAt: number): Promise<void> {
  const one = requests[number % requests.length]
  return new Promise((resolve) => {
    const sent = request(one?.options ?? {}, (reply) => {
      reply.resume().once('end', () => {
        const status = `${reply.statusCode}`
        statuses[status] ??= { us: createHistogram(), withRetryAfter: 0 }
        statuses[status].us.record(Math.max(1, Math.round((performance.now() - dueAt) * 1_000)))
        if (reply.headers['retry-after'] !== undefined) statuses[status].withRetryAfter++
        resolve()
      })
    })
    sent.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
      errors[code] = (errors[code] ?? 0) + 1
      resolve()
    })
    sent.end(one?.body)
  })
}

const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const total = load.perSecond * load.seconds
for (let number = 0; number < total; ) {
  const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * load.perSecond)
  for (; number < due; number++) {
    const sending = send(number, startedAt + (number * 1_000) / load.perSecond)
    underWay.add(sending)
    sending.then(() => underWay.delete(sending))
  }
  await sleep(1)
}
const { user, system } = process.cpuUsage(cpuBefore)
const sentMs = performance.now() - startedAt
await Promise.all(underWay)
const answeredMs = performance.now() - startedAt
agent.destroy()
for (const socket of opened) socket.destroy()
const report: RateReport = {
  seconds: answeredMs / 1_000,
  statuses: Object.fromEntries(
    Object.entries(statuses).map(([status, { us, withRetryAfter }]) => [
      status,
      {
        count: us.count,
        p50Ms: us.percentile(50) / 1_000,
        p99Ms: us.percentile(99) / 1_000,
        withRetryAfter,
      },
    ]),
  ),
  errors,
  loadShare: (user + system) / 1_000 / sentMs,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
