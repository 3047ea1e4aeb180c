import type { History } from './history.ts'
import { acknowledged, ofKind } from './operations-in.ts'
import { type Violation, violation } from './violation.ts'

/** C6: a one-time link works once at most, and not after a newer link has replaced it. */
export function checkLinks({ operations }: History): Violation[] {
  const made = acknowledged(ofKind(operations, 'makeLink'))
  const origins = new Map(made.map((one) => [one.link, one]))
  const madeFor = Map.groupBy(made, ({ user }) => user)
  const found: Violation[] = []
  for (const [link, uses] of Map.groupBy(acknowledged(ofKind(operations, 'useLink')), ({ link }) => link)) {
    const [first, second] = uses
    const origin = origins.get(link)
    if (second) found.push(violation('C6', `link ${link} worked ${uses.length} times`, origin, first, second))
    for (const use of uses) {
      const newer = madeFor
        .get(use.user)
        ?.find((one) => origin !== undefined && one.start > origin.end && one.end < use.start)
      if (newer) found.push(violation('C6', `link ${link} worked after a newer one was made`, newer, use))
    }
  }
  return found
}
