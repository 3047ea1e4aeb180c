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
import { logInByPasskey } from '../methods/passkey.ts'
import { completeByPasskey } from './complete-by-passkey.ts'
import { forLogin, forStep, forStepUp, type PasskeyLogin } from './passkey-login.ts'
import { passkeyRequest } from './passkey-request.ts'
import { stepUpByPasskey } from './step-up-by-passkey.ts'

export const passkeyLoginRoutes = (login: PasskeyLogin) => [
  route(beginPasskeyLoginEndpoint, () => passkeyRequest(login, forLogin)),
  route(logInByPasskeyEndpoint, ({ body, address, userAgent }) =>
    logInByPasskey(login, {
      credential: body.credential,
      device: { name: body.device_name ?? null, userAgent: userAgent ?? null, address },
    }),
  ),
  route(beginPasskeyStepEndpoint, ({ body }) => passkeyRequest(login, forStep(body.login_token))),
  route(completeLoginByPasskeyEndpoint, ({ body, address, userAgent }) =>
    completeByPasskey(login, {
      token: body.login_token,
      credential: body.credential,
      remembersDevice: body.remember_device,
      device: { userAgent: userAgent ?? null, address },
    }),
  ),
  route(beginPasskeyStepUpEndpoint, ({ caller }) =>
    passkeyRequest(login, forStepUp(requireUser(caller).sessionId)),
  ),
  route(stepUpByPasskeyEndpoint, ({ body, caller }) =>
    stepUpByPasskey(login, { caller, credential: body.credential }),
  ),
]
