import assert from 'node:assert/strict'
import { holdLease } from '#runtime/database/lease.ts'
import type { System } from './system.ts'

/**
 * Runs some work while the index of names is being filled, as after an upgrade. The lease keeps the background of the system from
 * filling it. It is free in a system in which every name is ASCII.
 */
export async function withPartialSearch(system: System, work: () => Promise<void>): Promise<void> {
  const db = await system.database('users')
  const lease = { name: 'fold names', holder: 'test', now: system.clock.now(), forMs: 110_000 }
  assert.ok(await holdLease(db, lease))
  await db.query`INSERT INTO user_fold_scan (after_id) VALUES ('')`
  await work()
  await db.query`DELETE FROM user_fold_scan`
}
