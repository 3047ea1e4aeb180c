import { author } from '../declaration/event-author.ts'
import { array, object, string } from '../declaration/schema.ts'

export const brandingEvents = {
  'branding.updated': object(
    {
      changed: array(string(), {
        description:
          'The names of the changed fields, such as `color`, or `texts.email.invitation.subject.de` for a text.',
      }),
      ...author,
    },
    { description: 'The branding of the installation was changed. `user_id` is null.' },
  ),
} as const

export const brandingLogMessages = { 'branding.updated': 'the branding was changed' }
