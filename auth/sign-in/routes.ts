import type { Route } from '#runtime/requests/route.ts'
import { deviceRoutes } from './devices/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { loginHourRoutes } from './login/login-hour-routes.ts'
import type { Login } from './login.ts'
import { passkeyLoginRoutes } from './passkeys/routes.ts'
import { secondFactorRoutes } from './second-factors/routes.ts'

/** The routes of the room that no start needs. */
export const signInRoutes = (login: Login): Route[] => [
  ...secondFactorRoutes(login),
  ...passkeyLoginRoutes(login),
  ...linkRoutes(login),
  ...deviceRoutes(login),
  ...loginHourRoutes(login),
]
