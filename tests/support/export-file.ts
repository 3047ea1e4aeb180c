import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { newId } from '#runtime/ids.ts'

/** A line of an export, before it is written as JSON. */
export type Row = Record<string, unknown>

/** A well-formed password hash that belongs to no password of a test. */
export const someHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export const rowId = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const userRow = (number: number, changes: Row = {}): Row => ({
  type: 'user',
  id: rowId(number),
  username: `user-${number}`,
  email: `user-${number}@example.com`,
  name: null,
  role: 'user',
  status: 'active',
  email_verified_at: null,
  password_hash: someHash,
  metadata: {},
  session_epoch: 0,
  version: 1,
  created_at: 1_700_000_000_000,
  updated_at: 1_700_000_000_000,
  last_login_at: null,
  ...changes,
})

/** Makes the line of an API key whose text is `key`. Without `key`, the text is unknown to every test. */
export const apiKeyRow = (number: number, changes: Row & { key?: string } = {}): Row => {
  const { key = `nobody has ${number}`, ...others } = changes
  return {
    type: 'api_key',
    id: rowId(number),
    digest: createHash('sha256').update(key).digest('base64url'),
    name: `key ${number}`,
    scopes: ['users:read'],
    created_by: null,
    created_at: Date.now() - 1_000,
    expires_at: Date.now() + 3_600_000,
    last_used_at: null,
    ...others,
  }
}

export const sessionRow = (userNumber: number, changes: Row = {}): Row => ({
  type: 'session',
  id: newId(Date.now()),
  user_id: rowId(userNumber),
  epoch: 0,
  generation: 1,
  rotated_at: Date.now(),
  created_at: Date.now(),
  idle_expires_at: Date.now() + 3_600_000,
  expires_at: Date.now() + 3_600_000,
  device_name: null,
  user_agent: null,
  address: '127.0.0.1',
  ...changes,
})

export const firstLine = (ageMs = 0): string =>
  JSON.stringify({ type: 'latchkey-export', version: 1, created_at: Date.now() - ageMs })

/** Writes an export and returns its path. A row given as a string is written unchanged. */
export function writeExport(
  path: string,
  rows: (Row | string)[],
  options: { ageMs?: number; end?: boolean } = {},
): string {
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  const end = options.end === false ? [] : ['{"type":"end"}']
  writeFileSync(path, [firstLine(options.ageMs), ...lines, ...end].map((line) => `${line}\n`).join(''))
  return path
}

/**
 * Reads a line of the summary of an import: the numbers of rows that were read, imported, already present,
 * left out, and bad.
 */
export const summaryOf = (out: string, kind: string): number[] | undefined =>
  new RegExp(`^${kind} +(\\d.*)$`, 'm').exec(out)?.[1]?.split(/ +/).map(Number)
