import { AsyncLocalStorage } from 'node:async_hooks'
import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import type { EventData, EventType } from '#contract/events/event-types.ts'
import type { ExportedList, ExportFormat } from '#contract/events/export-events.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { FileReply } from '#runtime/requests/route.ts'
import { requireRecentLogin } from '../../core/recent-login.ts'
import type { Users } from '../../core/users.ts'
import { csvHead, csvLine, type ExportedRow } from './csv.ts'

interface Export {
  list: ExportedList
  format: ExportFormat
  caller: Caller
  columns: readonly string[]
  /** The rows, a page at a time. Each page is read only after the page before it was sent. */
  pages: AsyncIterable<readonly ExportedRow[]>
}

/**
 * Returns a whole list as a file. The start is recorded before the first row, and the end before the end of the file, so that
 * nobody has a whole file that the audit does not know of.
 * @throws {Failure} `reauthentication_required`
 */
export function exportRows(
  users: Pick<Users, 'db' | 'clock'>,
  { list, format, caller, columns, pages }: Export,
): FileReply {
  const { db, clock } = users
  requireRecentLogin(caller, clock.now())
  // The rows are read after the handler of the request has returned. The events that are recorded then must still name the
  // caller.
  const asCaller = AsyncLocalStorage.snapshot()
  const about = { export_id: newId(clock.now()), list, format, by: authorId(caller) }
  const tell = <T extends EventType>(type: T, data: EventData<T>) =>
    asCaller(() => db.transaction((tx) => record(tx, { type, subject: null, data, at: clock.now() })))
  const write = writers[format]

  async function* parts(): AsyncGenerator<string> {
    let rows = 0
    let complete = false
    const rest = pages[Symbol.asyncIterator]()
    // An invalid filter is refused while the first page is read, before anything is recorded: it is no export.
    let page = await rest.next()
    await tell('export.began', about)
    try {
      for (let head = write.head(columns); !page.done; head = '') {
        rows += page.value.length
        yield head + page.value.map((row) => write.line(columns, row)).join('')
        page = await rest.next()
      }
      complete = true
    } finally {
      await tell('export.ended', { ...about, rows, complete })
    }
  }
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  return new FileReply(`${list}-${day}.${format}`, write.type, parts())
}

const writers = {
  csv: { type: 'text/csv', head: csvHead, line: csvLine },
  jsonl: {
    type: 'application/jsonl',
    head: () => '',
    line: (_columns: readonly string[], row: ExportedRow) => `${JSON.stringify(row)}\n`,
  },
} as const
