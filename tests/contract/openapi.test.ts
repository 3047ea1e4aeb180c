import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { authEndpoints } from '#contract/auth.ts'
import { healthEndpoints } from '#contract/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { startSystem } from '#tests/system.ts'
import { documents } from './documents.ts'

for (const [name, document] of Object.entries(documents)) {
  test(`${name} is current (npm run generate)`, () => {
    assert.equal(readFileSync(new URL(`../../contract/generated/${name}`, import.meta.url), 'utf8'), document)
  })

  test(`${name} is valid OpenAPI 3.1`, async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(document))
    assert.ok(valid, JSON.stringify(errors, null, 2))
  })
}

test('each service serves the document of the routes that it answers', async () => {
  await using system = await startSystem()
  const served = async (url: string) => (await system.send('GET', `${url}/openapi.json`)).body
  const auth = await served(system.authUrl)
  assert.deepEqual(auth, JSON.parse(documents['auth.openapi.json'] ?? ''))
  const users = await served(system.usersUrl)
  for (const endpoint of [
    ...userEndpoints,
    ...healthEndpoints,
    ...authEndpoints.filter((one) => one.access !== 'service'),
  ]) {
    for (const path of endpoint.paths) assert.ok(users.paths[path][endpoint.method.toLowerCase()], path)
  }
  assert.equal(users.info.version, '1.0')
})
