import type { userImportEndpoints } from '../user-lists/import-users.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

/** An example of an import. */
export const importExamples = {
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
        { outcome: 'exists', user_id: ids.ada, username: 'ada', refusal: null, errors: [] },
        { outcome: 'made', user_id: null, username: 'alan', refusal: null, errors: [] },
        {
          ...{ outcome: 'refused', user_id: null, username: null, refusal: 'invalid_row' },
          errors: [
            { pointer: '/email', code: 'invalid_format', detail: 'This is not a plain e-mail address.' },
          ],
        },
      ],
    },
  },
} satisfies ExamplesOf<typeof userImportEndpoints>
