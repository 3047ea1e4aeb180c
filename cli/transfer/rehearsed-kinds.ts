import type { FieldError } from '#contract/declaration/failures.ts'
import type { Outcome } from '#runtime/database/transfer.ts'
import { deletedUserTransfer, type ImportedUser, userTransfer } from '#users/import/transfer.ts'
import type { Kind } from './import-kinds.ts'

/**
 * Wraps the kinds of rows for a dry run, which rolls back each batch. `users` remembers the users whom earlier batches would have
 * imported (their ids and session epochs), so that the outcomes of later rows take them into account. Other rows are too many to
 * remember: a repeated one counts as imported each time.
 */
export function rehearsedKinds(kinds: Map<string, Kind>, users: Map<string, number>): Map<string, Kind> {
  const names = new Set<string>()
  const deleted = new Set<string>()
  const judge = {
    [userTransfer.type]: (row: ImportedUser): Outcome => {
      if (users.has(row.id)) return 'already_there'
      if (deleted.has(row.id)) return 'left_out'
      const own = namesOf(row)
      const taken = own.find(({ key }) => names.has(key))?.taken
      if (taken) return taken
      for (const { key } of own) names.add(key)
      users.set(row.id, row.session_epoch)
      return 'imported'
    },
    [deletedUserTransfer.type]: ({ id }: { id: string }): Outcome => {
      if (users.has(id)) return deletedElsewhere
      deleted.add(id)
      return 'imported'
    },
  } as Record<string, (row: unknown) => Outcome>
  const rehearsed = (type: string, kind: Kind): Kind => ({
    ...kind,
    async write(rows) {
      const outcomes = await kind.write(rows)
      return outcomes.map((outcome, at) =>
        outcome === 'imported' ? (judge[type]?.(rows[at]) ?? outcome) : outcome,
      )
    },
  })
  return new Map([...kinds].map(([type, kind]) => [type, rehearsed(type, kind)]))
}

interface Name {
  key: string
  /** The outcome of a row whose username or address an earlier row of the file has. */
  taken: FieldError
}

const namesOf = ({ usernameKey, emailKey }: ImportedUser): Name[] => [
  {
    key: `username ${usernameKey}`,
    taken: { pointer: '/username', code: 'username_taken', detail: 'Another user has this username.' },
  },
  {
    key: `email ${emailKey}`,
    taken: { pointer: '/email', code: 'email_taken', detail: 'Another user has this email address.' },
  },
]

const deletedElsewhere: FieldError = {
  pointer: '/id',
  code: 'not_allowed',
  detail: 'Deleted where the file is from, and a user here.',
}
