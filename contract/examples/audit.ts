import type { auditEndpoints } from '../events/audit.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

/** An example for each endpoint of the audit. */
export const auditExamples = {
  listActs: {
    query: { type: 'user.unlocked', user_id: ids.ada },
    reply: {
      data: [
        {
          id: '01a1f4d8-4e19-7b62-90cd-5a83f7e0b214',
          type: 'user.unlocked',
          timestamp: '2026-11-21T09:40:00.000Z',
          by: '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02',
          by_name: 'admin',
          user_id: ids.ada,
          user_name: 'ada',
          address: '127.0.0.1',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
          reason: null,
          details: {},
        },
      ],
      next_cursor: null,
    },
  },
} satisfies ExamplesOf<typeof auditEndpoints>
