import { sessionOf } from './check-sessions.ts'
import type { History, OperationOf } from './history.ts'
import { acknowledged, firstEnded, ofKind } from './operations-in.ts'
import { type Violation, violation } from './violation.ts'

type Refresh = OperationOf<'refresh'>

/**
 * C5: the refresh tokens of a session form one chain. Equal tokens get equal successors, no two tokens have the same successor, and a
 * token that is two generations old is refused; after that, the session is over.
 */
export function checkRefreshes({ operations }: History): Violation[] {
  const begins = new Map(
    acknowledged(ofKind(operations, 'logIn', 'changePassword')).map((begin) => [sessionOf(begin), begin]),
  )
  const uses = Map.groupBy(ofKind(operations, 'validate', 'refresh', 'me'), ({ session }) => session)
  const found: Violation[] = []
  for (const [session, own] of uses) {
    const refreshes = ofKind(own, 'refresh')
    const done = acknowledged(refreshes)
    found.push(
      ...checkPairs(session, done, { of: 'given', to: 'issued' }),
      ...checkPairs(session, done, { of: 'issued', to: 'given' }),
    )
    const first = begins.get(session)
    for (const one of done)
      if (first?.issued !== undefined && one.issued === first.issued)
        found.push(violation('C5', `session ${session} came back to its first refresh token`, first, one))
    const later = acknowledged(own)
    for (const { reuse, proof } of reusesIn(refreshes, done)) {
      if (reuse.outcome === 'ok')
        found.push(violation('C5', `session ${session} accepted an old refresh token`, ...proof, reuse))
      if (reuse.outcome !== 'refused') continue
      const use = later.find(({ start }) => start > reuse.end)
      if (use) found.push(violation('C5', `session ${session} lives after a reuse`, ...proof, reuse, use))
    }
  }
  return found
}

type Side = 'given' | 'issued'

function checkPairs(
  session: string,
  done: readonly Refresh[],
  { of, to }: { of: Side; to: Side },
): Violation[] {
  const found: Violation[] = []
  for (const same of Map.groupBy(done, (one) => one[of]).values()) {
    const [first] = same
    const other = same.find((one) => one[to] !== first?.[to])
    if (other)
      found.push(
        violation(
          'C5',
          of === 'given'
            ? `a refresh token of session ${session} has two successors`
            : `two refresh tokens of session ${session} have the same successor`,
          first,
          other,
        ),
      )
  }
  return found
}

/** Finds the presentations of tokens whose successor had a successor already, with the refreshes that prove it. */
function reusesIn(
  refreshes: readonly Refresh[],
  done: readonly Refresh[],
): { reuse: Refresh; proof: Refresh[] }[] {
  const firstOf = new Map<string, Refresh>()
  for (const [given, same] of Map.groupBy(done, ({ given }) => given)) {
    const first = firstEnded(same)
    if (first) firstOf.set(given, first)
  }
  return refreshes.flatMap((reuse) => {
    const first = firstOf.get(reuse.given)
    const second = first?.issued === undefined ? undefined : firstOf.get(first.issued)
    return first && second && first.end < reuse.start && second.end < reuse.start
      ? [{ reuse, proof: [first, second] }]
      : []
  })
}
