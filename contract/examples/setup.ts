import type { setupChecklistEndpoints } from '../system/setup-checklist.ts'
import type { testEmailEndpoints } from '../system/test-email.ts'
import type { ExamplesOf } from './example.ts'

/** An example for each endpoint of the setup checklist and of the test email. */
export const setupExamples = {
  getSetupChecklist: { reply: { is_open: true, has_generated_password: true, email_tested: false } },
  sendTestEmail: {
    reply: {
      outcome: 'accepted',
      to: 'ada@example.com',
      server: 'smtp.example.com:587, from noreply@example.com',
      fault: null,
      reply: '250 2.0.0 Ok: queued as 4A2',
    },
  },
} satisfies ExamplesOf<typeof setupChecklistEndpoints> & ExamplesOf<typeof testEmailEndpoints>
