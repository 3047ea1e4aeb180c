import type { bulkEndpoints } from '../users/user-support.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

/** An example for each endpoint that changes or makes many users at once. */
export const bulkExamples = {
  changeUsers: {
    body: { action: 'send_password_reset', ids: [ids.ada] },
    reply: { results: [{ id: ids.ada, failure: null }] },
  },
  importUsers: {
    body: {
      users: [
        { email: 'ada@example.com' },
        { email: 'alan@example.com', name: 'Alan Turing', email_verified: 'true' },
        { email: 'alan' },
      ],
      dry_run: true,
    },
    reply: {
      results: [
        { outcome: 'exists', user_id: ids.ada, username: 'ada', refusal: null, errors: [], left_out: [] },
        { outcome: 'made', user_id: null, username: 'alan', refusal: null, errors: [], left_out: [] },
        {
          outcome: 'refused',
          user_id: null,
          username: null,
          refusal: 'invalid_row',
          errors: [
            {
              pointer: '/email',
              code: 'invalid_format',
              detail: 'This is not a plain email address, such as ada@example.com.',
            },
          ],
          left_out: [],
        },
      ],
    },
  },
} satisfies ExamplesOf<typeof bulkEndpoints>
