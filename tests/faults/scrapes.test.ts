import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoPromtool } from '#tests/support/promtool.ts'
import { alertsIn } from './scrapes.ts'

test('what was scraped tells which alerts fired, from when to when', { skip: whyNoPromtool }, () => {
  const up = (instance: string) => `latchkey_database_up{job="latchkey",instance="${instance}"}`
  const away = (from: number, to: number) =>
    Array.from({ length: 24 }, (_, at) => (at < from || at >= to ? 1 : 0))
  const series = new Map<string, (number | undefined)[]>([
    [up('one:9464'), away(4, 16)],
    // One reply of /metrics came too late, so that a single scrape failed.
    [up('two:9464'), away(6, 14).map((value, at) => (at === 2 ? undefined : value))],
    ['a_metric_of_no_rule{job="latchkey"}', [Number.NaN]],
  ])
  // The service is down for 60 s, beginning at 20 s, and the alert waits for 30 s.
  assert.deepEqual(alertsIn(series, 24, 5), [{ name: 'LatchkeyDatabaseDown', from: 50, to: 75 }])
  assert.deepEqual(alertsIn(new Map([[up('one:9464'), away(4, 8)]]), 24, 5), [])
})
