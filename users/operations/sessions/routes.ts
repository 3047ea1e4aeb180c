import { tellEventsEndpoint } from '#contract/events/events.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../../core/users.ts'
import { onToldEvents } from './on-told-events.ts'

export const toldEventRoutes = (users: Users) => [
  route(tellEventsEndpoint, ({ body }) => onToldEvents(users, body)),
]
