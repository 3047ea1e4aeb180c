import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FailureCode, failures } from '#contract/declaration/failure-table.ts'
import type { EventResource } from '#contract/events/events.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { newMasterKey } from '#tests/support/process.ts'

/** A user of the scripted user service. A test changes it at will. */
export interface ScriptedUser {
  id: string
  username: string
  password: string
  role: 'user' | 'admin'
  epoch: number
  isThere: boolean
  /**
   * The second factors of the user: codes that are each accepted once. Undefined for a user who never had a second
   * factor.
   */
  factors: { version: number; codes: Set<string>; recoveryCodes: Set<string> } | undefined
  /** The codes that confirm the authenticator app which a login is adding. */
  pending: Set<string> | undefined
}

/**
 * A fake user service that a test controls: it answers the internal routes that a login needs, on a real socket. The test
 * decides which codes are accepted and which requests fail.
 */
export interface ScriptedUserService extends AsyncDisposable {
  /** The settings with which an authentication service uses this user service. */
  settings: Record<`LATCHKEY_${string}`, string>
  asked: string[]
  events: EventResource[]
  /** The paths that are answered with 503. */
  broken: Set<string>
  /** Functions that run before each reply to a path, so that a test can change something between two steps. */
  before: Map<string, () => void | Promise<void>>
  addUser(username: string, role?: ScriptedUser['role']): ScriptedUser
  /** Gives a user second factors, and returns a code and a recovery code that are each accepted once. */
  addFactors(user: ScriptedUser): void
  newCode(user: ScriptedUser): string
  newRecoveryCode(user: ScriptedUser): string
}

// biome-ignore lint/suspicious/noExplicitAny: the bodies follow the contract, and their sender has checked them.
type Body = any
type Reply = { status: number; body: unknown }

const ok = (body: unknown): Reply => ({ status: 200, body })
const refused = (code: FailureCode): Reply => ({
  status: failures[code].http,
  body: { code, title: failures[code].message, status: failures[code].http },
})

export async function startScriptedUserService(
  masterKey = newMasterKey(),
  clock: Clock = systemClock,
): Promise<ScriptedUserService> {
  const users = new Map<string, ScriptedUser>()
  const asked: string[] = []
  const events: EventResource[] = []
  const broken = new Set<string>()
  const before = new Map<string, () => void | Promise<void>>()
  const find = (name: string) => [...users.values()].find((user) => user.isThere && user.username === name)

  const known = (user: ScriptedUser) => ({
    user: toUser(user),
    session_epoch: user.epoch,
    ...(user.factors ? { second_factors: factorsOf(user) } : {}),
  })

  /**
   * Returns the user of a login step. Returns undefined when the sessions of the user were ended or the factors were
   * changed since the login began.
   */
  const stood = ({ user_id, session_epoch, factors_version }: Body): ScriptedUser | undefined => {
    const user = users.get(user_id)
    const isSame = user?.epoch === session_epoch && (user?.factors?.version ?? 0) === factors_version
    return user?.isThere && isSame ? user : undefined
  }

  const routes: Record<string, (body: Body) => Reply> = {
    '/internal/validate-user'({ username, password }) {
      const user = find(username)
      return user && user.password === password
        ? ok({ valid: true, ...known(user) })
        : refused('invalid_credentials')
    },
    '/internal/users/find': ({ ids }) =>
      ok({
        results: ids.map((id: string) => {
          const user = users.get(id)
          return user?.isThere ? { user: toUser(user), session_epoch: user.epoch } : {}
        }),
      }),
    '/internal/users/by-login-name': ({ names }) =>
      ok({
        results: names.map((name: string) => {
          const user = find(name)
          return user ? { user_id: user.id } : {}
        }),
      }),
    '/internal/prove-factor'({ totp, recovery_code, ...body }) {
      const user = stood(body)
      if (!user?.factors) return refused('login_expired')
      const codes = totp === undefined ? user.factors.recoveryCodes : user.factors.codes
      return codes.delete(totp ?? recovery_code) ? ok(known(user)) : refused('second_factor_invalid')
    },
    '/internal/enrol-totp'(body) {
      const user = stood(body)
      if (!user) return refused('login_expired')
      user.pending = new Set([newCode()])
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      return ok({ secret, uri: `otpauth://totp/x?secret=${secret}`, qr_code: '<svg></svg>', expires_in: 600 })
    },
    '/internal/confirm-totp'({ code, ...body }) {
      const user = stood(body)
      if (!user) return refused('login_expired')
      if (!user.pending) return refused('enrolment_not_found')
      if (!user.pending.delete(code)) return refused('second_factor_invalid')
      user.pending = undefined
      user.factors = { version: 1, codes: new Set(), recoveryCodes: new Set(['AAAABBBBCCCCDDDD']) }
      return ok({ ...known(user), recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] })
    },
    '/internal/events'(body) {
      events.push(...body.events)
      return ok({})
    },
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await readBody(request)
    // A list of no users is how the authentication service sees every few seconds whether this one answers.
    if ((body as { ids?: unknown[] } | undefined)?.ids?.length !== 0) asked.push(path)
    await before.get(path)?.()
    const answer = broken.has(path) ? undefined : routes[path]
    const reply = answer?.(body) ?? refused(broken.has(path) ? 'database_unavailable' : 'route_not_found')
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    settings: {
      LATCHKEY_USERS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      LATCHKEY_SERVICE_TOKEN: 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk',
      LATCHKEY_MASTER_KEY: masterKey,
    },
    asked,
    events,
    broken,
    before,
    addUser(username, role = 'user') {
      const id = newId(clock.now())
      const user: ScriptedUser = {
        id,
        username,
        password: randomUUID(),
        role,
        epoch: 0,
        isThere: true,
        factors: undefined,
        pending: undefined,
      }
      users.set(id, user)
      return user
    },
    addFactors(user) {
      user.factors = { version: (user.factors?.version ?? 0) + 1, codes: new Set(), recoveryCodes: new Set() }
    },
    newCode(user) {
      const code = newCode()
      user.factors?.codes.add(code)
      return code
    },
    newRecoveryCode(user) {
      const code = `AAAA-BBBB-CCCC-${newCode()
        .replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'A')
        .slice(0, 4)}`
      user.factors?.recoveryCodes.add(code)
      return code
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const factorsOf = ({ factors }: ScriptedUser) => ({
  version: factors?.version ?? 0,
  factors: [{ kind: 'totp' }, { kind: 'recovery_code', left: factors?.recoveryCodes.size ?? 0 }],
})

const toUser = ({ id, username, role }: ScriptedUser) => ({
  id,
  username,
  role,
  email: `${username}@example.com`,
  name: null,
  status: 'active',
  is_active: true,
  locale: 'en',
  email_verified: true,
  has_password: true,
  metadata: {},
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  last_login_at: null,
})

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return text === '' ? undefined : JSON.parse(text)
}
