import { Secret, TOTP } from 'otpauth'
import type { TestClock } from '#tests/support/system.ts'

/** An authenticator app, as a library of others makes its codes. */
export interface AuthenticatorApp {
  /** The code of the present time step, or of one so many steps later. */
  code(steps?: number): string
  /** Moves the clock on to the next step, in which the app shows another code. */
  nextCode(): string
}

export function authenticatorApp(secret: string, clock: TestClock): AuthenticatorApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (steps = 0) => totp.generate({ timestamp: clock.now() + steps * 30_000 })
  return {
    code,
    nextCode() {
      clock.advance(30_000)
      return code()
    },
  }
}

/** Returns a code that is not the one before, nor the next: six digits that are wrong. */
export function wrongCode({ code }: Pick<AuthenticatorApp, 'code'>): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => code(steps))
  for (let number = 0; ; number++) {
    const wrong = String(number).padStart(6, '0')
    if (!right.includes(wrong)) return wrong
  }
}
