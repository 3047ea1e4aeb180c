import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import type { UserResource } from '#contract/users/user.ts'
import { createLog } from '#runtime/log/log.ts'
import { usualAdmissionMs } from '#runtime/requests/operation.ts'
import { FileReply } from '#runtime/requests/route.ts'
import { consolePages } from './service.ts'

test('a file is cut when whoever reads it is an admin no more', async (t) => {
  const user = { username: 'ada', role: 'admin' } as UserResource
  const { readable: file, writable } = new TransformStream<string, string>()
  const parts = writable.getWriter()
  void parts.write('id\r\n')
  await using app = Fastify()
  const options = {
    api: {
      call: () => assert.fail('only a file is read'),
      download: async () => new FileReply('users.csv', 'text/csv', file),
    },
    findBrowser: async () => ({ user, token: 'any' }),
    ...({
      publicUrl: undefined,
      issuer: '',
      relyingParty: undefined,
      isApart: false,
      brand: {
        current: {
          name: undefined,
          color: undefined,
          logo: undefined,
          darkLogo: undefined,
          favicon: undefined,
          language: 'en',
        },
        refresh: async () => {},
        catchUp: async () => {},
        reread: async () => {},
      },
      accessTokenMs: 900_000,
      masterKeys: [],
      findAuthUrl: undefined,
      now: Date.now,
    } as const),
  }
  consolePages(app, options, { log: createLog('silent') })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.mock.timers.enable({ apis: ['setInterval'] })
  const response = await fetch(`${url}/console/users-export`)
  const reader = response.body?.getReader()
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'id\r\n')
  user.role = 'user'
  t.mock.timers.tick(usualAdmissionMs)
  await nextTurn()
  parts.close().catch(() => {})
  await assert.rejects(async () => reader?.read(), 'the file does not end as a whole one')
})
