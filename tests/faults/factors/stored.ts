import type { Database } from '#runtime/database/database.ts'

export interface StoredEvent {
  id: string
  type: string
  data: Record<string, unknown>
}

/** The rows about one person in both databases. */
export interface Stored {
  factorsVersion: number
  /** The time step (RFC 6238) of the last code that was accepted; undefined without an app. */
  lastStep: number | undefined
  /** The number of recovery codes that are left; undefined without a set of codes. */
  codesLeft: number | undefined
  credentials: string[]
  events: StoredEvent[]
  /** The types of the notifications. */
  notices: string[]
  /** The number of queued mails that contain instructions for taking the account back. */
  mails: number
  sessions: { id: string; name: string; isEnded: boolean }[]
  /** The names of the logins that wait for their next step. */
  logins: string[]
  devices: { id: string; name: string }[]
}

const takeBack = 'take_back'

export async function readStored(
  { users, auth }: Record<'users' | 'auth', Database>,
  id: string,
): Promise<Stored> {
  const [user] = await users.query<{ factors_version: number }>`
    SELECT factors_version FROM users WHERE id = ${id}`
  const [totp] = await users.query<{ last_step: number }>`
    SELECT last_step FROM totp_factors WHERE user_id = ${id}`
  const [codes] = await users.query<{ macs: string }>`SELECT macs FROM recovery_codes WHERE user_id = ${id}`
  const passkeys = await users.query<{ credential_id: string }>`
    SELECT credential_id FROM passkeys WHERE user_id = ${id}`
  // Reads notifications and mails in one statement, because the ones about logins are written in the background: a
  // notification and its mail are then both seen or both missing.
  const told = await users.query<{ what: string }>`
    SELECT type AS what FROM notifications WHERE user_id = ${id}
    UNION ALL SELECT purpose FROM links WHERE user_id = ${id} AND purpose = ${takeBack}`
  const sessions = await auth.query<{ id: string; name: string; ended_at: number | null }>`
    SELECT id, device_name AS name, ended_at FROM sessions WHERE user_id = ${id}`
  const logins = await auth.query<{ name: string }>`
    SELECT device_name AS name FROM logins WHERE user_id = ${id}`
  return {
    factorsVersion: user?.factors_version ?? -1,
    lastStep: totp?.last_step,
    codesLeft: codes?.macs.split(' ').filter((mac) => mac !== '').length,
    credentials: passkeys.map((one) => one.credential_id),
    events: await eventsOf([users, auth], id),
    notices: told.map(({ what }) => what).filter((what) => what !== takeBack),
    mails: told.filter(({ what }) => what === takeBack).length,
    sessions: sessions.map(({ id, name, ended_at }) => ({ id, name, isEnded: ended_at !== null })),
    logins: logins.map(({ name }) => name),
    devices: await auth.query<{ id: string; name: string }>`
      SELECT id, name FROM known_devices WHERE user_id = ${id}`,
  }
}

/**
 * Reads the events of a user. An event of the authentication service may be in its own database, in the database of the
 * user service, or in both.
 */
async function eventsOf(databases: Database[], subject: string): Promise<StoredEvent[]> {
  const found = new Map<string, StoredEvent>()
  for (const db of databases.toReversed()) {
    const rows = await db.query<{ id: string; type: string; data: string }>`
      SELECT id, type, data FROM events WHERE subject = ${subject} ORDER BY recorded_at`
    for (const { id, type, data } of rows) found.set(id, { id, type, data: JSON.parse(data) })
  }
  return [...found.values()]
}
