import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { metricsPage } from './metrics-page.ts'

const read = () => readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8')

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
    }
  })
})
