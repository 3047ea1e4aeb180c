import { type Check, ok, skipped, warn } from '../check.ts'
import { isServed } from '../served.ts'

/** Warns where sign-up is open because of the default, and not by a decision of the operator. */
export const signUpCheck: Check = {
  name: 'sign up',
  run({ services, settings, origins }) {
    if (!services.includes('users')) return [skipped('the user service has them')]
    if (origins.signup.origin !== 'default') return [ok(`LATCHKEY_SIGNUP is ${settings.signup}`)]
    if (!isServed(settings)) return [ok('LATCHKEY_SIGNUP is not set, and only this machine has access')]
    return [
      warn(
        'sign-up is open to everyone, because LATCHKEY_SIGNUP is not set',
        'LATCHKEY_SIGNUP=closed or private; or open, if that is intended',
      ),
    ]
  },
}
