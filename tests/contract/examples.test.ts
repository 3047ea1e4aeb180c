import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { authEndpoints } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { findExample } from '#contract/examples/examples.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { typescriptOf } from '#runtime/docs/code-examples.ts'
import { type OpenApi, schemaFault } from '#tests/support/documented-replies.ts'
import { documents } from './documents.ts'

interface Content {
  schema: { format?: string }
  example?: unknown
}

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean; schema: object; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

const noExample =
  'it has no example: give the texts of its schema `examples`, or write an example into contract/examples/'

for (const [name, text] of Object.entries(documents)) {
  const document: OpenApi = JSON.parse(text)
  const paths: Record<string, Record<string, Operation>> = JSON.parse(text).paths
  const operations = Object.values(paths).flatMap((one) => Object.values(one))

  test(`${name} has for each body an example that its schema accepts`, () => {
    const faults: string[] = []
    let bodies = 0
    for (const { operationId, requestBody, responses } of operations) {
      const success = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const contents = [requestBody, ...success.map(([, response]) => response)].flatMap((one) =>
        Object.entries(one?.content ?? {}),
      )
      for (const [type, { schema, example }] of contents) {
        // The bytes of an image are no example that a reader could read.
        if (schema.format === 'binary') continue
        bodies++
        const fault = example === undefined ? noExample : schemaFault(document, schema, example)
        if (fault !== undefined) faults.push(`${operationId} ${type}: ${fault}`)
      }
    }
    assert.deepEqual(faults, [])
    assert.ok(bodies > 25, 'the check has something to look at')
  })

  test(`${name} has for each required parameter an example that its schema accepts`, () => {
    const faults = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name: parameter, required, schema, example }) => {
        const fault =
          example === undefined
            ? required
              ? 'it has no example'
              : undefined
            : schemaFault(document, schema, example)
        return fault === undefined ? [] : [`${operationId} ${parameter}: ${fault}`]
      }),
    )
    assert.deepEqual(faults, [])
  })
}

test('the examples in TypeScript compile', (t) => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/examples-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const all: Endpoint[] = [...userEndpoints, ...authEndpoints, ...healthEndpoints]
  const programs = all.flatMap((endpoint) => {
    const example = findExample(endpoint)
    return example ? [typescriptOf(endpoint, example)] : []
  })
  assert.ok(programs.length > 50, 'the check has something to look at')
  const compile = (lines: readonly string[]) => {
    writeFileSync(
      join(folder, 'program.ts'),
      `import { readFile } from 'node:fs/promises'\nimport { createClient } from '#sdk/client.ts'\nconst client = createClient({ baseUrl: 'http://127.0.0.1:8080' })\n${lines.join('\n')}`,
    )
    writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["."] }')
    return spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' }).stdout
  }
  // Each program is in a block of its own, so that two programs may use the same variable name.
  const blocks = programs.map((program) => `{\n${program}\n}`)
  assert.equal(compile(blocks), '')
  assert.match(compile(["await client.getUser({ ids: 'me' })"]), /'ids' does not exist/)
})
