import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetch } from '#sdk/send-request.ts'
import { userDirectory } from './user-directory.ts'

const answering =
  (status: number, code: string): Fetch =>
  async () =>
    new Response(JSON.stringify({ code }), { status })

const directory = (fetch: Fetch) => userDirectory({ baseUrl: 'http://127.0.0.1:9', bearer: 'secret', fetch })

test('a user service of the version before is taken for one that knows no name, so that logins go on', async () => {
  const { findLoginUser } = directory(answering(404, 'route_not_found'))
  assert.deepEqual(await Promise.all(['ada', 'bob'].map(findLoginUser)), [undefined, undefined])
})

test('a failure of the user service is not taken for an unknown name', async () => {
  const { findLoginUser } = directory(answering(503, 'database_unavailable'))
  await assert.rejects(findLoginUser('ada'), { code: 'user_service_unavailable' })
})
