import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients, scopes } from '#contract/declaration/endpoint.ts'
import { userExamples } from '#contract/examples/users.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { changeUsersEndpoint } from '#contract/users/user-support.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Database } from '#runtime/database/database.ts'
import { features } from '#tests/features/feature.ts'
import type { RpcRefusal } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { RpcCaller, rpcsOf } from './rpc-caller.ts'
import type { Fields, Values } from './way.ts'

/** The endpoints about a user whom no path names, each with the reason why it is one. */
const aboutUsers: Record<string, string> = {
  endAnySession: 'the session belongs to a user',
  changeUsers: 'the body lists users',
  createNotification: 'the body names a user',
  previewClaims: 'the query names a user',
}

/** The operations that an API key may do to an admin although they are not GET, each with the reason. */
const harmless: Record<string, string> = {
  createNotification: 'it changes nothing of the user, and no type of a security notification is accepted',
}

/** An endpoint with one request to it: an endpoint that can do several things to a user is several operations. */
interface Operation {
  what: string
  endpoint: Endpoint
  fields(target: Target): Fields
}

interface Target {
  id: string
  username: string
  email: string
  sessionId: string
  /** The token of that session. */
  token: string
}

const endpoints: Endpoint[] = [...userEndpoints, ...authEndpoints].filter(
  (one: Endpoint) =>
    isForClients(one) &&
    (one.paths.some((path) => /^(\/api\/v1)?\/users\/(email\/|username\/)?\{/.test(path)) ||
      one.name in aboutUsers),
)

const bodies: Record<string, object> = {
  ...Object.assign({}, ...features.map((feature) => feature.bodies)),
  addPasskey: userExamples.addPasskey.body,
  renamePasskey: { name: 'Laptop' },
  confirmTotp: { code: '492039' },
  endUserSessions: { scope: 'all' },
}

const actions: unknown = changeUsersEndpoint.body.properties?.action?.enum
assert.ok(Array.isArray(actions) && actions.length > 5)
const userActions: string[] = actions

function bodiesOf({ name, body }: Endpoint, { id, email }: Target): Record<string, Values | undefined> {
  if (name === 'changeUsers')
    return Object.fromEntries(userActions.map((action) => [` ${action}`, { action, ids: [id] }]))
  if (name === 'updateUser')
    return {
      ' name': { name: 'Another' },
      ' email': { email: `${randomUUID()}@example.com` },
      ' metadata': { metadata: { plan: 'free' } },
      ' suspend': { status: 'suspended' },
      ' make_user': { role: 'user' },
    }
  if (name === 'confirmEmail') return { '': { email } }
  if (name === 'createNotification') return { '': { user_id: id, type: 'news', title: 'News', body: 'News' } }
  return { '': body && (bodies[name] ?? {}) }
}

const nobody: Target = { id: '', username: '', email: '', sessionId: '', token: '' }

const operations: Operation[] = endpoints.flatMap((endpoint) =>
  Object.keys(bodiesOf(endpoint, nobody)).map((what) => ({
    what: `${endpoint.name}${what}`,
    endpoint,
    fields: (target: Target): Fields => {
      const { id, username, email, sessionId } = target
      const other = randomUUID()
      const ids = { passkey_id: other, identity_id: other, device_id: other, client_id: other }
      const own =
        endpoint.name === 'endAnySession' ? sessionId : endpoint.name === 'previewClaims' ? other : id
      const body = bodiesOf(endpoint, target)[what]
      return {
        params: { ...ids, id: own, username, email, session_id: sessionId },
        query: endpoint.name === 'previewClaims' ? { user_id: id, scope: 'openid' } : {},
        ...(body === undefined ? {} : { body }),
      }
    },
  })),
)

/** A system with a caller of every kind, and with users and admins to whom they do something. */
class Scene implements AsyncDisposable {
  readonly system: System
  /** The tokens of the callers, by what they are. */
  callers: Record<string, string> = {}
  private admin = ''
  private readonly rpcs: RpcCaller
  private readonly targets = new Map<Role, Target>()
  private readonly opened = new Map<string, Promise<Database>>()
  private evesPassword = ''

  constructor(system: System) {
    this.system = system
    this.rpcs = new RpcCaller(system)
  }

  async begin(): Promise<void> {
    this.admin = (await this.system.admin()).access_token
    const wanted: [string, readonly string[]][] = [
      ...scopes.map((scope): [string, string[]] => [`a key with ${scope}`, [scope]]),
      ['a key with users:read and users:delete', ['users:read', 'users:delete']],
      ['a key with all scopes but one', scopes.filter((scope) => scope !== 'system:write')],
      [mightyKey, scopes],
    ]
    for (const [what, given] of wanted)
      this.callers[what] = (await this.post('/api/v1/api-keys', { name: 'a script', scopes: given })).key
    this.callers['the service'] = this.system.serviceToken()
    this.evesPassword = (await this.system.signUp('eve')).password
    await this.anew()
  }

  /** Lets a minute pass, so that no limit of changes applies, and signs in again each user who has a session. */
  async anew(): Promise<void> {
    this.system.clock.advance(61_000)
    this.admin = (await this.system.admin()).access_token
    this.callers['an admin'] = this.admin
    this.callers['another user'] = (await this.system.logIn('eve', this.evesPassword)).access_token
  }

  private async post(path: string, body: object): Promise<Values> {
    const made = await this.system.send('POST', `${this.system.usersUrl}${path}`, { token: this.admin, body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }

  async newTarget(role: Role): Promise<Target> {
    const username = `u${randomUUID().slice(0, 8)}`
    const email = `${username}@example.com`
    const password = `${randomUUID()} long`
    const { id } = await this.post('/api/v1/users', { name: 'Ada', username, email, password, role })
    const { session_id, access_token } = await this.system.logIn(username, password)
    return { id, username, email, sessionId: session_id, token: access_token }
  }

  /** Returns a user with this role that was not changed yet. */
  private async unchanged(role: Role): Promise<Target> {
    const target = this.targets.get(role) ?? (await this.newTarget(role))
    this.targets.set(role, target)
    return target
  }

  /** Returns what both services store about a user, without what a login or a notification notes in the background. */
  private async storedOf({ id }: Target): Promise<string> {
    const [users, auth] = await Promise.all([this.database('users'), this.database('auth')])
    const rows = await users.query<Values>`SELECT * FROM users WHERE id = ${id}`
    const sessions = await auth.query`SELECT * FROM sessions WHERE user_id = ${id} ORDER BY id`
    return JSON.stringify([
      rows.map((row) => ({ ...row, last_login_at: null, last_notification: null })),
      sessions,
    ])
  }

  private database(service: 'users' | 'auth'): Promise<Database> {
    const database = this.opened.get(service) ?? this.system.database(service)
    this.opened.set(service, database)
    return database
  }

  /** Does an operation to users with a role, by every path and every rpc that there is. */
  async byEveryWay(operation: Operation, role: Role, caller: string): Promise<Outcome[]> {
    return this.outcomes(operation, async (way, send) => {
      const target = await this.unchanged(role)
      const before = await this.storedOf(target)
      const code = await send(target, this.callers[caller] ?? '')
      const isChanged = (await this.storedOf(target)) !== before
      if (isChanged) this.targets.delete(role)
      return {
        what: `${operation.what} to a target with the role ${role} by ${caller}, ${way}`,
        code,
        isChanged,
      }
    })
  }

  /** Does an operation as its own target, by every path and every rpc that there is. */
  async toThemselves(operation: Operation, role: Role): Promise<Outcome[]> {
    return this.outcomes(operation, async (way, send) => {
      const target = await this.newTarget(role)
      const code = await send(target, target.token)
      return { what: `${operation.what} with the role ${role} to themselves, ${way}`, code, isChanged: true }
    })
  }

  /** Does an operation to the only admin with every right that there is, by every path and every rpc. */
  async toLastAdmin(operation: Operation): Promise<Outcome[]> {
    const [admin] = await (await this.database('users')).query<{ id: string; email: string }>`
      SELECT id, email FROM users WHERE role = 'admin'`
    assert.ok(admin)
    return this.outcomes(operation, async (way, send) => {
      const code = await send({ ...nobody, username: 'admin', ...admin }, this.callers[mightyKey] ?? '')
      return { what: `${operation.what} to the last admin, ${way}`, code, isChanged: true }
    })
  }

  async isAdminLeft(): Promise<boolean> {
    const found = await (await this.database('users')).query`
      SELECT id FROM users WHERE role = 'admin' AND status = 'active'`
    return found.length === 1
  }

  private async outcomes(
    operation: Operation,
    run: (way: string, send: (target: Target, token: string) => Promise<string>) => Promise<Outcome>,
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const path of operation.endpoint.paths)
      outcomes.push(await run(path, (target, token) => this.byHttp(operation, path, target, token)))
    for (const rpc of rpcsOf(operation.endpoint))
      outcomes.push(await run(rpc, (target, token) => this.byRpc(operation, rpc, target, token)))
    return outcomes
  }

  private async byHttp(
    { endpoint, fields }: Operation,
    path: string,
    target: Target,
    token: string,
  ): Promise<string> {
    const { params = {}, query = {}, body } = fields(target)
    const asked = new URLSearchParams(query).toString()
    const { authUrl, usersUrl } = this.system
    const base = authEndpoints.some((one: Endpoint) => one === endpoint) ? authUrl : usersUrl
    const url = `${base}${fillPath(path, params)}${asked && `?${asked}`}`
    const reply = await this.system.send(endpoint.method, url, { token, ...(body ? { body } : {}) })
    if (reply.status >= 300) return reply.body.code
    return endpoint.name === 'changeUsers' ? (reply.body.results[0].failure ?? 'ok') : 'ok'
  }

  private async byRpc(operation: Operation, rpc: string, target: Target, token: string): Promise<string> {
    try {
      await this.rpcs.call(rpc, operation.endpoint, operation.fields(target), token)
      return 'ok'
    } catch (error) {
      return `${(error as RpcRefusal).reason}`
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.rpcs[Symbol.dispose]()
    await this.system.stop()
  }
}

type Role = 'user' | 'admin'

interface Outcome {
  what: string
  code: string
  /** Whether anything that is stored about the target has changed. */
  isChanged: boolean
}

const mightyKey = 'a key with every scope'
const refusals = ['forbidden', 'user_not_found', 'token_invalid', 'service_token_invalid']

/** Describes the outcomes that differ from that of the first way. */
const differing = (outcomes: Outcome[]): string[] =>
  outcomes
    .filter(({ code }) => code !== outcomes[0]?.code)
    .map(({ what, code }) => `${what}: ${code}, and by another way ${outcomes[0]?.code}`)

/** Describes the outcomes that had to be a refusal and are none. */
const accepted = (outcomes: Outcome[]): string[] =>
  outcomes.filter(({ code }) => !refusals.includes(code)).map(({ what, code }) => `${what}: ${code}`)

const newScene = async (): Promise<Scene> => {
  const scene = new Scene(await startSystem())
  await scene.begin()
  return scene
}

test('a right is the same by every path and rpc, and a key has power over an admin only with every scope', async (t) => {
  await using scene = await newScene()
  const wrong: string[] = []
  let total = 0
  for (const operation of operations) {
    await scene.anew()
    const { name, method, serviceToo } = operation.endpoint
    for (const caller of Object.keys(scene.callers)) {
      const toUser = await scene.byEveryWay(operation, 'user', caller)
      const toAdmin = await scene.byEveryWay(operation, 'admin', caller)
      total += toUser.length + toAdmin.length
      wrong.push(...differing(toUser), ...differing(toAdmin))
      for (const { what, code, isChanged } of [...toUser, ...toAdmin])
        if (refusals.includes(code) && isChanged) wrong.push(`${what}: ${code}, but something has changed`)
      if (caller.startsWith('a key') && caller !== mightyKey && method !== 'GET' && !(name in harmless))
        wrong.push(...accepted(toAdmin))
      // A caller without any right must not learn who is an admin.
      if (caller === 'another user' || (caller === 'the service' && !serviceToo))
        wrong.push(...accepted([...toUser, ...toAdmin]), ...differing([...toUser, ...toAdmin]))
    }
  }
  assert.deepEqual(wrong, [])
  t.diagnostic(`${operations.length} operations, ${total} outcomes`)
  const names = endpoints.map(({ name }) => name)
  for (const name of [...Object.keys(aboutUsers), ...Object.keys(harmless)])
    assert.ok(names.includes(name), `Remove ${name} from this test: there is no such endpoint.`)
})

test('what users and admins may do to themselves is the same by every path and rpc', async () => {
  await using scene = await newScene()
  const wrong: string[] = []
  for (const operation of operations) {
    await scene.anew()
    const [asUser, asAdmin] = [
      await scene.toThemselves(operation, 'user'),
      await scene.toThemselves(operation, 'admin'),
    ]
    wrong.push(...differing(asUser), ...differing(asAdmin))
    if (operation.endpoint.access !== 'signed_in') wrong.push(...accepted(asUser))
  }
  assert.deepEqual(wrong, [])
})

test('the last admin stays, by whichever path or rpc, and whatever the rights of the caller', async () => {
  await using scene = await newScene()
  const wrong: string[] = []
  const kept: string[] = []
  for (const operation of operations) {
    scene.system.clock.advance(61_000)
    const outcomes = await scene.toLastAdmin(operation)
    wrong.push(...differing(outcomes))
    if (outcomes.some(({ code }) => code === 'last_admin')) kept.push(operation.what)
    assert.ok(await scene.isAdminLeft(), operation.what)
  }
  assert.deepEqual(wrong, [])
  const removing = ['removeUser', 'updateUser suspend', 'updateUser make_user', 'deleteUser']
  const inBulk = ['changeUsers suspend', 'changeUsers make_user', 'changeUsers delete']
  assert.deepEqual(kept.toSorted(), [...removing, ...inBulk].toSorted())
})
