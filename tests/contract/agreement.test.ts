import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { status } from '@grpc/grpc-js'
import { scopes } from '#contract/declaration/endpoint.ts'
import { type FailureCode, failures, isFailureCode } from '#contract/declaration/failure-table.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import type { Database } from '#runtime/database/database.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type RpcClient, rpcClient } from '#tests/support/rpc-client.ts'
import type { SignedIn, System } from '#tests/support/system.ts'
import type { Fields, Way } from './way.ts'
import { text } from './way-inputs.ts'
import { ways } from './ways.ts'

/**
 * Returns whether HTTP and gRPC agree. They must give the same code, except where a message cannot say what JSON says:
 * - A value of another type than that of its field (a number for a name, null for a role) has no place in a message.
 * - proto3 does not distinguish an empty string from an absent one where the field is not `optional`, nor 0 from an absent
 *   number. A missing field that is required is `required` by HTTP, and by gRPC it is refused like an empty one, with
 *   the same pointer. A field that may be absent but not empty (a cursor, a position, a limit of 0) is absent by gRPC.
 * - What strict JSON forbids is `malformed_json` by HTTP and `malformed_request` by gRPC. Malformed text in a path or a
 *   query (NUL, lone surrogates) finds no user by HTTP. In a message it is `malformed_request` too.
 */
const saysTheSame = (http: FailureCode | 'ok', rpc: FailureCode | 'ok', isText: boolean): boolean =>
  http === rpc ||
  (rpc === 'malformed_request' && (http === 'malformed_json' || (!isText && findsNobody.includes(http))))
const findsNobody = [
  'ok',
  'malformed_request',
  'invalid_request',
  'user_not_found',
  'session_not_found',
  'forbidden',
]

interface Said {
  code: FailureCode | 'ok'
  fields: string[]
  /** The rows of both databases about the user of this call, after the call. */
  stored: unknown
  /** The content of the reply, if the call succeeded. */
  found?: unknown
}

/**
 * The user whom a call is about. Each call that could change something gets a user about whom nothing has been changed
 * before.
 */
interface Subject {
  id: string
  username: string
  email: string
  etag: string
  signedIn: SignedIn | undefined
  /** The rows about this user before the first call. */
  stored: unknown
  calls: number
}

type Person = Omit<Subject, 'stored' | 'calls'>

/**
 * The codes of a call that ends before anything is counted or changed for its user. The same user then serves for the
 * next call of the test, because creating users takes most of the time of these tests.
 */
const early: (FailureCode | 'ok')[] = [
  'malformed_json',
  'malformed_request',
  'body_too_large',
  'invalid_request',
  'authorization_missing',
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_ended',
  'forbidden',
  'user_not_found',
]
/**
 * The maximum number of calls about one user, because the rate limit of sixty changes in a minute counts refused changes
 * too.
 */
const maxCalls = 30

interface Input {
  what: string
  way: Way
  fields: (subject: Subject) => Fields
  token?: (subject: Subject) => string | undefined
  headers?: (subject: Subject) => Record<string, string>
  /** True when this user must be logged in before the call. */
  hasSession?: boolean
  /** Brings this user into the state that the call needs. */
  given?: (subject: Subject) => Promise<unknown>
}

/** The codes of a request that is refused for its form, before any database query about it. */
const ofForm: (FailureCode | 'ok')[] = [
  'malformed_json',
  'malformed_request',
  'body_too_large',
  'invalid_request',
]
onEachEngine((startSystem, engine) => {
  describe('HTTP and gRPC', () => {
    let system: System
    let stored: { users: Database; auth: Database }
    let clients: { users: RpcClient; auth: RpcClient }
    let shared: Subject
    let credentials: Record<string, (subject: Subject) => string | undefined>
    let admin: string
    /**
     * The users whom the current test can use again, because their last call was refused early: one with a session (true)
     * and one without (false).
     */
    const untouched = new Map<boolean, Subject>()
    let driven = 0
    let drives = 0

    before(async () => {
      system = await startSystem({
        settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1', LATCHKEY_SIGNUPS_PER_MINUTE: '1000' },
      })
      stored = { users: await system.database('users'), auth: await system.database('auth') }
      clients = {
        users: rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService'),
        auth: rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService'),
      }
      const late = await system.signUpAndLogIn('late')
      system.clock.advance(16 * 60_000)
      credentials = { ...(await gatherCredentials()), 'an expired token': () => late.access_token }
      shared = await newSubject(true)
    })
    // A slow machine needs more than five minutes for this file, and a login counts as recent for five.
    beforeEach(async () => {
      admin = (await system.admin()).access_token
    })
    after(async () => {
      clients.users[Symbol.dispose]()
      clients.auth[Symbol.dispose]()
      await system.stop()
    })

    async function gatherCredentials() {
      admin = (await system.admin()).access_token
      const ada = await system.signUpAndLogIn('ada')
      const [left, suspended, deleted] = await Promise.all(
        ['left', 'suspended', 'deleted'].map((name) => system.signUpAndLogIn(name)),
      )
      const users = `${system.usersUrl}/api/v1/users`
      await system.send('POST', `${system.authUrl}/auth/logout`, { token: left?.access_token ?? '' })
      await system.send('PATCH', `${users}/${suspended?.user.id}`, {
        token: admin,
        body: { status: 'suspended' },
      })
      await system.send('DELETE', `${users}/${deleted?.user.id}`, { token: admin })
      const key = async (...wanted: string[]) => {
        const body = { name: 'a script', scopes: wanted }
        const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token: admin, body })
        assert.equal(made.status, 201)
        return made.body as { id: string; key: string }
      }
      const [every, other, revoked] = [await key(...scopes), await key('events:read'), await key(...scopes)]
      await system.send('DELETE', `${system.usersUrl}/api/v1/api-keys/${revoked.id}`, { token: admin })
      const [head, , signature] = ada.access_token.split('.')
      const forged = Buffer.from(JSON.stringify({ sub: ada.user.id, sid: ada.session_id })).toString(
        'base64url',
      )
      return {
        'no token': () => undefined,
        'no token at all': () => 'x',
        'a forged token': () => `${head}.${forged}.${signature}`,
        'a token without its signature': () => `${ada.access_token.split('.').slice(0, 2).join('.')}.`,
        'the token of another user': () => ada.access_token,
        'a refresh token': () => ada.refresh_token,
        'a token of a session that ended': () => left?.access_token,
        'a token of a suspended user': () => suspended?.access_token,
        'a token of a deleted user': () => deleted?.access_token,
        'the token of an admin': () => admin,
        'an API key with every scope': () => every.key,
        'an API key with another scope': () => other.key,
        'an API key that was revoked': () => revoked.key,
        'an API key that was never made': () => `lk_${'0'.repeat(49)}`,
        'a service credential': () => system.serviceToken(),
        'their own token': (subject: Subject) => subject.signedIn?.access_token,
      }
    }

    async function newSubject(hasSession: boolean): Promise<Subject> {
      const subject = await newPerson(hasSession)
      return { ...subject, stored: await storedOf(subject), calls: 0 }
    }

    async function newPerson(hasSession: boolean): Promise<Person> {
      const username = `u${randomUUID().slice(0, 8)}`
      const email = `${username}@example.com`
      if (hasSession) {
        const signedIn = await system.signUpAndLogIn(username)
        return { id: signedIn.user.id, username, email, etag: '"1"', signedIn }
      }
      const body = { username, email, name: 'Somebody', metadata: { plan: 'free' } }
      const made = await system.send('POST', `${system.usersUrl}/api/v1/users`, { token: admin, body })
      assert.equal(made.status, 201)
      return { id: made.body.id, username, email, etag: made.headers.get('etag') ?? '', signedIn: undefined }
    }

    const subjectOf = async (input: Input): Promise<Subject> => {
      if (!input.way.changes) return shared
      const hasSession = input.hasSession ?? false
      const subject = untouched.get(hasSession) ?? (await newSubject(hasSession))
      untouched.delete(hasSession)
      await input.given?.(subject)
      return subject
    }

    /** Keeps the user of a call that was refused early, so that the next call can use the same user. */
    function keepUntouched(input: Input, subject: Subject, said: Said): Said {
      const isUntouched = early.includes(said.code) && isDeepStrictEqual(said.stored, subject.stored)
      if (input.way.changes && !input.given && isUntouched && ++subject.calls < maxCalls)
        untouched.set(input.hasSession ?? false, subject)
      return said
    }

    async function byHttp(input: Input, path: string): Promise<Said> {
      const subject = await subjectOf(input)
      const { params = {}, query = {}, body, ifMatch } = input.fields(subject)
      const asked = Object.entries(query).map(([name, value]) => `${name}=${percent(String(value))}`)
      const filled = fillPath(
        path.replace(/\{(\w+)\}/g, (_, name) => percent(params[name] ?? '')),
        {},
      )
      const reply = await system.send(
        input.way.endpoint.method,
        `${input.way.service === 'users' ? system.usersUrl : system.authUrl}${filled}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        {
          ...withToken(input, subject),
          ...(input.way.endpoint.body ? { body: body ?? {} } : {}),
          headers: {
            'x-forwarded-for': await freshAddress(),
            ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
            ...input.headers?.(subject),
          },
        },
      )
      const code = reply.status < 300 ? 'ok' : reply.body.code
      const found = code === 'ok' ? input.way.fromHttp?.(reply.body) : undefined
      const pointers = (reply.body?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)
      return keepUntouched(input, subject, {
        code,
        fields: distinct(pointers.map((pointer: string) => fieldOf(pointer, input.way))),
        stored: await storedOf(subject, reply.body?.id),
        found: found && alike(found, subject),
      })
    }

    async function byRpc(input: Input): Promise<Said> {
      const subject = await subjectOf(input)
      const fields = input.fields(subject)
      const metadata = { 'x-forwarded-for': await freshAddress(), ...input.headers?.(subject) }
      const options = { ...withToken(input, subject), metadata, deadline: Date.now() + 60_000 }
      try {
        const reply = await clients[input.way.service].call(
          input.way.rpc,
          input.way.toRequest(fields),
          options,
        )
        const found = input.way.fromRpc?.(reply)
        return {
          code: 'ok',
          fields: [],
          stored: await storedOf(subject, reply.user?.id),
          found: found && alike(found, subject),
        }
      } catch (error) {
        const { code, reason, fields: at } = error as { code: number; reason: string; fields: string[] }
        assert.ok(isFailureCode(reason), `${named(input)}: ${code} ${reason} ${error}`)
        assert.equal(code, status[failures[reason].grpc], `${named(input)}: the status of ${reason}`)
        const stored = await storedOf(subject)
        return keepUntouched(input, subject, { code: reason, fields: distinct(at), stored })
      }
    }

    /**
     * Returns an IP address that was not used before, so that the rate limit of one test input does not
     * affect another.
     */
    async function freshAddress(): Promise<string> {
      return `2001:db8:${(drives >> 8).toString(16)}:${(drives++ & 255).toString(16)}::1`
    }

    const withToken = (input: Input, subject: Subject) => {
      const token = input.token === undefined ? admin : input.token(subject)
      return token === undefined ? {} : { token }
    }

    /** Returns the rows of the user whom a call is about, and of the user that the call created. */
    async function storedOf(subject: Person, made = ''): Promise<unknown> {
      const users = await stored.users.query`
        SELECT * FROM users WHERE id = ${subject.id} OR id = ${made} ORDER BY created_at, id`
      const deleted = await stored.users.query`SELECT * FROM deleted_users WHERE id = ${subject.id}`
      const keys = await stored.users.query`SELECT reply FROM idempotency_keys WHERE user_id = ${made}`
      const sessions = await stored.auth.query`
        SELECT * FROM sessions WHERE user_id = ${subject.id} ORDER BY created_at, id`
      return alike({ users, deleted, keys: keys.length, sessions }, subject)
    }

    async function agree(t: TestContext, inputs: Input[]): Promise<void> {
      untouched.clear()
      const disagreements: string[] = []
      const verdicts = new Map<string, number>()
      for (const input of inputs) {
        driven++
        const rpc = await byRpc(input)
        verdicts.set(rpc.code, (verdicts.get(rpc.code) ?? 0) + 1)
        // What is refused for its form reaches no database, and is compared on one of them.
        if (engine !== 'sqlite' && ofForm.includes(rpc.code)) continue
        // All paths are tried on one database engine only, because the engine does not affect which endpoint a path leads
        // to.
        const { paths } = input.way.endpoint
        for (const path of engine === 'sqlite' ? paths : paths.slice(0, 1)) {
          const http = await byHttp(input, path)
          const what = `${named(input)} by ${path}`
          const isText = isWellFormed(input.fields(shared))
          if (!saysTheSame(http.code, rpc.code, isText))
            disagreements.push(`${what}: ${http.code} is by gRPC ${rpc.code}`)
          else if (http.code === rpc.code && !isDeepStrictEqual(http.fields, rpc.fields))
            disagreements.push(`${what}: the fields ${http.fields} are by gRPC ${rpc.fields}`)
          if (!isDeepStrictEqual(http.stored, rpc.stored))
            disagreements.push(`${what}: kept is ${difference(http.stored, rpc.stored)}`)
          if (http.code === rpc.code && !isDeepStrictEqual(http.found, rpc.found))
            disagreements.push(`${what}: the reply is ${difference(http.found, rpc.found)}`)
        }
      }
      assert.deepEqual(disagreements, [])
      t.diagnostic(`${inputs.length} inputs: ${JSON.stringify(Object.fromEntries(verdicts))}`)
    }

    test('an idempotency key counts in both ways, and in each for the other', async (t) => {
      const way = ways.find(({ rpc }) => rpc === 'CreateUser') as Way
      const make = (subject: Subject): Fields => way.valid(asSubject(subject))
      const first = (subject: Subject, fields: Fields = make(subject)) =>
        system.send('POST', `${system.usersUrl}/api/v1/users`, {
          token: admin,
          body: fields.body,
          headers: { 'idempotency-key': `key ${subject.id}` },
        })
      const other = (subject: Subject): Fields => ({ body: { ...make(subject).body, name: 'Another' } })
      const headers = (key: (subject: Subject) => string) => (subject: Subject) => ({
        'idempotency-key': key(subject),
      })
      const own = headers((subject) => `key ${subject.id}`)
      await agree(t, [
        { what: 'a key', way, fields: make, headers: own },
        {
          what: 'a key of 255 characters',
          way,
          fields: make,
          headers: headers(({ id }) => id.padEnd(255, 'x')),
        },
        {
          what: 'a key of 256 characters',
          way,
          fields: make,
          headers: headers(({ id }) => id.padEnd(256, 'x')),
        },
        {
          what: 'the same key and body',
          way,
          fields: make,
          headers: own,
          given: (subject) => first(subject),
        },
        {
          what: 'the same key, another body',
          way,
          fields: make,
          headers: own,
          given: (subject) => first(subject, other(subject)),
        },
      ])
    })

    for (const way of ways) {
      // This test runs on one database engine only, because access is checked before any database query except the one
      // for the session.
      if (engine === 'sqlite')
        test(`${way.rpc} answers whoever calls as ${way.endpoint.name} does`, (t) => {
          const fields = (subject: Subject) => way.valid(asSubject(subject))
          const inputs = Object.entries(credentials).map(([what, token]): Input => {
            return {
              what,
              way,
              fields,
              token,
              hasSession: what === 'their own token' || (way.needsSession ?? false),
            }
          })
          const schemes = ['Basic eDp5', 'Bearer', 'bearer  x', 'Bearer x y', ''].map(
            (authorization): Input => ({
              what: `authorization: ${authorization}`,
              way,
              fields,
              token: () => undefined,
              headers: () => ({ authorization }),
              hasSession: way.needsSession ?? false,
            }),
          )
          const noTexts = way.inputs
            .filter(([what]) => what.endsWith('a NUL') || what.endsWith('64 KiB'))
            .map(
              ([what, change]): Input => ({
                what: `no token, ${what}`,
                way,
                fields: (subject) => change(fields(subject), asSubject(subject)),
                token: () => undefined,
                hasSession: way.needsSession ?? false,
              }),
            )
          return agree(t, [...inputs, ...schemes, ...noTexts])
        })

      test(`${way.rpc} takes and refuses what ${way.endpoint.name} does`, (t) =>
        agree(
          t,
          way.inputs.map(
            ([what, change]): Input => ({
              what,
              way,
              hasSession: way.needsSession ?? false,
              token: (subject) => (way.needsSession ? (subject.signedIn?.access_token ?? admin) : admin),
              fields: (subject) => change(way.valid(asSubject(subject)), asSubject(subject)),
            }),
          ),
        ))
    }

    test('several hundred inputs were driven by every way there is', (t) => {
      t.diagnostic(`${driven} inputs, ${drives} calls`)
      assert.ok(driven >= 300, `${driven}`)
    })
  })
})

const asSubject = ({ id, username, email, etag, signedIn }: Subject) => ({
  id,
  username,
  email,
  etag,
  sessionId: signedIn?.session_id ?? '',
  password: signedIn?.password ?? '',
  accessToken: signedIn?.access_token ?? '',
  refreshToken: signedIn?.refresh_token ?? '',
})

/**
 * Replaces names, ids, times and the like by placeholders, so that the results for two users can be compared.
 */
const alike = (value: unknown, { username }: Person): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(username, 'NAME')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/:\d{13}(?=[,}])/g, ':"TIME"')
      .replace(/"last_notification":\d+/g, '"last_notification":"TIME"')
      .replace(/\$argon2[^"]*/g, 'HASH')
      .replace(/"user_agent":"[^"]*"/g, '"user_agent":"PROGRAM"')
      .replace(/2001:db8:[0-9a-f:]*/g, 'ADDRESS'),
  )

const difference = (one: unknown, other: unknown): string => {
  const [ours, theirs] = [one, other].map((value) => new Set(JSON.stringify(value ?? null).split(','))) as [
    Set<string>,
    Set<string>,
  ]
  return `${[...ours.difference(theirs)]}, and by gRPC ${[...theirs.difference(ours)]}`
}

const named = ({ way, what }: Input): string => `${way.rpc}: ${what}`
const distinct = (fields: string[]): string[] => [...new Set(fields)].toSorted()

/** Encodes a value for a path or query. A lone surrogate is encoded as a careless client sends it. */
const percent = (value: string): string =>
  value.isWellFormed() ? encodeURIComponent(value) : value.replace(text.loneSurrogate, '%ED%A0%80')

const isWellFormed = (fields: Fields): boolean => !/\\u0000|\\ud800|__proto__/.test(JSON.stringify(fields))

/**
 * Returns the field of the gRPC message for a JSON pointer. For example, `/limit` is `page_size` in some
 * messages.
 */
function fieldOf(pointer: string, { names = {} }: Way): string {
  const [first = '', ...rest] = pointer.replace(/^\//, '').split('/')
  return [names[first] ?? first, ...rest].join('.')
}
