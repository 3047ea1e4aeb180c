import { Failure } from '#contract/declaration/failures.ts'
import { isObject, parseStrictJson } from '#contract/rules/strict-json.ts'
import { startElapsed } from './elapsed.ts'
import { ServiceUnreachable } from './send-request.ts'
import { validatorPaths } from './validator-paths.ts'
import { importVerificationKey, type VerificationKey } from './verification-key.ts'

export interface KeySetOptions {
  authUrl: string
  timeoutMs: number
}

/** The public keys of the authentication service, fetched from its JWKS (RFC 7517) and cached. */
export interface KeySet {
  /** Finds a key in the cache; undefined if it is not there or the cache is too old. Makes no request. */
  find(kid: string): VerificationKey | undefined
  /**
   * Finds a key. Fetches the key set first if the cache is too old or does not have the key.
   * @throws {Failure} `auth_service_unavailable` when the fetch fails, so that it is unknown whether there is
   * such a key
   */
  findNew(kid: string): Promise<VerificationKey | undefined>
  /**
   * Fetches the key set by a request that begins after this call, so that the reply includes all changes made before the call.
   * @throws {ServiceUnreachable}
   */
  refresh(): Promise<void>
}

const minAgeMs = 10_000
const defaultAgeMs = 5 * 60_000
const maxAgeMs = 60 * 60_000
/** The time for which expired keys are still used while the key set cannot be fetched. */
const keptMs = 60 * 60_000
/** The pause after a failed fetch: `withOld` while old keys can still be used, `without` when there are none. */
const retryMs = { withOld: 5_000, without: 1_000 }
/**
 * The minimum time between two fetches because of an unknown `kid`: forged tokens must not cause a flood of
 * requests.
 */
const searchAgainMs = 10_000
const maxBodyBytes = 65_536
const maxKeys = 50

interface Fetched {
  keys: Map<string, KnownKey>
  ageMs(): number
  /** The age of the keys, in milliseconds, at which they are fetched again. */
  renewAtMs: number
  keptToMs: number
}

interface KnownKey {
  verification: VerificationKey
  /** The JSON of the key, as it was published. */
  text: string
}

interface Search {
  agoMs(): number
  done: Promise<void>
}

/** Creates an empty key set, which fetches the keys at the first use. */
export function createKeySet(options: KeySetOptions): KeySet {
  let fetched: Fetched | undefined
  let fetching: Promise<void> | undefined
  let failure: { error: unknown; agoMs(): number } | undefined
  let search: Search | undefined

  const isFresh = () => fetched !== undefined && fetched.ageMs() < fetched.renewAtMs
  const find = (kid: string) => (isFresh() ? fetched?.keys.get(kid)?.verification : undefined)

  async function fetchNow(): Promise<void> {
    try {
      fetched = await fetchKeys(options, fetched?.keys)
      failure = undefined
    } catch (error) {
      failure = { error, agoMs: startElapsed() }
      if (fetched) fetched.renewAtMs = Math.min(fetched.ageMs() + retryMs.withOld, fetched.keptToMs)
      throw error
    }
  }
  /** Waits for the fetch that is under way, or starts one. */
  function share(): Promise<void> {
    fetching ??= fetchNow().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  function refuseSoonAfterFailure(): void {
    if (failure && !fetching && failure.agoMs() < retryMs.without) throw unavailable(failure.error)
  }

  async function renew(): Promise<void> {
    refuseSoonAfterFailure()
    await share().catch((error: unknown) => {
      if (!isFresh()) throw unavailable(error)
    })
  }

  async function searchOnce(): Promise<void> {
    refuseSoonAfterFailure()
    if (!search || search.agoMs() >= searchAgainMs) search = { agoMs: startElapsed(), done: share() }
    const { done } = search
    await done.catch((error: unknown) => {
      // A failed search for an unknown key has found out nothing, so the next search need not wait.
      if (search?.done === done) search = undefined
      throw unavailable(error)
    })
  }

  return {
    find,
    async findNew(kid) {
      if (isFresh()) await searchOnce()
      else await renew()
      return find(kid)
    },
    async refresh() {
      // The reply to a fetch that is under way may have been made before the change for which the caller wants new keys.
      await fetching?.catch(() => {})
      await share()
    },
  }
}

const unavailable = (cause: unknown): Failure =>
  new Failure('auth_service_unavailable', { cause, retryAfterSeconds: 1 })

async function fetchKeys(
  { authUrl, timeoutMs }: KeySetOptions,
  before: Map<string, KnownKey> | undefined,
): Promise<Fetched> {
  // The age of the keys counts from the request, not from the reply, because the service may have read the keys at any time in
  // between.
  const ageMs = startElapsed()
  const url = `${authUrl}${validatorPaths.jwks}`
  try {
    const response = await fetch(url, {
      // An HTTP cache between this process and the service must not reply with a key set from before a key was revoked.
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200) throw new Error(`The status is ${response.status}.`)
    const keys = await readKeys(parseStrictJson(await readBounded(response)), before)
    const renewAtMs = freshForMs(response.headers)
    return { keys, ageMs, renewAtMs, keptToMs: renewAtMs + keptMs }
  } catch (cause) {
    throw new ServiceUnreachable(`There is no usable key set at ${url}`, { cause })
  }
}

async function readBounded(response: Response): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const reader = response.body?.getReader()
  let text = ''
  let length = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length
    if (length > maxBodyBytes) {
      await reader?.cancel()
      throw new Error('The key set is larger than 64 KiB.')
    }
    text += utf8.decode(read.value, { stream: true })
  }
  return text + utf8.decode()
}

/**
 * Imports the keys of a JWKS. A key that is published unchanged stays the same object, because the verifier
 * remembers tokens together with the key object that checked their signature.
 */
async function readKeys(
  body: unknown,
  before: Map<string, KnownKey> | undefined,
): Promise<Map<string, KnownKey>> {
  const published = isObject(body) ? body.keys : undefined
  if (!Array.isArray(published) || published.length > maxKeys)
    throw new Error(`It has no list of at most ${maxKeys} keys.`)
  const keys = new Map<string, KnownKey>()
  for (const jwk of published) {
    if (!isObject(jwk) || typeof jwk.kid !== 'string' || keys.has(jwk.kid)) continue
    const text = JSON.stringify(jwk)
    const old = before?.get(jwk.kid)
    const verification = old?.text === text ? old.verification : await importVerificationKey(jwk)
    if (verification) keys.set(jwk.kid, { verification, text })
  }
  // The authentication service always has a signing key: a set without any is broken, or comes from another service.
  if (keys.size === 0) throw new Error('It has no key that verifies an access token.')
  return keys
}

/** Returns for how many milliseconds the reply is fresh (RFC 9111 section 5.2.2), less the time that it spent in caches. */
function freshForMs(headers: Headers): number {
  const directives = headers.get('cache-control') ?? ''
  if (/\bno-(store|cache)\b/i.test(directives)) return minAgeMs
  const [, seconds] = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(directives) ?? []
  const lifetimeMs = seconds === undefined ? defaultAgeMs : Number(seconds) * 1000
  const spentMs = (Number(headers.get('age')) || 0) * 1000
  return Math.min(Math.max(lifetimeMs - spentMs, minAgeMs), maxAgeMs)
}
