import { findDeadLetters } from '#runtime/events/dead-letters.ts'
import { type Check, type Finding, ok, warn } from '../check.ts'
import { inDatabases } from '../in-databases.ts'

const pageSize = 200

/** Counts deliveries that were given up, by the kind of their receiver. */
export const deadLettersCheck: Check = {
  name: 'deliveries',
  async run(deployment) {
    const counts = new Map<string, number>()
    const skipped: Finding[] = await inDatabases(deployment, async (db) => {
      for (const { sink } of await findDeadLetters(db, { createdAt: -1, id: '' }, pageSize))
        counts.set(kindOf(sink), (counts.get(kindOf(sink)) ?? 0) + 1)
      return []
    })
    if (skipped.length > 0) return skipped
    if (counts.size === 0) return [ok('no failed deliveries')]
    const text = [...counts]
      .map(([sink, count]) => `${count >= pageSize ? `${count} or more` : count} to ${sink}`)
      .join(', ')
    return [
      warn(
        `failed deliveries: ${text}`,
        '`latchkey events dead-letters` shows why; then `latchkey events replay --all`',
      ),
    ]
  },
}

/** Returns the kind of a receiver (sink). Each webhook and each stream has its own sink, whose name holds an id. */
const kindOf = (sink: string): string => sink.split(':', 1)[0] ?? sink
