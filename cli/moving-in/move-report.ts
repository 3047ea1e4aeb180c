import type { Outcome } from '#runtime/database/transfer.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printableJson } from '../printable.ts'
import { table } from '../table.ts'
import { startProgress } from '../transfer/progress-bar.ts'
import { type FieldNames, inWords } from './in-words.ts'

export interface MoveReport {
  /** Counts a user who was read. */
  read(): void
  /** Counts data of a user that is not imported, or that the operator should know about. */
  note(notes: readonly string[]): void
  /** Prints why a user is refused, and counts the reason. */
  refuse(location: string, reason: string, how?: Refusal): void
  /** Counts a record of nobody who can log in, such as a user who was deleted there. */
  leaveOut(reason: string): void
  /** Counts the outcomes of rows. `names` are the names of the fields in the file of each row. */
  written(rows: readonly { location: string; names?: FieldNames }[], outcomes: readonly Outcome[]): void
  /**
   * Prints the tables.
   * @throws {StartFault} when somebody was refused
   */
  finish(): void
  /** Returns how many users were imported until now. */
  imported(): number
}

interface Refusal {
  /** Is printed, but is no part of the counted reason. */
  detail?: string
  /** True when the row is right, and refused only because its password hash is fast to guess. */
  isFastHash?: boolean
}

/** Creates the report of users who move in from another system. Refusals go to the standard error, the tables to the output. */
export function moveReport({ isDryRun, isJson }: { isDryRun: boolean; isJson: boolean }): MoveReport {
  const progress = startProgress()
  const counts = { read: 0, imported: 0, already_there: 0, left_out: 0, bad: 0 }
  let fastHashes = 0
  const notes = new Map<string, number>()
  const reasons = new Map<string, number>()
  const add = (to: Map<string, number>, what: string) => to.set(what, (to.get(what) ?? 0) + 1)

  function refuse(location: string, reason: string, { detail = '', isFastHash }: Refusal = {}): void {
    counts.bad++
    if (isFastHash) fastHashes++
    add(reasons, reason)
    progress.say(`${location}: ${reason}${detail}`)
  }

  return {
    read() {
      counts.read++
      progress.show(counts.read, 0)
    },
    note(ofUser) {
      for (const note of ofUser)
        add(notes, notes.has(note) || notes.size < maxNotes ? printable(note) : furtherNotes)
    },
    refuse,
    leaveOut(reason) {
      counts.left_out++
      add(reasons, `left out: ${reason}`)
    },
    written(rows, outcomes) {
      for (const [at, outcome] of outcomes.entries()) {
        const { location = '', names } = rows[at] ?? {}
        if (typeof outcome !== 'string') refuse(location, inWords([outcome], names))
        else {
          counts[outcome]++
          if (outcome !== 'left_out') continue
          add(reasons, 'left out: users who were deleted here')
          progress.say(`${location}: Left out: a user with this id or this address was deleted here.`)
        }
      }
    },
    imported: () => counts.imported,
    finish() {
      progress.end()
      const found = { counts, reasons, notes, isDryRun }
      process.stdout.write(isJson ? toJson(found) : describe(found))
      if (counts.bad === 0) return
      throw new StartFault([adviceFor({ refused: counts.bad, fastHashes, isDryRun })])
    },
  }
}

/** Says how many users were refused and what to do: a row is right whose hash only needs a flag. */
function adviceFor({
  refused,
  fastHashes,
  isDryRun,
}: {
  refused: number
  fastHashes: number
  isDryRun: boolean
}): string {
  const one = refused === 1
  const verb = isDryRun ? 'would not be' : one ? 'was not' : 'were not'
  const rest = refused - fastHashes
  const which = rest > 0 ? `${fastHashes} of them only because the` : 'The'
  const [hashes, them] = fastHashes === 1 ? ['hash is', 'it'] : ['hashes are', 'them']
  return [
    `${refused} ${one ? 'user' : 'users'} ${verb} imported.`,
    ...(fastHashes > 0
      ? [
          `${which} password ${hashes} fast to guess: import the file again with --fast-hashes, which stores ${them} inside argon2id.`,
        ]
      : []),
    ...(rest > 0
      ? [
          `Correct ${rest === 1 ? 'the' : fastHashes > 0 ? 'the other' : 'their'} ${rest === 1 ? 'row' : 'rows'} and import the file again.`,
        ]
      : []),
    'Users that are here stay as they are.',
  ].join(' ')
}

/** A file cannot fill the report with the names of its fields. */
const maxNotes = 200
const furtherNotes = 'further notes, which are not listed'
const printable = (note: string): string => note.replace(/\p{C}/gu, '?').slice(0, 300)

interface Found {
  counts: Readonly<Record<string, number>>
  reasons: ReadonlyMap<string, number>
  notes: ReadonlyMap<string, number>
  isDryRun: boolean
}

function describe({ counts, reasons, notes, isDryRun }: Found): string {
  const names = Object.keys(counts).map((name) => name.toUpperCase().replace('_', ' '))
  const lines = [
    table([
      ['KIND', ...names],
      ['user', ...Object.values(counts).map(String)],
    ]),
  ]
  if (reasons.size > 0) lines.push(countTable('REASON', reasons))
  if (notes.size > 0) lines.push(countTable('NOTE', notes))
  if (isDryRun) lines.push('This was a dry run: nothing was changed.\n')
  return lines.join('\n')
}

const toJson = ({ counts, reasons, notes, isDryRun }: Found): string =>
  printableJson({
    ...{ dry_run: isDryRun, cut_off: false, rows: { user: counts } },
    reasons: Object.fromEntries(reasons),
    notes: Object.fromEntries(notes),
  })

const countTable = (name: string, counts: ReadonlyMap<string, number>): string =>
  table([
    ['USERS', name],
    ...[...counts].sort(([, one], [, other]) => other - one).map(([what, count]) => [String(count), what]),
  ])
