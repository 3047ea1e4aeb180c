import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { clientEndpoints, operationsFile, streamEndpoints, versionFile } from './client-operations.ts'

test('the table of operations in the client library is current, and its version (npm run generate)', () => {
  const generated = (name: string) =>
    readFileSync(new URL(`../../sdk/generated/${name}`, import.meta.url), 'utf8')
  assert.equal(generated('operations.ts'), operationsFile())
  assert.equal(generated('version.ts'), versionFile())
})

const namesIn = ({ params, query, body }: Endpoint): string[] =>
  [params, query, body].flatMap((schema) => Object.keys(schema?.properties ?? {}))

test('the input of each operation and stream can be one flat object', () => {
  for (const { endpoint } of [...clientEndpoints, ...streamEndpoints]) {
    const { name, body, query, method } = endpoint
    const names = namesIn(endpoint)
    assert.equal(new Set(names).size, names.length, `${name}: two of its fields have one name`)
    assert.ok(!body || body.properties, `${name}: its body is not an object with known fields`)
    assert.ok(!(body && query), `${name}: it has a body and a query, and the table has room for one`)
    assert.ok(!body || method !== 'GET', name)
    const inPath = [...(endpoint.paths[0] ?? '').matchAll(/\{(\w+)\}/g)].map(([, one]) => one)
    assert.deepEqual(inPath, Object.keys(endpoint.params?.properties ?? {}), name)
  }
  assert.ok(clientEndpoints.length > 40, 'the check has something to look at')
})

test('the client library calls no route between the services, and no operation twice', () => {
  const all = [...clientEndpoints, ...streamEndpoints]
  const names = all.map(({ endpoint }) => endpoint.name)
  assert.equal(new Set(names).size, names.length)
  const paths = all.flatMap(({ endpoint }) => endpoint.paths)
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/internal')),
    [],
  )
})
