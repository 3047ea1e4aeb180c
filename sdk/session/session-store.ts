import { isObject } from '#contract/rules/strict-json.ts'
import type { User } from '../generated/types.ts'

/** A session with its tokens, as a store keeps it. */
export interface KeptSession {
  sessionId: string
  /**
   * The number of refreshes since the login. All tabs count the same, because a refresh token has one successor: of two pairs of
   * tokens of a session, the one with the higher number is the newer one.
   */
  generation: number
  accessToken: string
  refreshToken: string
  /** The time when the access token expires, in epoch milliseconds by the clock of this machine. */
  expiresAt: number
  /** The time when the tokens are to be refreshed, which is before they expire; in epoch milliseconds too. */
  refreshAt: number
  user: User
}

/**
 * The storage of a session. A store may throw, as a browser's storage does when it is full or blocked: the session is then kept in
 * the memory of the tab.
 */
export interface SessionStore {
  /** Returns the session that was saved last, by any tab that shares the store; undefined when there is none. */
  load(): KeptSession | undefined
  save(session: KeptSession): void
  clear(): void
}

/**
 * Keeps the session in the memory of the tab: a malicious script in another page of the origin cannot read the session, which is
 * gone when the tab is closed or reloaded. Each tab has a session of its own.
 */
export function memory(): SessionStore {
  let kept: KeptSession | undefined
  return {
    load: () => kept,
    save(session) {
      kept = session
    },
    clear() {
      kept = undefined
    },
  }
}

/**
 * Keeps the session in `localStorage`, under `key`: all tabs of the origin share it, and it outlives them.
 *
 * Every script on every page of the origin can read `localStorage`. A malicious script that gets in once (XSS), by a comment that
 * is not escaped, a browser extension or a package of the page, can send the refresh token away and use it elsewhere until the
 * session ends, where a session in memory or in an `HttpOnly` cookie can only be used while the page is open. Latchkey ends a
 * session whose refresh token was used twice, which reveals a theft but does not prevent it. Use this store only for a page with
 * a strict Content-Security-Policy and without scripts of others; it is better to let your own backend keep the tokens
 * (`@latchkey/client/server`).
 */
export const local = ({ key = 'latchkey.session' }: { key?: string } = {}): SessionStore => ({
  load: () => parse(storage().getItem(key)),
  save: (session) => storage().setItem(key, JSON.stringify(session)),
  clear: () => storage().removeItem(key),
})

interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Returns `localStorage`, which throws where the browser blocks it. */
function storage(): TextStorage {
  const { localStorage } = globalThis as { localStorage?: TextStorage }
  if (!localStorage) throw new Error('There is no localStorage here.')
  return localStorage
}

function parse(text: string | null): KeptSession | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? '')
    return isKept(kept) ? kept : undefined
  } catch {
    // The entry of another program, or of a version with another form, is no session.
    return undefined
  }
}

const isKept = (kept: unknown): kept is KeptSession =>
  isObject(kept) &&
  [kept.sessionId, kept.accessToken, kept.refreshToken].every((one) => typeof one === 'string') &&
  [kept.generation, kept.expiresAt, kept.refreshAt].every((one) => typeof one === 'number')

/**
 * Wraps a store that may throw. After the first session that cannot be saved, or the first read that fails, the session is
 * kept in memory only and the store is cleared. Otherwise another tab could use an old refresh token from the store, and
 * Latchkey would end the session because the token was used twice.
 */
export function sturdy(store: SessionStore): SessionStore {
  let inUse = store
  let last: KeptSession | undefined
  const attempt = (work: () => void): boolean => {
    try {
      work()
      return true
    } catch {
      return false
    }
  }
  function leave(): void {
    if (inUse !== store) return
    attempt(store.clear)
    inUse = memory()
    if (last) inUse.save(last)
  }
  return {
    load() {
      if (!attempt(() => (last = inUse.load()))) leave()
      return last
    },
    save(session) {
      last = session
      const save = () => inUse.save(session)
      // The stored session is removed before the second attempt, because the store may be full.
      if (!attempt(save) && !(attempt(store.clear) && attempt(save))) leave()
    },
    clear() {
      last = undefined
      if (!attempt(() => inUse.clear())) leave()
    },
  }
}
