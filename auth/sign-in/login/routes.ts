import { changePasswordEndpoint, logInEndpoint } from '#contract/auth.ts'
import { route } from '#runtime/requests/route.ts'
import { requireUser } from '../../core/require-user.ts'
import type { Login } from '../login.ts'
import { byNewPassword } from '../methods/new-password.ts'
import { byPassword } from '../methods/password.ts'
import { signIn } from '../sign-in.ts'

export const loginRoutes = (login: Login) => [
  route(logInEndpoint, ({ body, address, userAgent = null }) =>
    signIn(login, byPassword({ name: body.username, password: body.password }), {
      device: { name: body.device_name ?? null, userAgent, address },
      deviceToken: body.device_token,
    }),
  ),
  route(changePasswordEndpoint, ({ body, caller, address, userAgent = null }) => {
    const passwords = { currentPassword: body.current_password, newPassword: body.new_password }
    const device = { name: null, userAgent, address }
    return signIn(login, byNewPassword(requireUser(caller), passwords), { device })
  }),
]
