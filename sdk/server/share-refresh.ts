import type { OperationReply } from '../call-operation.ts'

type TokenPair = OperationReply<'refresh'>
type Refresh = (refreshToken: string, headers: Record<string, string>) => Promise<TokenPair>

interface Shared {
  pair: Promise<TokenPair>
  begunAt: number
}

const maxShared = 1_000

/**
 * Makes requests that need the same refresh at the same time share it. Beyond a thousand refreshes under way, and in other
 * processes, each request asks by itself: Latchkey gives all of them the same successor. A refresh that was begun longer than
 * `maxAgeMs` ago is not shared, because edge runtimes cancel what a request has begun when its client is gone.
 */
export function shareRefresh(
  refresh: Refresh,
  { maxAgeMs, now }: { maxAgeMs: number; now(): number },
): Refresh {
  const underWay = new Map<string, Shared>()
  return (refreshToken, headers) => {
    const shared = underWay.get(refreshToken)
    if (shared && now() - shared.begunAt < maxAgeMs) return shared.pair
    const pair = refresh(refreshToken, headers).finally(() => {
      if (underWay.get(refreshToken)?.pair === pair) underWay.delete(refreshToken)
    })
    if (underWay.size < maxShared || shared) underWay.set(refreshToken, { pair, begunAt: now() })
    return pair
  }
}
