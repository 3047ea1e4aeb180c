import type { Profile } from './caller.ts'

/** The names and addresses of the users of access tokens that Latchkey's own API issued: these tokens contain none of them. */
export interface Profiles {
  /** Stores the user that a login or refresh returned with this token, so that the user service need not be asked. */
  remember(accessToken: string, user: Profile): void
  /** Returns the user of a verified token; undefined while the user service cannot be asked. */
  find(accessToken: string): Promise<Profile | undefined>
}

const maxKept = 10_000
/** The time for which the user service is not asked after a failure: an outage must not slow down every request. */
const askAgainMs = 5_000

/** Creates profiles that call `ask` once for each access token. Concurrent requests with one token share one call. */
export function createProfiles(ask: (accessToken: string) => Promise<Profile>, now = Date.now): Profiles {
  const kept = new Map<string, Promise<Profile | undefined>>()
  let failedAt: number | undefined

  function keep(accessToken: string, profile: Promise<Profile | undefined>): void {
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(keyOf(accessToken), profile)
  }
  function isPaused(): boolean {
    // A negative time means that the clock was set back.
    const ms = failedAt === undefined ? -1 : now() - failedAt
    return ms >= 0 && ms < askAgainMs
  }

  return {
    remember: (accessToken, { name, email, email_verified }) =>
      keep(accessToken, Promise.resolve({ name, email, email_verified })),
    async find(accessToken) {
      const known = kept.get(keyOf(accessToken))
      if (known || isPaused()) return known
      const asked = ask(accessToken).then(
        ({ name, email, email_verified }): Profile => ({ name, email, email_verified }),
        (): undefined => {
          // The token has passed its check, so this says nothing about the session. Only name and address stay unknown.
          failedAt = now()
          kept.delete(keyOf(accessToken))
        },
      )
      keep(accessToken, asked)
      return asked
    },
  }
}

/** Returns the end of a token, which belongs to its signature and differs between tokens. */
const keyOf = (accessToken: string): string => accessToken.slice(-43)
