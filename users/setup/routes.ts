import { dismissSetupChecklistEndpoint, getSetupChecklistEndpoint } from '#contract/system/setup-checklist.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { dismissChecklist } from './dismiss-checklist.ts'
import { readChecklist } from './read-checklist.ts'

export const setupRoutes = (users: Users, mailer: Pick<Mailer, 'server'>) => [
  route(getSetupChecklistEndpoint, ({ caller }) => readChecklist(users, { by: caller, mailer })),
  route(dismissSetupChecklistEndpoint, ({ caller }) => dismissChecklist(users, { by: caller })),
]
