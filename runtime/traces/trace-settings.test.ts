import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceSettings, wantsTraces } from './trace-settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

test('traces are wanted where an endpoint is set and nothing turns them off', () => {
  assert.equal(wantsTraces({}), false)
  assert.equal(wantsTraces({ OTEL_SERVICE_NAME: 'front-door' }), false)
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), false, 'an empty variable is unset')
  assert.equal(wantsTraces(endpoint), true)
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }), true)
  assert.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }), false)
  assert.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'yes' }), true, 'only true is true')
  assert.equal(wantsTraces({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), false)
  assert.equal(wantsTraces({ ...endpoint, OTEL_TRACES_EXPORTER: 'console, otlp' }), true)
})

test('the defaults are those of the specification', () => {
  assert.deepEqual(readTraceSettings(endpoint), {
    settings: {
      origin: 'http://collector:4318',
      sampler: 'parentbased_always_on',
      ratio: 1,
      queue: { maxSpans: 2_048, batchSize: 512, delayMs: 5_000, timeoutMs: 30_000 },
    },
    faults: [],
  })
})

test('what is set for traces goes before what is set for all signals', () => {
  const { settings } = readTraceSettings({
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://key:secret@traces.example.com/token?key=secret',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
  })
  assert.equal(settings?.origin, 'https://traces.example.com')
})

test('a value that is not understood is ignored and named, and never shown', () => {
  const { settings, faults } = readTraceSettings({
    ...endpoint,
    OTEL_TRACES_SAMPLER: 'sometimes-secret',
    OTEL_BSP_MAX_QUEUE_SIZE: '0',
    OTEL_BSP_SCHEDULE_DELAY: '5s-secret',
    OTEL_BSP_EXPORT_TIMEOUT: '99999999999',
  })
  assert.equal(settings?.sampler, 'parentbased_always_on')
  assert.deepEqual(settings?.queue, { maxSpans: 2_048, batchSize: 512, delayMs: 5_000, timeoutMs: 30_000 })
  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[0]),
    ['OTEL_BSP_MAX_QUEUE_SIZE', 'OTEL_BSP_SCHEDULE_DELAY', 'OTEL_BSP_EXPORT_TIMEOUT', 'OTEL_TRACES_SAMPLER'],
  )
  assert.doesNotMatch(faults.join(), /secret/)
  const ratio = readTraceSettings({
    ...endpoint,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '2',
  })
  assert.deepEqual([ratio.settings?.ratio, ratio.faults.length], [1, 1])
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  ]) {
    const read = readTraceSettings(wrong)
    assert.deepEqual([read.settings, read.faults.length], [undefined, 1])
  }
})

test('a batch is never larger than the queue', () => {
  const { settings } = readTraceSettings({ ...endpoint, OTEL_BSP_MAX_QUEUE_SIZE: '100' })
  assert.deepEqual([settings?.queue.maxSpans, settings?.queue.batchSize], [100, 100])
})
