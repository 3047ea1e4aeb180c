import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWhole } from './databases.ts'
import { type Operation, type Person, type SessionStanding, type Standing, standingAfter } from './people.ts'

/** Replaces the content of a folder with one of the possible contents after a power cut. */
export function layDown(image: Map<string, Buffer>, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes)
}

/**
 * Lets SQLite recover the databases in a folder. Returns what is damaged, and which acknowledged writes are
 * missing.
 */
export function whatIsLost(
  folder: string,
  people: readonly Person[],
  isAnswered: (operation: Operation) => boolean,
): string[] {
  let found: Found
  try {
    found = {
      users: read(join(folder, 'users.db'), 'SELECT id, name, status FROM users'),
      deleted: read(join(folder, 'users.db'), 'SELECT id FROM deleted_users'),
      sessions: read(join(folder, 'auth.db'), 'SELECT device_name AS id, generation, ended_at FROM sessions'),
    }
  } catch (error) {
    return [(error as Error).message]
  }
  return people.flatMap((person) => lostOf(person, found, isAnswered))
}

interface Found {
  users: Map<string, Row>
  deleted: Map<string, Row>
  sessions: Map<string, Row>
}

type Row = Record<string, unknown>

function read(path: string, query: string): Map<string, Row> {
  using database = openWhole(path)
  return new Map(
    database
      .prepare(query)
      .all()
      .map((row) => [String(row.id), row]),
  )
}

/**
 * Compares one user in the recovered database with the operations on this user. The effects of all acknowledged operations
 * must be there. The effect of the next operation, which had no reply yet, may be there or not.
 */
function lostOf(person: Person, found: Found, isAnswered: (operation: Operation) => boolean): string[] {
  const operations = person.uncertain ? [...person.operations, person.uncertain] : person.operations
  const answered = operations.filter(isAnswered)
  const before = standingAfter(answered)
  const after = standingAfter(operations.slice(0, answered.length + 1))
  if (!before || !after) return []
  const lost: string[] = []
  const tell = (what: string) =>
    lost.push(`${person.username}, answered ${answered.at(-1)?.requestId}: ${what}`)

  const user = userIn(found, person.id)
  if (![before, after].some((one) => isSame(one, user)))
    tell(`is ${user.status} ${user.name}, was promised ${before.status} ${before.name}`)
  for (const [session, promised] of before.sessions) {
    const row = found.sessions.get(session.device)
    const isThere = [promised, after.sessions.get(session)].some((one) => isSameSession(one, row))
    if (!isThere)
      tell(`${session.device} is ${JSON.stringify(row)}, was promised ${JSON.stringify(promised)}`)
  }
  return lost
}

function userIn({ users, deleted }: Found, id: string): { status: unknown; name: unknown } {
  const row = users.get(id)
  if (row) return { status: deleted.has(id) ? 'both there and deleted' : row.status, name: row.name }
  return { status: deleted.has(id) ? 'deleted' : 'lost', name: '' }
}

const isSame = ({ status, name }: Standing, user: { status: unknown; name: unknown }): boolean =>
  status === user.status && (status === 'deleted' || name === user.name)

function isSameSession(standing: SessionStanding | undefined, row: Row | undefined): boolean {
  if (!standing || !row) return false
  return standing.generation === row.generation && standing.isEnded === (row.ended_at !== null)
}
