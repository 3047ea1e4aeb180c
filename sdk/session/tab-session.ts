import type { EndReason } from '#contract/declaration/failures.ts'
import type { User } from '../generated/types.ts'
import type { KeptSession, SessionStore } from './session-store.ts'
import type { Tab } from './tab.ts'

/**
 * The reason why the user is not signed in. `token_invalid`: the service does not know the tokens, as after it was restored from a
 * backup. `elsewhere`: another tab removed the session, or the user removed what the browser keeps for the page.
 */
export type SignOutReason = EndReason | 'token_invalid' | 'elsewhere'

/**
 * The state of the session: whether somebody is signed in, and who. It stays the same object until something changes, so that
 * states can be compared with `===`.
 */
export type SessionState =
  | { isSignedIn: true; user: User; sessionId: string; reason?: undefined }
  // `reason` is absent as long as nobody has been signed in.
  | { isSignedIn: false; user?: undefined; sessionId?: undefined; reason?: SignOutReason }

/** The session of a tab, which is kept in sync with the other tabs that share the store. */
export interface TabSession {
  state(): SessionState
  onChange(listener: (state: SessionState) => void): () => void
  /** Returns the session, including changes that other tabs have stored. It stays the same object until something changes. */
  current(): KeptSession | undefined
  /** Stores a session, in place of the one before. */
  keep(session: KeptSession): void
  /** Removes the session in every tab that shares it. Returns the removed session. */
  end(reason: SignOutReason): KeptSession | undefined
  /** Sets the function that is called when the tokens of this tab were replaced or removed. */
  onTaken(callback: () => void): void
  dispose(): void
}

interface Options {
  store: SessionStore
  tab: Tab
  channelName: string
}

type Message = { kind: 'changed' } | { kind: 'signed-out'; sessionId: string; reason: SignOutReason }

export function openTabSession({ store, tab, channelName }: Options): TabSession {
  const listeners = new Set<(state: SessionState) => void>()
  let onTaken = () => {}
  let session = store.load()
  let lastId = session?.sessionId
  let endedId: string | undefined
  let isDisposed = false
  let state: SessionState = session ? signedIn(session) : { isSignedIn: false }

  function take(next: KeptSession | undefined, reason: SignOutReason = 'elsewhere'): void {
    const before = JSON.stringify(state)
    session = next
    lastId = next?.sessionId ?? lastId
    onTaken()
    const told = next ? signedIn(next) : ({ isSignedIn: false, reason } as const)
    if (JSON.stringify(told) === before) return
    state = told
    // Listeners are called later, so that an error of one keeps neither the session from being stored nor others from being called.
    for (const listener of listeners) queueMicrotask(() => listeners.has(listener) && listener(state))
  }

  /** Takes over what another tab has stored: newer tokens, another login, or nothing after a logout. */
  function current(): KeptSession | undefined {
    let stored = store.load()
    // Another tab, which had not noticed the logout yet, has stored the session again, so it is removed once more.
    if (stored && stored.sessionId === endedId) {
      store.clear()
      stored = undefined
    }
    if (!stored && session) take(undefined)
    if (!stored) return undefined
    const known = session?.sessionId === stored.sessionId ? session : undefined
    if (!known || stored.generation > known.generation) take(stored)
    // Another tab, which wrote at the same moment, has replaced the newer tokens by older ones.
    else if (stored.generation < known.generation) store.save(known)
    return session
  }

  const channel = tab.openChannel(channelName, (data) => {
    const message = data as Message | undefined
    if (isDisposed) return
    if (message?.kind === 'signed-out') {
      endedId = message.sessionId
      if (endedId === lastId) take(undefined, message.reason)
    }
    current()
  })
  const post = (message: Message): void => void (isDisposed || channel.post(message))

  return {
    state: () => state,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current,
    keep(next) {
      store.save(next)
      take(next)
      post({ kind: 'changed' })
    },
    end(reason) {
      const ended = current()
      if (!ended) return undefined
      endedId = ended.sessionId
      store.clear()
      take(undefined, reason)
      post({ kind: 'signed-out', sessionId: ended.sessionId, reason })
      return ended
    },
    onTaken(callback) {
      onTaken = callback
    },
    dispose() {
      isDisposed = true
      listeners.clear()
      channel.close()
    },
  }
}

const signedIn = ({ user, sessionId }: KeptSession): SessionState => ({ isSignedIn: true, user, sessionId })
