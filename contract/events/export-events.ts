import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { boolean, integer, object, oneOf } from '../declaration/schema.ts'

const exportedLists = ['users', 'acts', 'events'] as const
export type ExportedList = (typeof exportedLists)[number]

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

const began = {
  export_id: Id,
  list: oneOf(exportedLists, { description: 'The exported list.' }),
  format: oneOf(exportFormats),
}

/**
 * The two events of an export. The first one is recorded before the first row is sent, so an export is known even when the
 * service is killed in the middle of it.
 */
export const exportEvents = {
  'export.began': object(
    { ...began, ...author },
    {
      description:
        'An export of a list began. The event is stored before the first row is sent. `user_id` is null.',
    },
  ),
  'export.ended': object(
    {
      ...began,
      rows: integer({ description: 'The number of rows sent.' }),
      complete: boolean({
        description: 'False if the client disconnected early or an error ended the file.',
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
