import { changePasswordEndpoint, logInEndpoint } from '#contract/auth.ts'
import { route } from '#runtime/requests/route.ts'
import type { Login } from '../login.ts'
import { changePassword } from '../methods/new-password.ts'
import { logIn } from '../methods/password.ts'

export const loginRoutes = (login: Login) => [
  route(logInEndpoint, ({ body, address, userAgent }) =>
    logIn(login, {
      name: body.username,
      password: body.password,
      device: { name: body.device_name ?? null, userAgent: userAgent ?? null, address },
      deviceToken: body.device_token,
    }),
  ),
  route(changePasswordEndpoint, ({ body, caller, address, userAgent }) =>
    changePassword(login, {
      caller,
      currentPassword: body.current_password,
      newPassword: body.new_password,
      device: { name: null, userAgent: userAgent ?? null, address },
    }),
  ),
]
