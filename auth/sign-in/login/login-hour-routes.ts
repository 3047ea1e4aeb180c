import { listLoginHoursEndpoint } from '#contract/sign-in/login-hours.ts'
import { route } from '#runtime/requests/route.ts'
import type { Auth } from '../../core/auth.ts'
import { listLoginHours } from './login-hours.ts'

export const loginHourRoutes = (auth: Auth) => [
  route(listLoginHoursEndpoint, async ({ query }) => ({
    data: await listLoginHours(auth, { hours: query.hours ?? 24 }),
  })),
]
