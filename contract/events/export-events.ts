import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { boolean, integer, object, oneOf } from '../declaration/schema.ts'

const exportedLists = ['users', 'acts', 'events'] as const
export type ExportedList = (typeof exportedLists)[number]

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

const began = {
  export_id: Id,
  list: oneOf(exportedLists, { description: 'What was exported.' }),
  format: oneOf(exportFormats),
}

/**
 * The two events of an export. The first one is recorded before the first row is sent, so an export is known even when the
 * service is killed in the middle of it.
 */
export const exportEvents = {
  'export.began': object(
    { ...began, ...author },
    { description: 'Somebody began to export a list; the first row follows this event. `user_id` is null.' },
  ),
  'export.ended': object(
    {
      ...began,
      rows: integer({ description: 'How many rows were given out.' }),
      complete: boolean({
        description: 'False when the reader left before the end, or a fault cut the file.',
      }),
      ...author,
    },
    { description: 'An export ended. `user_id` is null.' },
  ),
} as const

export const exportLogMessages = {
  'export.began': 'an export began',
  'export.ended': 'an export ended',
}
