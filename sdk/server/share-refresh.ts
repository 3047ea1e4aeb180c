import type { OperationReply } from '../call-operation.ts'

type TokenPair = OperationReply<'refresh'>
type Refresh = (refreshToken: string, headers: Record<string, string>) => Promise<TokenPair>

const maxShared = 1_000

/**
 * Makes requests that need the same refresh at the same time share it. Beyond a thousand refreshes under way, and in other
 * processes, each request asks by itself: Latchkey gives all of them the same successor.
 */
export function shareRefresh(refresh: Refresh): Refresh {
  const underWay = new Map<string, Promise<TokenPair>>()
  return (refreshToken, headers) => {
    const shared = underWay.get(refreshToken)
    if (shared) return shared
    const refreshing = refresh(refreshToken, headers).finally(() => underWay.delete(refreshToken))
    if (underWay.size < maxShared) underWay.set(refreshToken, refreshing)
    return refreshing
  }
}
