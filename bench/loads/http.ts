import { createHistogram } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { HttpLoad, LoadReport } from '../load.ts'

/** Runs autocannon with the load that its input describes, and writes one line of JSON with the results. */
const load = (await json(process.stdin)) as HttpLoad
const { holding } = load

const requests = load.requests.map(({ method = 'GET', path, headers, body }) => ({
  method,
  path,
  headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
  ...(body ? { body: JSON.stringify(body) } : {}),
}))
function carrying(request: (typeof requests)[number]): autocannon.Request {
  const { carry } = load
  if (carry === undefined) return request
  let { body = '' } = request
  return {
    ...request,
    setupRequest: (next) => ({ ...next, body }),
    onResponse(status, reply) {
      if (status === load.expect) body = JSON.stringify({ [carry]: JSON.parse(reply)[carry] })
    },
  }
}

const statuses: Record<string, number> = {}
const latencyUs = createHistogram()
let connection = 0
let startedAt = performance.now()
let endedAt = startedAt

const running = autocannon(
  {
    // autocannon also accepts several URLs, but its types do not say so.
    url: load.url as string,
    connections: load.connections,
    ...(typeof load.seconds === 'number'
      ? { duration: load.seconds }
      : { amount: load.seconds === 'each once' ? requests.length : load.seconds.requests }),
    sampleInt: 100,
    ...(holding === undefined ? {} : { verifyBody: (body) => String(body).includes(holding) }),
    setupClient(client) {
      const number = connection++
      const own = requests.filter((_, at) => at % load.connections === number)
      client.setRequests((own.length > 0 ? own : requests).map(carrying))
    },
  },
  (error, result) => {
    if (error) throw error
    const { user, system } = process.cpuUsage(cpuBefore)
    const report: LoadReport = {
      requests: latencyUs.count,
      seconds: (endedAt - startedAt) / 1_000,
      p50Ms: latencyUs.percentile(50) / 1_000,
      p99Ms: latencyUs.percentile(99) / 1_000,
      statuses,
      errors: result.errors + result.timeouts,
      lacking: result.mismatches,
      loadShare: (user + system) / 1_000 / (endedAt - startedAt),
    }
    process.stdout.write(`${JSON.stringify(report)}\n`)
  },
)
const cpuBefore = process.cpuUsage()
running.on('start', () => {
  startedAt = performance.now()
})
running.on('response', (_client, status, _bytes, ms) => {
  statuses[status] = (statuses[status] ?? 0) + 1
  // The latency is recorded in microseconds, because autocannon's own percentiles are in whole milliseconds.
  latencyUs.record(Math.max(1, Math.round(ms * 1_000)))
  endedAt = performance.now()
})
