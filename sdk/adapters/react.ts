import { useSyncExternalStore } from 'react'
import { sendRequest } from '../send-request.ts'
import { thisTab } from '../session/tab.ts'

/** The signed-in user, as `GET /auth/me` of a web session answers. */
export interface SignedInUser {
  user_id: string
  username: string
  role: 'user' | 'admin'
  session_id: string
  authenticated_at: string
  /** `aal2` when the login had two different kinds of proof, otherwise `aal1`. */
  acr: string
  amr: readonly string[]
}

/** The state of the sign-in, as a page knows it. During an outage it is `unknown`: the person may still be signed in. */
export type CallerState =
  | { status: 'loading' | 'signed_out' | 'unknown' }
  | { status: 'signed_in'; caller: SignedInUser }

/** The store of the signed-in user, shared by all components of a page. Made by `createCallerStore`. */
export interface CallerStore {
  /**
   * A hook of React (18 or later) that returns the signed-in user. Its state is `loading` during server rendering, and in the
   * browser until the service has answered for the first time.
   */
  useCaller(): CallerState
  /** Logs a user in. @throws {Failure} such as `invalid_credentials` */
  logIn(input: { username: string; password: string }): Promise<void>
  /** Creates a user, and logs in. @throws {Failure} such as `username_taken` */
  signUp(input: { username: string; email: string; password: string; name?: string }): Promise<void>
  /** Ends the session. @throws {Failure} when the session could not be ended; the person is still signed in then */
  logOut(): Promise<void>
  /** Asks again who is signed in. */
  reload(): Promise<void>
}

const loading: CallerState = { status: 'loading' }

/**
 * Creates the store by which components know who is signed in at the application's own server (`createWebSession`). The store
 * asks that server at the first use, when the user returns to the tab, and when another tab has logged in or out. No token is
 * ever in the page.
 * @example
 * export const { useCaller, logIn, logOut } = createCallerStore()
 */
export function createCallerStore({ basePath = '/auth' }: { basePath?: string } = {}): CallerStore {
  const tab = thisTab()
  const listeners = new Set<() => void>()
  let state = loading
  let asked = 0
  let stop: (() => void) | undefined
  let tellOtherTabs = () => {}

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const { location } = globalThis as { location?: { origin: string } }
    const request = { name: path.slice(1), method, path: basePath + path, body }
    return (await sendRequest(request, { baseUrl: location?.origin ?? '' })).body
  }
  async function reload(): Promise<void> {
    const number = ++asked
    const next = await ask('GET', '/me').then(toState, (): CallerState => ({ status: 'unknown' }))
    // A response is ignored when a login, a logout or another request has begun since, because it may be out of date.
    if (number !== asked) return
    state = next
    for (const listener of listeners) listener()
  }
  async function act(path: string, body: object): Promise<void> {
    await ask('POST', path, body)
    tellOtherTabs()
    await reload()
  }
  function start(): () => void {
    const channel = tab.openChannel('latchkey-web-session', (message) => void (message && reload()))
    tellOtherTabs = () => channel.post({ kind: 'changed' })
    const stopReturns = tab.onReturn(() => void reload())
    void reload()
    return () => {
      stopReturns()
      channel.close()
      tellOtherTabs = () => {}
    }
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    stop ??= start()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }

  const [now, onServer] = [() => state, () => loading]
  return {
    useCaller: () => useSyncExternalStore(subscribe, now, onServer),
    logIn: (input) => act('/login', input),
    signUp: (input) => act('/signup', input),
    logOut: () => act('/logout', {}),
    reload,
  }
}

function toState(body: unknown): CallerState {
  const { caller } = body as { caller: SignedInUser | null }
  return caller ? { status: 'signed_in', caller } : { status: 'signed_out' }
}
