import { tellEventsEndpoint } from '#contract/events/events.ts'
import { getUserServiceStateEndpoint, listIdentityCountsEndpoint } from '#contract/system/system.ts'
import { route } from '#runtime/requests/route.ts'
import { describeService } from '#runtime/system/describe-service.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import type { Users } from '../core/users.ts'
import { listIdentityCounts } from './list-identity-counts.ts'
import { onAuthEvents } from './on-auth-events.ts'

export const operationRoutes = (users: Users, facts: SystemFacts | undefined) => [
  route(tellEventsEndpoint, ({ body }) => onAuthEvents(users, body)),
  ...(facts
    ? [
        route(getUserServiceStateEndpoint, () => describeService(users, facts)),
        route(listIdentityCountsEndpoint, () => listIdentityCounts(users)),
      ]
    : []),
]
