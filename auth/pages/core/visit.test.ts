import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { systemClock } from '#runtime/clock.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { patientOptions } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { beginBrowserSession } from '../../browser-sessions/browser-session.ts'
import { newSession } from '../../core/session.ts'
import { insertSession } from '../../core/session-store.ts'
import type { PageRequest } from './answer.ts'
import type { Pages } from './pages.ts'
import { forSignedIn } from './visit.ts'

test('a change that needs a recent login leads to the page that asks for a proof, and back', async () => {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await migratedDatabase('sqlite', 'auth'))
  const db = await openDatabase(url, patientOptions(2))
  parts.defer(() => db.close())
  const day = 24 * 60 * 60_000
  const user = { id: randomUUID(), username: 'ada' }
  const pages = {
    db,
    clock: systemClock,
    policy: { sessionMs: day, idleMs: day },
    users: { findUser: async () => ({ user, session_epoch: 0 }) },
  } as unknown as Pages
  const begun = { id: randomUUID(), userId: user.id, epoch: 0, amr: ['pwd'] }
  const now = systemClock.now()
  const ends = { idleExpiresAt: now + day, expiresAt: now + day }
  const address = '192.0.2.1'
  await insertSession(db, newSession({ ...begun, ...ends }, now), { name: null, userAgent: null, address })
  const set = await beginBrowserSession(pages, { sessionId: begun.id, cookies: undefined, address })
  const [cookie] = set.split(';')
  const request = { headers: { cookie } } as PageRequest
  const answerTo = (failure: Failure) => forSignedIn(pages, 'email', () => Promise.reject(failure))(request)
  assert.deepEqual(await answerTo(new Failure('reauthentication_required')), {
    to: 'prove?return_to=email',
  })
  await assert.rejects(answerTo(new Failure('forbidden')), { code: 'forbidden' })
})
