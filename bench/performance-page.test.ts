import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { madeUpResult } from './made-up-result.ts'
import { performanceChart } from './performance-chart.ts'
import { performancePage } from './performance-page.ts'
import { keep, readResults, recorded } from './results.ts'
import { besideFloor } from './scenario.ts'

const committed = (name: string) =>
  readFileSync(new URL(`../docs/reference/${name}`, import.meta.url), 'utf8')

test('the page about performance and its picture are current (npm run bench-report)', () => {
  const results = readResults(recorded)
  assert.equal(committed('performance.md'), performancePage(results))
  assert.equal(committed('performance.svg'), performanceChart(results))
})

const result = (node: string, perSecond: number) =>
  madeUpResult({
    node,
    contestants: [
      { name: 'own', figures: { perSecond: { median: perSecond, min: perSecond, max: perSecond } } },
    ],
    checks: besideFloor(
      { own: [{ perSecond }], floor: [{ perSecond: 10_000 }] },
      { own: 'own', floor: 'floor', target: { atLeast: 0.75 } },
    ),
  })

test('the page says for each version of Node which targets are missed', () => {
  const page = performancePage([result('24.21.0', 7_400), result('26.1.0', 7_600)])
  const rows = page.split('\n').filter((line) => line.startsWith('| [`validate`]'))
  assert.deepEqual(
    rows.map((row) => [/0\.7\dx/.exec(row)?.[0], row.includes('**missed**')]),
    [
      ['0.74x', true],
      ['0.76x', false],
    ],
  )
})

test('a recorded run is read again, rounded, from the folder of its version of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-results-'))
  keep(result('26.1.0', 1), folder)
  keep(result('24.21.0', 1_234.5678), folder)
  const found = readResults(folder)
  rmSync(folder, { recursive: true })
  assert.deepEqual(
    found.map(({ node, contestants }) => [node, contestants[0]?.figures.perSecond?.median]),
    [
      ['24.21.0', 1_235],
      ['26.1.0', 1],
    ],
  )
})
