import type { SessionTokens } from './session-cookie.ts'

/** Tokens that were issued just now, and for how long the session lasts without another refresh. */
export interface NewTokens extends SessionTokens {
  refreshExpiresIn: number
}

/** Exchanges the refresh token of a session for new tokens. `headers` say who sent the request to the application. */
export type Refresh = (refreshToken: string, headers: Record<string, string>) => Promise<NewTokens>
