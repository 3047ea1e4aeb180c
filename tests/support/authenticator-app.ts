import { Secret, TOTP } from 'otpauth'
import type { TestClock } from '#tests/support/system.ts'

/** A simulated authenticator app. Its codes are computed by an independent TOTP library. */
export interface AuthenticatorApp {
  /** Returns the code of the current time step, or of the time step that is `steps` later. */
  code(steps?: number): string
  /** Moves the clock to the next time step, and returns the code of that step. */
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

/**
 * Returns six digits that are wrong: they are not the code of the current time step, or of the two steps before and after
 * it.
 */
export function wrongCode({ code }: Pick<AuthenticatorApp, 'code'>): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => code(steps))
  for (let number = 0; ; number++) {
    const wrong = String(number).padStart(6, '0')
    if (!right.includes(wrong)) return wrong
  }
}
