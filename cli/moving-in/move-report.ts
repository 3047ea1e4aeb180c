import type { Outcome } from '#runtime/database/transfer.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printable, printableJson } from '../printable.ts'
import { table } from '../table.ts'
import { startProgress } from '../transfer/progress-bar.ts'
import { type FieldNames, inWords } from './in-words.ts'

/** A row of the file. `user` is its address or username; undefined when it has none that can be shown. */
export interface NamedRow {
  location: string
  user: string | undefined
}

export interface MoveReport {
  /** Counts a user who was read. */
  read(): void
  /** Counts data of a user that is not imported, or that the operator should know about. */
  note(row: NamedRow, notes: readonly string[]): void
  /** Prints why a user is refused, and counts the reason. */
  refuse(row: NamedRow, reason: string, how?: Refusal): void
  /** Counts a record that is skipped because it is not of a user who can log in, such as a deleted user. */
  leaveOut(row: NamedRow, reason: string): void
  /** Counts the outcomes of rows that were written. `names` maps the fields of a row to their names in its file. */
  written(
    rows: readonly { row: NamedRow; names: FieldNames | undefined }[],
    outcomes: readonly Outcome[],
  ): void
  /** Prints the tables. @throws {StartFault} when a user was refused */
  finish(): void
  /** Returns how many users were imported until now. */
  imported(): number
}

interface Refusal {
  /** A detail that is printed after the reason. Rows are counted by the reason alone. */
  detail?: string
  /** True when the row is right, and refused only because its password hash is fast to guess. */
  isFastHash?: boolean
}

/**
 * Creates the report of an import from another system. Refusals are printed to the standard error, the tables to the standard
 * output. A terminal gets the first rows for each reason and each note; JSON has all of them.
 */
export function moveReport({ isDryRun, isJson }: { isDryRun: boolean; isJson: boolean }): MoveReport {
  const progress = startProgress()
  const counts = { read: 0, imported: 0, already_there: 0, left_out: 0, bad: 0 }
  let fastHashes = 0
  const reasons = countedWithRows('further reasons, which are not listed', isJson)
  const notes = countedWithRows('further notes, which are not listed', isJson)

  function say(row: NamedRow, reason: string, sentence: string): void {
    const count = reasons.add(reason, row)
    if (count > shownRows) return
    progress.say(`${row.location}: ${row.user === undefined ? '' : `${printable(row.user)}: `}${sentence}`)
    if (count === shownRows) progress.say('Further rows with this reason are counted. --json lists them.')
  }
  function refuse(row: NamedRow, reason: string, { detail = '', isFastHash }: Refusal = {}): void {
    counts.bad++
    if (isFastHash) fastHashes++
    say(row, reason, `${reason}${detail}`)
  }

  return {
    read() {
      counts.read++
      progress.show(counts.read, 0)
    },
    note(row, ofUser) {
      for (const note of ofUser) notes.add(note, row)
    },
    refuse,
    leaveOut(row, reason) {
      counts.left_out++
      reasons.add(`left out: ${reason}`, row)
    },
    written(rows, outcomes) {
      for (const [at, outcome] of outcomes.entries()) {
        const { row, names } = rows[at] ?? {}
        if (!row) throw new Error('The import has more outcomes than rows.')
        if (typeof outcome !== 'string') refuse(row, inWords([outcome], names))
        else {
          counts[outcome]++
          if (outcome !== 'left_out') continue
          const sentence = 'Left out: a user with this id or this address was deleted here.'
          say(row, 'left out: users who were deleted here', sentence)
        }
      }
    },
    imported: () => counts.imported,
    finish() {
      progress.end()
      const found = { counts, reasons: reasons.found, notes: notes.found, isDryRun }
      process.stdout.write(isJson ? toJson(found) : describe(found))
      if (counts.bad === 0) return
      throw new StartFault([adviceFor({ refused: counts.bad, fastHashes, isDryRun })])
    },
  }
}

/** The number of rows that a terminal shows for each reason and each note. */
const shownRows = 20

/**
 * The maximum number of different reasons, and of notes, that are listed, so that a file with many field names cannot fill the
 * report.
 */
const maxListed = 200

interface Counted {
  count: number
  rows: NamedRow[]
}

/** Counts rows by a reason or a note, and keeps the first rows of each; all of them with `keepsAll`. */
function countedWithRows(further: string, keepsAll: boolean) {
  const found = new Map<string, Counted>()
  return {
    found,
    /** Counts a row under a reason or a note. Returns the number of rows that it has now. */
    add(what: string, row: NamedRow): number {
      const name = what.replace(/\p{C}/gu, '?').slice(0, 300)
      const listed = found.has(name) || found.size < maxListed ? name : further
      const counted = found.get(listed) ?? { count: 0, rows: [] }
      found.set(listed, counted)
      counted.count++
      if (keepsAll || counted.rows.length < shownRows) counted.rows.push(row)
      return counted.count
    },
  }
}

/** Returns whether a note is about data that is not imported. Other notes are hints for the operator. */
export const isLeftBehind = (note: string): boolean =>
  /\b(left behind|left out|not come along|cannot be kept)\b/.test(note)
/**
 * Returns the sentence that says how many users were refused, and what to do: some only need the flag that accepts fast hashes.
 */
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
    'Existing users are not changed.',
  ].join(' ')
}

interface Found {
  counts: Readonly<Record<string, number>>
  reasons: ReadonlyMap<string, Counted>
  notes: ReadonlyMap<string, Counted>
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
  lines.push(...leftBehindTable(notes))
  if (isDryRun) lines.push('This was a dry run: nothing was changed.\n')
  return lines.join('\n')
}

function leftBehindTable(notes: ReadonlyMap<string, Counted>): string[] {
  const left = [...notes].filter(([note]) => isLeftBehind(note))
  if (left.length === 0) return []
  const rows = left.flatMap(([note, { rows }]) =>
    rows.map(({ location, user }) => [location, printable(user ?? '-'), note]),
  )
  const isCut = left.some(([, { count, rows }]) => count > rows.length)
  const more = isCut ? [`These are the first ${shownRows} rows of each. --json lists all of them.\n`] : []
  return [table([['ROW', 'USER', 'LEFT BEHIND'], ...rows]), ...more]
}

function toJson({ counts, reasons, notes, isDryRun }: Found): string {
  const numbers = (of: ReadonlyMap<string, Counted>) =>
    Object.fromEntries([...of].map(([what, { count }]) => [what, count]))
  return printableJson({
    dry_run: isDryRun,
    cut_off: false,
    rows: { user: counts },
    reasons: numbers(reasons),
    notes: numbers(notes),
    not_imported: rowsOf(reasons).map(({ row, what }) => ({ ...row, reason: what })),
    left_behind: rowsOf([...notes].filter(([note]) => isLeftBehind(note))).map(({ row, what }) => ({
      ...row,
      note: what,
    })),
  })
}

const rowsOf = (said: Iterable<[string, Counted]>) =>
  [...said].flatMap(([what, { rows }]) =>
    rows.map(({ location, user = null }) => ({ what, row: { row: location, user } })),
  )

const countTable = (name: string, counts: ReadonlyMap<string, Counted>): string =>
  table([
    ['USERS', name],
    ...[...counts]
      .sort(([, one], [, other]) => other.count - one.count)
      .map(([what, { count }]) => [String(count), what]),
  ])
