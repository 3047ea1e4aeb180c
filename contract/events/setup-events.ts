import { author } from '../declaration/event-author.ts'
import { nullable, object, oneOf, string } from '../declaration/schema.ts'

export const setupEvents = {
  'email.tested': object(
    {
      outcome: oneOf(['accepted', 'stored', 'failed']),
      fault: nullable(string({ description: 'The step that failed, as in the response to the request.' })),
      ...author,
    },
    { description: 'An admin sent a test email to themselves. `user_id` is null.' },
  ),
  'setup_checklist.dismissed': object(
    { ...author },
    { description: 'An admin dismissed the setup checklist. `user_id` is null.' },
  ),
} as const

export const setupLogMessages = {
  'email.tested': 'a test email was sent',
  'setup_checklist.dismissed': 'the setup checklist was dismissed',
}
