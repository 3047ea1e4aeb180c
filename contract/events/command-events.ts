import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { boolean, integer, nullable, object, oneOf, string } from '../declaration/schema.ts'

/** The commands of the command line that export all data of an installation, or import data into it. */
export const dataCommands = ['backup', 'restore', 'export', 'import'] as const
export type DataCommand = (typeof dataCommands)[number]

const began = {
  command_id: Id,
  command: oneOf(dataCommands),
  file: string({ description: 'The path of the file; `-` for the standard input or output.' }),
}

/**
 * The two events of a command that exports or imports data. The first one is recorded before the command reads or writes
 * anything, so that it is known even when the command is killed. A restore has the second one only: the database that was there
 * is replaced.
 */
export const commandEvents = {
  'command.began': object(
    { ...began, ...author },
    { description: 'An operator began to back up, export or import at the command line. `user_id` is null.' },
  ),
  'command.ended': object(
    {
      ...began,
      rows: nullable(integer({ description: 'How many rows were written; null when that is not known.' })),
      complete: boolean({
        description: 'False when the command failed, or left rows out that it could not take.',
      }),
      ...author,
    },
    { description: 'A backup, restore, export or import at the command line ended. `user_id` is null.' },
  ),
} as const

export const commandLogMessages = {
  'command.began': 'a command that takes or brings data began',
  'command.ended': 'a command that takes or brings data ended',
}
