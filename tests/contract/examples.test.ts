import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenApi, schemaFault } from '#tests/support/documented-replies.ts'
import { documents } from './documents.ts'

interface Content {
  schema: object
  example?: unknown
}

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean; schema: object; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

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
        bodies++
        const fault = example === undefined ? 'it has no example' : schemaFault(document, schema, example)
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

  test(`${name} lists the codes of each failure`, () => {
    for (const { operationId, responses } of operations)
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (status.startsWith('2')) continue
        const text = JSON.stringify(content['application/problem+json'])
        assert.match(text, /"code":\{"type":"string","enum":\["\w+"/, `${operationId} ${status}`)
      }
  })
}
