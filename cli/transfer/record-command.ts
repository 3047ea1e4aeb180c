import { resolve } from 'node:path'
import type { DataCommand } from '#contract/events/command-events.ts'
import type { EventData, EventType } from '#contract/events/event-types.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { writePatiently } from './write-patiently.ts'

/** One run of a command that exports or imports data, as both of its events describe it. */
export interface CommandRun {
  command_id: string
  command: DataCommand
  file: string
}

/** The progress of a command: how many rows it has written. */
export interface Progress {
  rows: number | null
}

/**
 * Makes the description of one run of a command. `file` is the file as it was given to the command; `-` for the standard input or
 * output.
 */
export const newRun = (command: DataCommand, file: string): CommandRun => ({
  command_id: newId(systemClock.now()),
  command,
  file: file === '-' ? file : resolve(file),
})

/**
 * Does the work of a command that exports or imports data, and records an event before and after it. The first event is durable
 * before the work begins, so that no data can be exported without an audit record. `db` is the database of the user service.
 */
export async function recordCommand<T>(
  db: Database,
  run: CommandRun,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress: Progress = { rows: null }
  await recordBegin(db, run)
  let result: T
  try {
    result = await work(progress)
  } catch (error) {
    // The error of the work is the one to report. Recording the end may fail too, for the same reason.
    await recordEnd(db, run, { ...progress, complete: false }).catch(() => {})
    throw error
  }
  await recordEnd(db, run, { ...progress, complete: true })
  return result
}

export const recordBegin = (db: Database, run: CommandRun): Promise<void> =>
  tell(db, 'command.began', { ...run, by: null })

export const recordEnd = (
  db: Database,
  run: CommandRun,
  { rows, complete }: Progress & { complete: boolean },
): Promise<void> => tell(db, 'command.ended', { ...run, rows, complete, by: null })

async function tell<T extends EventType>(db: Database, type: T, data: EventData<T>): Promise<void> {
  await writePatiently(() =>
    db.transaction((tx) => record(tx, { type, subject: null, data, at: systemClock.now() })),
  )
}
