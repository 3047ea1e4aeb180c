import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { metricsPage } from './metrics-page.ts'

const read = () => readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8')

/** Returns the values of a metric's only label that a text in the format of Prometheus has; none for a metric with several labels. */
function labelValues(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name}\\{\\w+="([^"]*)"\\}`, 'gm'))].map(([, value = '']) => value)
}

/** Returns the row of the page about a metric. */
const rowOf = (page: string, name: string): string =>
  page.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''

test('docs/reference/metrics.md is current (npm run generate)', async () => {
  assert.equal(read(), await metricsPage())
})

onEachEngine((startSystem) => {
  test('every metric that a service tells is on the page about metrics', async () => {
    await using system = await startSystem()
    const page = read()
    for (const url of [system.usersOpsUrl, system.authOpsUrl]) {
      const { body } = await system.send('GET', `${url}/metrics`)
      const names = [...String(body).matchAll(/^# HELP (\S+)/gm)].map(([, name = '']) => name)
      const own = names.filter((name) => !/^(process|nodejs)_/.test(name))
      assert.ok(own.length > 2, 'the check has something to look at')
      assert.deepEqual(
        own.filter((name) => !page.includes(`\`${name}\``)),
        [],
      )
      // The page lists the values of a label where they are known before anything happens.
      const listing = own.filter((name) => rowOf(page, name).includes('`: `'))
      assert.ok(listing.length > 2, 'the check has something to look at')
      for (const name of listing)
        for (const value of labelValues(String(body), name))
          assert.ok(rowOf(page, name).includes(`\`${value}\``), `${name} has ${value}`)
    }
  })
})
