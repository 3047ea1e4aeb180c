import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverDue } from '#runtime/events/outbox.ts'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { justSignedIn } from '#tests/support/signed-in.ts'
import { type QueuedRequest, requestSink } from '../../core/queued-request.ts'
import { changePassword } from '../../credentials/change-password.ts'
import { updateUser } from '../../directory/user/update-user.ts'
import { createUser } from '../create-user.ts'
import { answerEmailChange } from './request-email-change.ts'

for (const engine of engines) {
  test(`I12 a taken address is asked for with the reads and writes of a free one, on ${engine}`, async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'private' })
    const { users, statementsOf } = recorded
    const made = (username: string) =>
      createUser(users, { username, email: `${username}@example.com`, by: null })
    const [, eve] = [await made('ada'), await made('eve')]
    const caller = justSignedIn(eve.id, users.clock.now())
    const askFor = (email: string) =>
      statementsOf(() => updateUser(users, { userId: eve.id, patch: { email }, caller, ifMatch: undefined }))
    const taken = await askFor('ADA@example.com')
    assert.deepEqual(taken, await askFor('nobody@example.com'))
    assert.ok(taken.some((statement) => statement.startsWith('INSERT INTO outbox')))
  })

  test(`another password takes back a change of address that waits to be answered, on ${engine}`, async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'private' })
    const { users } = recorded
    const [currentPassword, newPassword] = ['a long password', 'another long password']
    const { id: userId } = await createUser(users, {
      username: 'ada',
      email: 'ada@example.com',
      password: currentPassword,
      by: null,
    })
    const caller = justSignedIn(userId, users.clock.now())
    const askFor = (email: string) =>
      updateUser(users, { userId, patch: { email }, caller, ifMatch: undefined })
    const requests = { ...users.outbox, sink: requestSink }
    const linksSentTo = async () => {
      const rows = await users.db.query<{
        email: string
      }>`SELECT email FROM links WHERE purpose = 'change_email'`
      return rows.map(({ email }) => email)
    }
    await askFor('thief@example.org')
    // The password changes after a worker has claimed the request.
    const deliver = async (request: QueuedRequest) => {
      await changePassword(
        { ...users, countPasswordChange() {} },
        { userId, currentPassword, newPassword, acr: 'aal1' },
      )
      await answerEmailChange(users, request)
    }
    await deliverDue({ ...requests, deliver })
    assert.deepEqual(await linksSentTo(), [])
    await askFor('ada@example.org')
    await deliverDue({ ...requests, deliver: (request) => answerEmailChange(users, request) })
    assert.deepEqual(await linksSentTo(), ['ada@example.org'])
  })
}
