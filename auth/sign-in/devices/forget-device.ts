import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { record } from '#runtime/events/record.ts'
import { type Ending, requireMayEnd } from '../../core/require-may-end.ts'
import { removeDevice } from './device-store.ts'

/**
 * Forgets a remembered device of a user: its next login asks for the second factor again. A repeated call does no harm.
 * @throws {Failure} `forbidden`
 */
export async function forgetDevice(
  auth: Ending,
  input: { userId: string; deviceId: string; caller: Caller },
): Promise<void> {
  const { userId, caller } = input
  await requireMayEnd(auth, { userId, caller })
  const id = input.deviceId.toLowerCase()
  if (!isUuid(id)) return
  await auth.db.transaction(async (tx) => {
    if (!(await removeDevice(tx, { id, userId }))) return
    const data = { device_id: id, by: authorId(caller) }
    await record(tx, { type: 'device.forgotten', subject: userId, data, at: auth.clock.now() })
  })
}
