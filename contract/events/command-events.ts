import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { boolean, integer, nullable, object, oneOf, string } from '../declaration/schema.ts'

/** The commands of the command line that export all data of an installation, or import data into it. */
export const dataCommands = ['backup', 'restore', 'export', 'import'] as const
export type DataCommand = (typeof dataCommands)[number]

const began = {
  command_id: Id,
  command: oneOf(dataCommands),
  file: string({ description: 'The path of the file. `-` means standard input or output.' }),
}

/**
 * The two events of a command that exports or imports data. The first one is recorded before the command reads or writes
 * anything, so that it is known even when the command is killed. A restore has the second one only: the database that was there
 * is replaced.
 */
export const commandEvents = {
  'command.began': object(
    { ...began, ...author },
    { description: 'A backup, export or import began at the command line. `user_id` is null.' },
  ),
  'command.ended': object(
    {
      ...began,
      rows: nullable(integer({ description: 'The number of rows written. Null if unknown.' })),
      complete: boolean({
        description: 'False if the command failed or skipped rows.',
      }),
      ...author,
    },
    { description: 'A backup, restore, export or import at the command line ended. `user_id` is null.' },
  ),
} as const

export const commandLogMessages = {
  'command.began': 'a backup or transfer command began',
  'command.ended': 'a backup or transfer command ended',
}
