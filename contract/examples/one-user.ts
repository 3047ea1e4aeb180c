import type { oneUserEndpoints } from '../users/one-user.ts'
import type { ExamplesOf } from './example.ts'
import { ids, linkToken } from './people.ts'

export const oneUserExamples = {
  listUserHistory: {
    params: { id: ids.grace },
    reply: {
      data: [
        {
          id: '01a1f4e9-5a30-7c44-8f02-3b6d9e17a5c8',
          type: 'user.suspended',
          timestamp: '2026-11-21T09:50:00.000Z',
          by: ids.admin,
          by_name: 'admin',
          address: '127.0.0.1',
          device_name: null,
          user_agent: 'curl/8.5.0',
          reason: 'Card reported as stolen',
          data: {
            by: ids.admin,
            by_address: '127.0.0.1',
            by_user_agent: 'curl/8.5.0',
            suspension_reason: 'Card reported as stolen',
          },
        },
      ],
      next_cursor: null,
    },
  },
  listUserLinks: {
    params: { id: ids.grace },
    reply: {
      data: [
        {
          purpose: 'invitation',
          email: 'grace@example.com',
          is_shown: false,
          made_at: '2026-11-21T09:40:00.000Z',
          expires_at: '2026-11-28T09:40:00.000Z',
        },
      ],
    },
  },
  listUserMails: {
    params: { id: ids.grace },
    reply: {
      data: [
        {
          id: '01a1f4e9-6b12-7d05-9c33-1f0a7e24b6d1',
          kind: 'invitation',
          state: 'given_up',
          attempts: 1,
          last_error: '550 5.1.1 User unknown',
          queued_at: '2026-11-21T09:40:00.000Z',
          given_up_at: '2026-11-21T09:40:02.000Z',
        },
      ],
    },
  },
  listUserNotifications: {
    params: { id: ids.ada },
    reply: {
      data: [
        {
          id: '01a1f4ea-0c71-7a18-b2d4-5e8f3c90a6b7',
          type: 'user.password_reset_shown',
          title: 'Link for a new password made',
          created_at: '2026-11-21T09:50:00.000Z',
          read_at: null,
        },
      ],
      next_cursor: null,
    },
  },
  makeResetLink: {
    params: { id: ids.ada },
    reply: {
      link: `https://auth.example.com/account/reset-password?token=${linkToken}`,
      expires_at: '2026-11-21T10:50:00.000Z',
    },
  },
} satisfies ExamplesOf<typeof oneUserEndpoints>
