import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/failures.ts'
import { Undeliverable } from '#runtime/events/outbox.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import { redeliverEvent } from './tell-events.ts'

test('what the user service refuses by itself is given up at once; what it does not answer is not', async () => {
  const answering = (error: Error) =>
    ({ tellEvents: () => Promise.reject(error) }) as unknown as UserDirectory
  const event = { id: 'one', type: 'x.y', subject: null, data: {}, at: 1 }
  await assert.rejects(
    redeliverEvent({ users: answering(new Failure('invalid_request')) }, event),
    Undeliverable,
  )
  const away = new Error('away')
  await assert.rejects(redeliverEvent({ users: answering(away) }, event), away)
})
