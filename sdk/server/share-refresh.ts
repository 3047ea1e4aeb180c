import type { OperationReply } from '../call-operation.ts'

type TokenPair = OperationReply<'refresh'>
type Refresh = (refreshToken: string, headers: Record<string, string>) => Promise<TokenPair>

interface Shared {
  pair: Promise<TokenPair>
  begunAt: number
}

const maxShared = 1_000

/**
 * Makes requests that need the same refresh at the same time share it. Requests in other processes, and those beyond a
 * thousand refreshes under way, refresh by themselves: Latchkey gives all of them the same new tokens. A refresh that began
 * longer than `maxAgeMs` ago is not shared, because edge runtimes cancel the work of a request whose client has disconnected.
 */
export function shareRefresh(
  refresh: Refresh,
  { maxAgeMs, now }: { maxAgeMs: number; now(): number },
): Refresh {
  const underWay = new Map<string, Shared>()
  return (refreshToken, headers) => {
    const shared = underWay.get(refreshToken)
    const ageMs = shared ? now() - shared.begunAt : -1
    // A negative age comes from a clock that was set back, by which a cancelled refresh would be waited for until then.
    if (shared && ageMs >= 0 && ageMs < maxAgeMs) return shared.pair
    const pair = refresh(refreshToken, headers).finally(() => {
      if (underWay.get(refreshToken)?.pair === pair) underWay.delete(refreshToken)
    })
    if (underWay.size < maxShared || shared) underWay.set(refreshToken, { pair, begunAt: now() })
    return pair
  }
}
