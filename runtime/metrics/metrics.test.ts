import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log/log.ts'
import { createCounter } from './counter.ts'
import { createHistogram } from './histogram.ts'
import { metricsReader, sumMetrics } from './metrics.ts'

test('the metrics of several processes are added up, but those that each reads from the database', async () => {
  const process = (tokens: number, seconds: number[]) => {
    const counter = createCounter({
      name: 'latchkey_tokens_total',
      help: 'x',
      label: 'what',
      values: ['seen', 'lost'],
    })
    for (let counted = 0; counted < tokens; counted++) counter.count('seen')
    const histogram = createHistogram({
      name: 'latchkey_work_seconds',
      help: 'x',
      labels: ['how'],
      bounds: [0.1, 1],
    })
    for (const value of seconds) histogram.series('well').observe(value)
    const stored = { name: 'latchkey_rows', help: 'x', label: 'what', isOfDatabase: true } as const
    return metricsReader(
      [counter.metric, histogram.metric, { ...stored, read: async () => new Map([['stored', 7]]) }],
      createLog('silent'),
    )()
  }
  const both = await Promise.all([process(3, [0.1, 0.5]), process(4, [2, 0.05])])
  const text = await (await sumMetrics(both)).metrics()
  const linesOf = (name: string) => text.split('\n').filter((line) => line.includes(name))
  assert.deepEqual(linesOf('latchkey_tokens'), [
    '# HELP latchkey_tokens_total x',
    '# TYPE latchkey_tokens_total counter',
    'latchkey_tokens_total{what="seen"} 7',
    'latchkey_tokens_total{what="lost"} 0',
  ])
  assert.deepEqual(linesOf('latchkey_work'), [
    '# HELP latchkey_work_seconds x',
    '# TYPE latchkey_work_seconds histogram',
    'latchkey_work_seconds_bucket{le="0.1",how="well"} 2',
    'latchkey_work_seconds_bucket{le="1",how="well"} 3',
    'latchkey_work_seconds_bucket{le="+Inf",how="well"} 4',
    'latchkey_work_seconds_sum{how="well"} 2.65',
    'latchkey_work_seconds_count{how="well"} 4',
  ])
  assert.match(text, /^latchkey_rows\{what="stored"\} 7$/m)
  assert.match(text, /^process_resident_memory_bytes \d+$/m)
  const [, cpu] = /^process_cpu_seconds_total (\S+)$/m.exec(text) ?? []
  assert.ok(Number(cpu) > 0, 'what the process used before the first reading counts too')
  assert.doesNotMatch(text, /process_start_time_seconds/, 'several began at several times')
  assert.match(await (await sumMetrics(both.slice(0, 1))).metrics(), /^process_start_time_seconds \d+/m)
  assert.doesNotMatch(text, /nodejs_active_\w+_total/, 'a gauge is not named as a counter')
  assert.doesNotMatch(text, /quantile=/, 'the percentiles of several processes have no sum')
})
