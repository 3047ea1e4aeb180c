import type { bulkEndpoints } from '../user-support.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

/** An example for what is done to many users. */
export const bulkExamples = {
  changeUsers: {
    body: { action: 'send_password_reset', ids: [ids.ada] },
    reply: { results: [{ id: ids.ada, failure: null }] },
  },
} satisfies ExamplesOf<typeof bulkEndpoints>
