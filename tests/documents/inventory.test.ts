import assert from 'node:assert/strict'
import { test } from 'node:test'
import { services } from '#tests/support/deployment.ts'
import { migrationsOf } from '#tests/support/other-versions.ts'
import { readPage } from './markdown.ts'

const page = readPage('docs/reference/inventory.md')

/** The tables that the migrations of both services create, and the one that records them. */
const tables: ReadonlySet<string> = new Set([
  'migrations',
  ...services
    .flatMap((service) => [...migrationsOf(service).values()])
    .flatMap((script) => [...script.matchAll(/^CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?(\w+)/gm)])
    .map(([, name = '']) => name),
])

/** Returns the levels that the table of the page gives to each database table. */
function levelsIn(text: string): Map<string, string[]> {
  const levels = new Map<string, string[]>()
  for (const [, level = '', names = ''] of text.matchAll(/^\| (secret|personal|internal) \| (`.*) \|$/gm))
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g))
      levels.set(name, [...(levels.get(name) ?? []), level])
  return levels
}

function faultsOf(text: string): string[] {
  const levels = levelsIn(text)
  return [
    ...[...tables].filter((name) => !levels.has(name)).map((name) => `${name} has no level`),
    ...[...levels].flatMap(([name, given]) => [
      ...(tables.has(name) ? [] : [`there is no table ${name}`]),
      ...(given.length > 1 ? [`${name} has ${given.length} levels`] : []),
    ]),
  ]
}

test('each table of both databases has one level of sensitivity', () => {
  assert.ok(tables.size > 50, 'the check has something to look at')
  assert.deepEqual(faultsOf(page), [])
})

test('a table without a level, with two, or that is gone would be found', () => {
  assert.deepEqual(faultsOf(page.replace('`acts`, ', '')), ['acts has no level'])
  assert.deepEqual(faultsOf(page.replace('`acts`, ', '`acts`, `leases`, ')), ['leases has 2 levels'])
  assert.deepEqual(faultsOf(page.replace('`acts`, ', '`acts`, `gone`, ')), ['there is no table gone'])
})

test('each setting that names another system is in the table of connections', () => {
  const settings = [...readPage('docs/reference/settings.md').matchAll(/^\| `(LATCHKEY_\w+)` \|/gm)]
  const own = ['LATCHKEY_PUBLIC_URL', 'LATCHKEY_BRAND_LOGO_URL']
  const named = settings
    .map(([, name = '']) => name)
    .filter((name) => /_(URL|DATABASE)$/.test(name) && !own.includes(name))
  assert.ok(named.length > 5, named.join())
  assert.deepEqual(
    named.filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})
