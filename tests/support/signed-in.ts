import type { Scope, SignedInCaller } from '#contract/declaration/endpoint.ts'

/** Returns a caller as the access token of a session describes it. The session began long ago, with a password. */
export const signedIn = (userId: string, scopes: readonly Scope[] = []): SignedInCaller => ({
  userId,
  sessionId: 'a session',
  authenticatedAt: '',
  acr: 'aal1',
  amr: ['pwd'],
  scopes,
})

/** Returns a caller who logged in at the given moment, in epoch milliseconds. */
export const justSignedIn = (userId: string, now: number): SignedInCaller => ({
  ...signedIn(userId),
  authenticatedAt: new Date(now).toISOString(),
})
