import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createLog } from '../log/log.ts'
import { watchPeer } from './watch-peer.ts'

test('a stop does not wait for the other service, which may never answer', async () => {
  const asked = Promise.withResolvers<void>()
  const watched = watchPeer(
    'user_service',
    async (signal) => {
      asked.resolve()
      await once(signal, 'abort')
      throw signal.reason
    },
    { log: createLog('error', { write: () => assert.fail('a stop is no failure') }) },
  )
  const [loop] = watched.start?.() ?? []
  await asked.promise
  await loop?.stop()
  assert.equal(watched.state(), undefined)
})
