import { type History, type Key, keys, type OperationOf } from './history.ts'
import { acknowledged, firstBegun, firstEnded, ofKind, possible } from './operations-in.ts'
import { type Violation, violation } from './violation.ts'

type Find = OperationOf<'find'>

/** All that a history says about one creation, which a client may have repeated. */
interface Creation {
  nonce: string
  requests: OperationOf<'create'>[]
  /** The look-ups that found the user. */
  sightings: Find[]
  users: Set<string>
  values: Partial<Record<Key, string>>
  /** The operation from whose end on the user must be there. */
  known: OperationOf<'create'> | Find | undefined
  /** The first delete that may have had an effect, and the first one that was acknowledged. */
  mayEnd: OperationOf<'delete'> | undefined
  ended: OperationOf<'delete'> | undefined
}

/**
 * C1: a user whose creation was acknowledged is found until a delete, and not after it. C2: no two users have a key at the same time.
 * C3: a creation without a reply is seen always or never once it was seen; a refused one is never seen. C7: no look-up shows half of
 * a creation.
 */
export function checkAccounts({ operations }: History): Violation[] {
  const creations = creationsIn(operations)
  const finds = Map.groupBy(
    acknowledged(ofKind(operations, 'find')),
    ({ by, value }) => `${by} ${value}` as const,
  )
  return [
    ...creations.flatMap((creation) => [...checkRefused(creation), ...checkFound(creation, finds)]),
    ...checkShared(creations),
  ]
}

function creationsIn(operations: History['operations']): Creation[] {
  const requests = Map.groupBy(ofKind(operations, 'create'), ({ nonce }) => nonce)
  const found = acknowledged(ofKind(operations, 'find')).filter(({ found }) => found)
  const sightings = Map.groupBy(found, ({ found }) => found?.nonce ?? '')
  const deletes = Map.groupBy(possible(ofKind(operations, 'delete')), ({ user }) => user)
  return [...requests].map(([nonce, requests]) => {
    const seen = sightings.get(nonce) ?? []
    const done = acknowledged(requests)
    const users = new Set([
      ...done.map(({ user = '' }) => user),
      ...seen.map(({ found }) => found?.user ?? ''),
    ])
    const [id] = users
    const ends = [...users].flatMap((user) => deletes.get(user) ?? [])
    const { username, email } = requests[0] as OperationOf<'create'>
    return {
      nonce,
      requests,
      sightings: seen,
      users,
      values: { username, email, ...(id === undefined ? {} : { id }) },
      known: firstEnded([...done, ...seen]),
      mayEnd: firstBegun(ends),
      ended: firstEnded(acknowledged(ends)),
    }
  })
}

function checkRefused({ nonce, requests, sightings, users }: Creation): Violation[] {
  const [sighting] = sightings
  const found: Violation[] = []
  if (sighting && possible(requests).length === 0)
    found.push(
      violation('C3', `the creation ${nonce} was refused, and its user is there`, ...requests, sighting),
    )
  if (users.size > 1)
    found.push(
      violation(
        'C3',
        `the creation ${nonce} made ${users.size} users`,
        ...acknowledged(requests),
        ...sightings,
      ),
    )
  return found
}

/** Compares a creation with all look-ups of its keys. */
function checkFound(
  { nonce, requests, sightings, users, values, known, mayEnd, ended }: Creation,
  finds: ReadonlyMap<string, Find[]>,
): Violation[] {
  if (!known) return []
  const acknowledgedAt = firstEnded(acknowledged(requests))?.end ?? Number.POSITIVE_INFINITY
  return keys.flatMap((by) =>
    (finds.get(`${by} ${values[by]}`) ?? []).flatMap((find) => {
      if (find.found && users.has(find.found.user))
        return ended && ended.end < find.start
          ? [
              violation(
                'C1',
                `user ${find.found.user} (${nonce}) is there after the delete`,
                known,
                ended,
                find,
              ),
            ]
          : []
      const mustBeThere = known.end < find.start && (!mayEnd || find.end < mayEnd.start)
      if (!mustBeThere) return []
      if (find.found)
        return [violation('C2', `${by} ${values[by]} has a second user while ${nonce} is there`, known, find)]
      // A key that never worked, while another one did and still does, is half of a creation.
      const others = sightings.filter((one) => one.by !== by)
      const isGone = keys
        .filter((other) => other !== by)
        .flatMap((other) => finds.get(`${other} ${values[other]}`) ?? [])
        .some((one) => !one.found && one.start > known.end)
      const isHalf =
        !isGone && others.some(({ end }) => end < find.start) && !sightings.some((one) => one.by === by)
      const rule = isHalf ? 'C7' : acknowledgedAt < find.start ? 'C1' : 'C3'
      const seen = isHalf ? others[0] : undefined
      return [violation(rule, `user ${nonce} is not found by ${by}`, known, seen, find)]
    }),
  )
}

/** Checks that of two users with the same key one can have been deleted before the other was created. */
function checkShared(creations: readonly Creation[]): Violation[] {
  const found: Violation[] = []
  for (const by of ['username', 'email'] as const) {
    const there = creations.filter(({ known }) => known)
    for (const sharing of Map.groupBy(there, ({ values }) => values[by]).values())
      for (const [place, one] of sharing.entries())
        for (const other of sharing.slice(place + 1))
          if (!canPrecede(one, other) && !canPrecede(other, one))
            found.push(
              violation('C2', `${one.nonce} and ${other.nonce} have the same ${by}`, one.known, other.known),
            )
  }
  return found
}

/** Returns whether a delete of the first user can have had its effect before the second user was there. */
const canPrecede = (one: Creation, other: Creation): boolean =>
  one.mayEnd !== undefined && one.mayEnd.start < (other.known?.end ?? 0)
