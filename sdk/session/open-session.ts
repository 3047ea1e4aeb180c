import type { OperationInput } from '../call-operation.ts'
import type { TokenPair, User } from '../generated/types.ts'
import { checkServiceUrl } from '../service-url.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { startRefreshing, toKept } from './refresher.ts'
import { callSessionOperation } from './session-operations.ts'
import { memory, type SessionStore, sturdy } from './session-store.ts'
import type { Tab } from './tab.ts'
import { openTabSession, type SessionState } from './tab-session.ts'

/** The options of a session in a browser. Only `baseUrl` is required. */
export interface SessionOptions {
  /**
   * The origin of Latchkey, without a path, such as `https://id.example.com`; `location.origin` where a proxy passes its routes
   * on. If the page has another origin, `LATCHKEY_BROWSER_ORIGINS` must name the origin of the page.
   */
  baseUrl: string
  /** The origin of the authentication service, if the user service does not answer its routes; `baseUrl` if absent. */
  authUrl?: string
  /** The origins of your own services that check the access token. `fetch` sends it to them too, and to no other. */
  apiOrigins?: readonly string[]
  /** The store of the session: `memory()`, which is the default, `local()`, or a store of your own. */
  storage?: SessionStore
  /** Allows `http` to another machine, which sends passwords and tokens in clear text: only for development. */
  allowHttp?: boolean
  /** The timeout of a call to Latchkey in milliseconds; 10,000 if absent. */
  timeoutMs?: number
  /** A function to use in place of the browser's `fetch`. */
  fetch?: typeof fetch
  /** Returns the time in epoch milliseconds; `Date.now` if absent. */
  now?(): number
}

/** The session of a user in a browser, made by `createSession`. */
export interface Session {
  /** The state of the session: whether somebody is signed in, and who. It stays the same object until something changes. */
  readonly state: SessionState
  /** The user who is signed in, as of the last refresh; undefined when nobody is. */
  readonly user: User | undefined
  /**
   * Logs in, in this tab and in the others that share the storage. The session that was there before is ended at Latchkey too, if that
   * can be reached; the login does not wait for it.
   * @throws {Failure} such as `invalid_credentials`, or `login_name_limited` with `retryAfterSeconds`
   * @throws {ServiceUnreachable} for a network fault
   */
  logIn(credentials: OperationInput<'logIn'>): Promise<User>
  /**
   * Takes over tokens that Latchkey gave in another reply, such as the reply to a change of the password. Like a login, this ends
   * the session that was there before, unless the tokens are of that session.
   */
  adopt(pair: TokenPair): void
  /**
   * Signs out at once, in every tab that shares the storage, and ends the session at Latchkey.
   * @throws {Failure | ServiceUnreachable} when Latchkey could not be reached. The tokens are removed here all the same, and the
   * session ends at Latchkey when it has not been refreshed for long enough (`LATCHKEY_SESSION_IDLE`).
   */
  logOut(): Promise<void>
  /**
   * Ends all sessions of the user, on every device, and signs out here.
   * @throws {Failure | ServiceUnreachable} when Latchkey could not be reached. Then nothing has changed.
   */
  logOutEverywhere(): Promise<void>
  /**
   * Works as the browser's `fetch`, and adds the access token to requests to Latchkey and to `apiOrigins`. A token that has
   * expired or is refused (401) is refreshed first, once for each request. If the reply is still a 401, the session is over.
   * @throws {Failure | ServiceUnreachable} when the token has expired and cannot be refreshed now
   */
  fetch: typeof fetch
  /**
   * Returns an access token that has not expired, for requests that `fetch` cannot make; undefined when the user is not signed in.
   * @throws {Failure | ServiceUnreachable} when it has expired and cannot be refreshed now
   */
  accessToken(): Promise<string | undefined>
  /** Calls `listener` when somebody signs in or out, in any tab, or the user has changed. Returns a function that removes it. */
  onChange(listener: (state: SessionState) => void): () => void
  /** Ends timers and listeners. The session itself goes on, and a refresh that is under way is finished. */
  dispose(): void
}

/** Does the work of `createSession` in `session.ts` for a given tab. */
export function openSession(options: SessionOptions, tab: Tab): Session {
  const {
    fetch: send = (...request) => fetch(...request),
    timeoutMs,
    allowHttp,
    storage = memory(),
  } = options
  const authUrl = checkServiceUrl(options.authUrl ?? options.baseUrl, allowHttp)
  const ours = [options.baseUrl, ...(options.apiOrigins ?? [])].map((url) => checkServiceUrl(url, allowHttp))
  const calls = { baseUrl: authUrl, timeoutMs, fetch: send }
  const session = openTabSession({ store: sturdy(storage), tab, channelName: `latchkey ${authUrl}` })
  const refresher = startRefreshing({
    session,
    tab,
    requestPair: (refresh_token) => callSessionOperation('refresh', { refresh_token }, calls),
  })
  async function accessToken(): Promise<string | undefined> {
    const kept = session.current()
    if (kept && tab.now() >= kept.expiresAt) await refresher.refresh()
    return session.current()?.accessToken
  }
  const authorized = authorizedFetch(
    { accessToken, refresh: refresher.refresh },
    { origins: new Set([authUrl, ...ours]), fetch: send },
  )
  /**
   * Stores the tokens of a login, and ends the session that it replaces: otherwise somebody who copied its tokens could still use
   * them. The login does not wait for this, and is valid also when it fails: the old session then ends at Latchkey when it has
   * not been refreshed for long enough.
   */
  function replaceBy(pair: TokenPair, askedAt: number): void {
    const kept = toKept(pair, { askedAt, generation: 0 })
    const former = session.current()
    const isSame = former?.sessionId === kept.sessionId
    // The number must rise. Otherwise another tab would replace these tokens by the older ones that it has of the same
    // session.
    session.keep(isSame ? { ...kept, generation: former.generation + 1 } : kept)
    if (former && !isSame)
      void callSessionOperation('logOut', {}, { ...calls, bearer: former.accessToken }).catch(() => {})
  }

  return {
    get state() {
      return session.state()
    },
    get user() {
      return session.state().user
    },
    async logIn(credentials) {
      const askedAt = tab.now()
      const pair = await callSessionOperation('logIn', credentials, calls)
      replaceBy(pair, askedAt)
      return pair.user
    },
    adopt: (pair) => replaceBy(pair, tab.now()),
    async logOut() {
      const ended = session.end('logout')
      if (ended) await callSessionOperation('logOut', {}, { ...calls, bearer: ended.accessToken })
    },
    async logOutEverywhere() {
      await callSessionOperation('endOwnSessions', { scope: 'all' }, { ...calls, fetch: authorized })
      session.end('logout')
    },
    fetch: authorized,
    accessToken,
    onChange: session.onChange,
    dispose() {
      refresher.dispose()
      session.dispose()
    },
  }
}
