import { claimReply } from '../idempotency.ts'
import type { Users } from '../users.ts'
import { compose, keep } from './notify.ts'

export interface SessionCreated {
  eventId: string
  userId: string
  sessionId: string
  deviceName: string | null
  userAgent: string | null
  address: string
  createdAt: string
}

/** Tells a user of a login from a new device: if it was not them, they must learn of it. Delivered at least once, told once. */
export async function onSessionCreated(users: Users, input: SessionCreated): Promise<void> {
  const { eventId, userId } = input
  const now = users.clock.now()
  await users.db.transaction(async (tx) => {
    const composed = await compose(tx, { userId, type: 'session.created', ...textOf(input) }, now)
    // Deleted in the meantime: nobody is left to be told.
    if (!composed) return
    const delivery = { scope: 'event', key: eventId, fingerprint: '' }
    if (await claimReply(tx, delivery, { id: userId }, now)) return
    await keep(tx, composed)
  })
}

const textOf = ({ sessionId, deviceName, userAgent, address, createdAt }: SessionCreated) => ({
  title: 'New sign-in',
  body: `${deviceName ?? 'A new device'}, from ${address}. If this was not you, end the session and change your password.`,
  data: {
    session_id: sessionId,
    device_name: deviceName,
    user_agent: userAgent,
    address,
    created_at: createdAt,
  },
})
