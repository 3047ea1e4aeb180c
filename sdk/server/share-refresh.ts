import { ServiceUnreachable } from '../send-request.ts'
import type { NewTokens, Refresh } from './new-tokens.ts'

interface Shared {
  tokens: Promise<NewTokens>
  begunAt: number
}

const maxShared = 1_000

/**
 * Wraps `refresh` so that concurrent requests with the same refresh token share one call. Requests in other processes, and those
 * beyond a thousand concurrent refreshes, make their own call, and Latchkey gives all of them the same new tokens. A refresh that
 * began longer than `maxAgeMs` ago is not shared, because it may never end: edge runtimes cancel the work of a request whose
 * client has disconnected.
 */
export function shareRefresh(
  refresh: Refresh,
  { maxAgeMs, now }: { maxAgeMs: number; now(): number },
): Refresh {
  const underWay = new Map<string, Shared>()
  return (refreshToken, headers) => {
    const shared = underWay.get(refreshToken)
    const ageMs = shared ? now() - shared.begunAt : -1
    // A negative age means that the clock was set back. Without this check, requests would wait for a cancelled refresh until the
    // clock has caught up.
    if (shared && ageMs >= 0 && ageMs < maxAgeMs) return shared.tokens
    const tokens = repeatLost(() => refresh(refreshToken, headers)).finally(() => {
      if (underWay.get(refreshToken)?.tokens === tokens) underWay.delete(refreshToken)
    })
    if (underWay.size < maxShared || shared) underWay.set(refreshToken, { tokens, begunAt: now() })
    return tokens
  }
}

/**
 * Repeats a refresh once if the connection broke: Latchkey may have replaced the refresh token, and gives a retry the same one for
 * seconds only. A browser that comes back minutes later would present a replaced token, which ends the session.
 */
async function repeatLost(refresh: () => Promise<NewTokens>): Promise<NewTokens> {
  try {
    return await refresh()
  } catch (error) {
    if (!(error instanceof ServiceUnreachable && isNetworkFault(error.cause))) throw error
    return refresh()
  }
}

/** `fetch` throws a TypeError for a network fault. A library may wrap it. */
const isNetworkFault = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && isNetworkFault(error.cause))
