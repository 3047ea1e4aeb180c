import {
  beginPasskeyLoginEndpoint,
  beginPasskeyStepEndpoint,
  beginPasskeyStepUpEndpoint,
  completeLoginByPasskeyEndpoint,
  logInByPasskeyEndpoint,
  stepUpByPasskeyEndpoint,
} from '#contract/sign-in/passkey-login.ts'
import { route } from '#runtime/requests/route.ts'
import { requireUser } from '../../core/require-user.ts'
import type { Login } from '../login.ts'
import { byPasskey, byPasskeyStep, stepUpByPasskey } from '../methods/passkey.ts'
import { signIn, stepUp } from '../sign-in.ts'
import { forLogin, forStep, forStepUp, passkeyRequest } from './passkey-request.ts'

export const passkeyLoginRoutes = (login: Login) => [
  route(beginPasskeyLoginEndpoint, () => passkeyRequest(login, forLogin)),
  route(logInByPasskeyEndpoint, ({ body, address, userAgent = null }) =>
    signIn(login, byPasskey(body.credential), {
      device: { name: body.device_name ?? null, userAgent, address },
    }),
  ),
  route(beginPasskeyStepEndpoint, ({ body }) => passkeyRequest(login, forStep(body.login_token))),
  route(completeLoginByPasskeyEndpoint, ({ body, address, userAgent = null }) => {
    const { login_token: token, credential, remember_device: remembersDevice } = body
    const device = { name: null, userAgent, address }
    return signIn(login, byPasskeyStep({ token, credential, remembersDevice }), { device })
  }),
  route(beginPasskeyStepUpEndpoint, ({ caller }) =>
    passkeyRequest(login, forStepUp(requireUser(caller).sessionId)),
  ),
  route(stepUpByPasskeyEndpoint, ({ body, caller, address, userAgent = null }) =>
    stepUp(login, stepUpByPasskey(requireUser(caller), body.credential), {
      device: { name: null, userAgent, address },
    }),
  ),
]
