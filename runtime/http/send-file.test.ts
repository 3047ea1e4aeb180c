import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { createLog } from '../log/log.ts'
import { FileReply } from '../requests/route.ts'
import { sendFile } from './send-file.ts'

test('a file of another process is let go when only its head is asked for', async () => {
  let isOpen = true
  const reply = new ReadableStream<string>({
    cancel() {
      isOpen = false
    },
  })
  await using app = Fastify()
  app.get('/file', (_request, answer) =>
    sendFile(answer, new FileReply('users.csv', 'text/csv', reply), {
      admitAgain: async () => {},
      admissionMs: 10_000,
      headers: {},
      log: createLog('silent'),
    }),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const head = await fetch(`${url}/file`, { method: 'HEAD' })
  assert.equal(head.headers.get('content-disposition'), 'attachment; filename="users.csv"')
  assert.equal(isOpen, false)
})
