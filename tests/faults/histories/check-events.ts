import { sessionOf } from './check-sessions.ts'
import type { History, Operation, StoredEvent } from './history.ts'
import { acknowledged, ofKind, possible } from './operations-in.ts'
import { type Violation, violation } from './violation.ts'

/**
 * C7: each user has the event of the creation, and no creation has the event alone. C8: a receiver got every event that was stored,
 * and no other. C9: the events are those of the acknowledged operations, and of no refused one; each has a position of its own.
 */
export function checkEvents(history: History): Violation[] {
  const bySubject = Map.groupBy(history.events, ({ subject }) => subject ?? '')
  return [
    ...checkCreated(history, bySubject),
    ...checkDelivered(history),
    ...checkCounts(history, bySubject),
    ...checkEndings(history),
    ...checkPositions(history),
  ]
}

type BySubject = ReadonlyMap<string, StoredEvent[]>

function checkCreated({ operations, events }: History, bySubject: BySubject): Violation[] {
  const found: Violation[] = []
  const seen = new Map<string, Operation>()
  for (const one of acknowledged(ofKind(operations, 'create'))) if (one.user) seen.set(one.user, one)
  for (const one of acknowledged(ofKind(operations, 'find')))
    if (one.found && !seen.has(one.found.user)) seen.set(one.found.user, one)
  for (const [user, shown] of seen) {
    const created = (bySubject.get(user) ?? []).filter(({ type }) => type === 'user.created')
    if (created.length !== 1)
      found.push(violation('C7', `user ${user} has ${created.length} events user.created`, shown))
  }
  const requests = Map.groupBy(ofKind(operations, 'create'), ({ nonce }) => nonce)
  for (const { type, nonce, subject } of events) {
    if (type !== 'user.created' || nonce === undefined || seen.has(subject ?? '')) continue
    const own = requests.get(nonce)
    if (own) found.push(violation('C7', `${nonce} has an event user.created, and no user`, ...own))
  }
  return found
}

function checkDelivered({ events, delivered }: History): Violation[] {
  const got = new Set(delivered)
  const stored = new Set(events.map(({ id }) => id))
  return [
    ...events
      .filter(({ id }) => !got.has(id))
      .map(({ id, type }) => violation('C8', `event ${id} (${type}) was not delivered`)),
    ...[...got]
      .filter((id) => !stored.has(id))
      .map((id) => violation('C8', `event ${id} was delivered, and is not stored`)),
  ]
}

/** Compares the number of events of each user with the operations that cause them. */
function checkCounts({ operations }: History, bySubject: BySubject): Violation[] {
  const found: Violation[] = []
  const byUser = Map.groupBy(
    operations.filter((one) => 'user' in one && one.user && one.kind !== 'create'),
    (one) => ('user' in one ? (one.user ?? '') : ''),
  )
  for (const [user, own] of byUser) {
    const types = (bySubject.get(user) ?? []).map(({ type }) => type)
    const begun = ofKind(own, 'logIn', 'changePassword')
    const passwords = ofKind(own, 'changePassword', 'useLink')
    const [suspends, restores, deletes] = [
      ofKind(own, 'suspend'),
      ofKind(own, 'restore'),
      ofKind(own, 'delete'),
    ]
    const expected: [type: string, causes: Operation[], least: number, most: number][] = [
      ['session.created', begun, acknowledged(begun).length, possible(begun).length],
      ['user.password_changed', passwords, acknowledged(passwords).length, possible(passwords).length],
      // A repeated change of the status or a repeated delete changes nothing, and causes no event.
      ['user.suspended', suspends, atMostOne(acknowledged(suspends)), possible(suspends).length],
      ['user.restored', restores, restored(suspends, restores), possible(restores).length],
      ['user.deleted', deletes, atMostOne(acknowledged(deletes)), atMostOne(possible(deletes))],
    ]
    for (const [type, causes, least, most] of expected) {
      const count = types.filter((one) => one === type).length
      if (count < least || count > most)
        found.push(
          violation(
            'C9',
            `user ${user} has ${count} events ${type}, not ${least === most ? least : `${least} to ${most}`}`,
            ...possible(causes),
          ),
        )
    }
  }
  return found
}

const atMostOne = (operations: readonly Operation[]): number => Math.min(1, operations.length)

/** Returns 1 when a user was suspended and then restored, so that a restore must have changed something. */
const restored = (suspends: readonly Operation[], restores: readonly Operation[]): number =>
  acknowledged(suspends).some((suspend) => acknowledged(restores).some(({ start }) => start > suspend.end))
    ? 1
    : 0

/** Each session that an acknowledged operation ended has one event of its end. */
function checkEndings({ operations, events }: History): Violation[] {
  const ends = Map.groupBy(
    events.filter(({ type, session }) => type === 'session.ended' && session),
    ({ session }) => session ?? '',
  )
  const deleted = new Set(possible(ofKind(operations, 'delete')).map(({ user }) => user))
  const logOuts = Map.groupBy(acknowledged(ofKind(operations, 'logOut')), ({ session }) => session)
  return acknowledged(ofKind(operations, 'logIn', 'changePassword')).flatMap((begin) => {
    const session = sessionOf(begin)
    const count = ends.get(session)?.length ?? 0
    const [logOut] = logOuts.get(session) ?? []
    // The events of a deleted user do not name the session any more.
    const isMissing = count === 0 && logOut !== undefined && !deleted.has(begin.user)
    return count > 1 || isMissing
      ? [violation('C9', `session ${session} has ${count} events session.ended`, begin, logOut)]
      : []
  })
}

function checkPositions({ events }: History): Violation[] {
  const placed = Map.groupBy(
    events.filter(({ position }) => position !== null),
    ({ position }) => position,
  )
  return [
    ...events
      .filter(({ position }) => position === null)
      .map(({ id, type }) => violation('C9', `event ${id} (${type}) has no position`)),
    ...[...placed]
      .filter(([, { length }]) => length > 1)
      .map(([position, same]) => violation('C9', `${same.length} events have position ${position}`)),
  ]
}
