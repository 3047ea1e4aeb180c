import { Failure } from '#contract/declaration/failures.ts'
import type { TokenPair } from '../generated/types.ts'
import { ServiceUnreachable } from '../send-request.ts'
import { backOff } from './back-off.ts'
import type { KeptSession } from './session-store.ts'
import type { Tab } from './tab.ts'
import type { SignOutReason, TabSession } from './tab-session.ts'

/** Refreshes the tokens of a session in time. */
export interface Refresher {
  /**
   * Refreshes the tokens if they are due, or if `refused` is the access token that the session has. All callers share one
   * request. Resolves when there is nothing left to do, even if the session turned out to have ended.
   * @throws {Failure | ServiceUnreachable} when the tokens could not be refreshed now. They may still be valid.
   */
  refresh(refused?: string): Promise<void>
  /** Ends timers and listeners. A refresh that is under way is finished, because its token may be used up already. */
  dispose(): void
}

interface Options {
  session: Pick<TabSession, 'current' | 'keep' | 'end' | 'onTaken'>
  tab: Tab
  requestPair(refreshToken: string): Promise<TokenPair>
}

/**
 * Starts to refresh the tokens of a session in time. There is no lock between tabs: when several refresh at the same moment,
 * Latchkey gives all of them the same new tokens, so it does not matter which of them stores the tokens. A tab that the
 * browser suspended could hold a lock for ever.
 */
export function startRefreshing({ session, tab, requestPair }: Options): Refresher {
  const pauses = backOff(tab)
  let underWay: Promise<void> | undefined
  let isDisposed = false
  let stopTimer = () => {}

  function schedule(): void {
    const kept = session.current()
    stopTimer()
    if (!kept || isDisposed || pauses.isGivenUp()) return
    // The delay is partly random, because tabs that share a store would otherwise all refresh at the same moment. With it, the
    // first tab stores new tokens and the other tabs need no request.
    const spreadMs = (Math.random() * (kept.expiresAt - kept.refreshAt)) / 4
    const ms = pauses.waitMs() || kept.refreshAt + spreadMs - tab.now()
    stopTimer = tab.startTimer(Math.max(minTimerMs, ms), refreshQuietly)
  }

  function refresh(refused?: string): Promise<void> {
    underWay ??= exchange(refused).finally(() => {
      underWay = undefined
      schedule()
    })
    return underWay
  }

  /**
   * Refreshes without throwing. A failed refresh is retried by the timer, and a caller that needs a token gets the error of its
   * own attempt.
   */
  const refreshQuietly = (): void => void refresh().catch(() => {})

  async function exchange(refused: string | undefined): Promise<void> {
    const used = session.current()
    if (!used || !(refused === undefined ? tab.now() >= used.refreshAt : used.accessToken === refused)) return
    if (pauses.waitMs() > 0) throw pauses.fault()
    const askedAt = tab.now()
    let next: KeptSession
    try {
      next = toKept(await requestPair(used.refreshToken), { askedAt, generation: used.generation + 1 })
    } catch (fault) {
      // The session is read again, because it may have changed meanwhile: another tab stored tokens, logged in or logged out.
      if (session.current() !== used) return
      const reason = endReasonIn(fault)
      if (reason) return void session.end(reason)
      pauses.failed(fault)
      throw fault
    }
    pauses.succeeded()
    if (session.current() === used) session.keep(next)
  }

  const stopListening = tab.onReturn(() => {
    pauses.succeeded()
    refreshQuietly()
  })
  session.onTaken(schedule)
  refreshQuietly()
  return {
    refresh,
    dispose() {
      isDisposed = true
      stopTimer()
      stopListening()
    },
  }
}

/**
 * Returns the reason why the session has ended, if an error means that. Only `token_invalid` and `session_ended` do; any other
 * error may be temporary.
 */
function endReasonIn(fault: unknown): SignOutReason | undefined {
  if (!(fault instanceof Failure)) return undefined
  if (fault.code === 'token_invalid') return 'token_invalid'
  return fault.code === 'session_ended' ? (fault.reason ?? 'expired') : undefined
}

/** The shortest delay of the timer. Without it, a wrong clock or a faulty store could make the timer fire without a pause. */
const minTimerMs = 200

/** The part of the life of an access token after which it is refreshed. */
const refreshAfter = 0.8

/**
 * Makes the session that a store keeps from a pair of tokens. Times are counted from the request for the pair, by the clock of
 * this machine, because the clock of the service may differ.
 * @throws {ServiceUnreachable} when something else has answered in place of Latchkey
 */
export function toKept(
  pair: TokenPair,
  { askedAt, generation }: { askedAt: number; generation: number },
): KeptSession {
  const texts = [pair.session_id, pair.access_token, pair.refresh_token]
  if (!texts.every((one) => typeof one === 'string') || !(pair.expires_in > 0))
    throw new ServiceUnreachable('The answer holds no tokens.')
  const lifetimeMs = pair.expires_in * 1_000
  return {
    sessionId: pair.session_id,
    generation,
    accessToken: pair.access_token,
    refreshToken: pair.refresh_token,
    expiresAt: askedAt + lifetimeMs,
    refreshAt: askedAt + lifetimeMs * refreshAfter,
    user: pair.user,
  }
}
