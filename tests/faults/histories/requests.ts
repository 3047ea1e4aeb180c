import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '#tests/support/deployment.ts'
import type { Random } from '../random.ts'
import type { Act, Key, Operation, Outcome, Recorder } from './history.ts'
import type { Scene } from './scene.ts'

/** A user as the clients know it. */
export interface Known {
  id: string
  nonce: string
  username: string
  email: string
  /** The current password; undefined while it is unknown. */
  password: string | undefined
  /** An earlier password. */
  oldPassword?: string
  /** The network address that the requests of this user come from. */
  address: string
  state: 'active' | 'suspended' | 'deleted'
  /** True while one client changes the user. */
  isBusy: boolean
  held: Held[]
}

/** A session as the clients know it. */
export interface Held {
  id: string
  user: Known
  accessToken: string
  /** All refresh tokens that the session has got, oldest first. */
  refreshTokens: string[]
  isBusy: boolean
  /** True once a reply said that the session has ended. */
  isOver: boolean
}

interface Pair {
  session_id: string
  access_token: string
  refresh_token: string
}

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the body is whatever was sent.
  body: any
  isPending: boolean
}

interface Request {
  method: string
  path: string
  token?: string
  body?: object
  headers?: Record<string, string>
  address?: string
}

export interface Requests {
  create(user: Pick<Known, 'nonce' | 'username' | 'email' | 'password'>): Promise<string | undefined>
  /** Looks a user up. Returns the id, or undefined if there is none or no reply. */
  find(by: Key, value: string): Promise<string | undefined>
  changeState(user: Pick<Known, 'id'>, kind: 'delete' | 'suspend' | 'restore'): Promise<Operation>
  logIn(user: Known, password: string): Promise<Held | undefined>
  /** Uses the access token, at the authentication service or (`me`) at the user service, or signs out with it. */
  use(held: Held, kind: 'validate' | 'me' | 'logOut', node?: number): Promise<Operation>
  refresh(held: Held, refreshToken: string): Promise<Operation>
  changePassword(held: Held, password: string): Promise<Operation>
  makeLink(user: Known): Promise<string | undefined>
  useLink(user: Known, link: string, password: string): Promise<Operation>
}

/** The time after which a client gives up. */
const patienceMs = 5_000
/** The pause of a client that got no reply. */
const pauseMs = 100

const digest = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url').slice(0, 16)

/** Creates the requests of one client: each goes to a random node, and is recorded. */
export function createRequests(options: {
  scene: Scene
  recorder: Recorder
  random: Random
  apiKey: string
  client: number
}): Requests {
  const { scene, recorder, random, apiKey: token, client } = options

  async function ask(
    service: Service,
    act: Act,
    request: Request,
    learn: (reply: Reply) => object = () => ({}),
    node = random.below(scene.nodes.length),
  ): Promise<{ operation: Operation; reply: Reply | undefined }> {
    const url = scene.nodes[node]?.urls[service] ?? ''
    const start = recorder.now()
    const reply = await send(url, request).catch(() => undefined)
    const end = recorder.now()
    const isMissing = act.kind === 'find' && reply?.status === 404
    const outcome: Outcome =
      !reply || reply.status >= 500 ? 'unknown' : reply.status < 300 || isMissing ? 'ok' : 'refused'
    const code =
      outcome === 'ok' ? undefined : (reply?.body?.code ?? (reply ? `${reply.status}` : 'no reply'))
    if (!reply) await sleep(pauseMs)
    const learned = outcome === 'ok' && reply ? learn(reply) : {}
    const step = { client, node, start, end, outcome, ...(code === undefined ? {} : { code }) }
    return {
      operation: recorder.write(step, { ...act, ...learned }),
      reply: outcome === 'ok' ? reply : undefined,
    }
  }

  const pending = ({ isPending }: Reply) => (isPending ? { pending: true } : {})
  const hold = (user: Known, pair: Pair): Held => {
    const held = {
      id: pair.session_id,
      user,
      accessToken: pair.access_token,
      refreshTokens: [pair.refresh_token],
      isBusy: false,
      isOver: false,
    }
    user.held.push(held)
    return held
  }

  return {
    async create({ nonce, username, email, password }) {
      const request = {
        method: 'POST',
        path: '/api/v1/users',
        token,
        headers: { 'idempotency-key': nonce },
        body: { username, email, password, name: nonce },
      }
      const { reply } = await ask(
        'users',
        { kind: 'create', nonce, username, email },
        request,
        ({ body }) => ({
          user: body.id,
        }),
      )
      return reply?.body.id
    },
    async find(by, value) {
      const path = by === 'id' ? `/api/v1/users/${value}` : `/api/v1/users/${by}/${encodeURIComponent(value)}`
      const { reply } = await ask(
        'users',
        { kind: 'find', by, value },
        { method: 'GET', path, token },
        (reply) => ({
          found: reply.status === 404 ? null : { user: reply.body.id, nonce: reply.body.name ?? '' },
        }),
      )
      return reply?.status === 200 ? reply.body.id : undefined
    },
    async changeState({ id }, kind) {
      const path = `/api/v1/users/${id}`
      const request =
        kind === 'delete'
          ? { method: 'DELETE', path, token }
          : { method: 'PATCH', path, token, body: { status: kind === 'suspend' ? 'suspended' : 'active' } }
      return (await ask('users', { kind, user: id }, request, pending)).operation
    },
    async logIn(user, password) {
      const { id, username, address } = user
      const request = { method: 'POST', path: '/auth/login', body: { username, password }, address }
      const { reply } = await ask('auth', { kind: 'logIn', user: id, password }, request, ({ body }) => ({
        session: body.session_id,
        issued: digest(body.refresh_token),
      }))
      return reply && hold(user, reply.body)
    },
    async use(held, kind, node) {
      const { id, user, accessToken } = held
      const { address } = user
      const request = {
        validate: { method: 'GET', path: '/auth/validate' },
        me: { method: 'GET', path: '/api/v1/users/me' },
        logOut: { method: 'POST', path: '/auth/logout' },
      }[kind]
      const act = { kind, user: user.id, session: id }
      const service = kind === 'me' ? 'users' : 'auth'
      const sent = { ...request, token: accessToken, address }
      const { operation } = await ask(service, act, sent, undefined, node)
      if (endsSession(operation)) held.isOver = true
      return operation
    },
    async refresh(held, refreshToken) {
      const { id: session, user } = held
      const request = {
        method: 'POST',
        path: '/auth/refresh',
        body: { refresh_token: refreshToken },
        address: user.address,
      }
      const act = { kind: 'refresh', user: user.id, session, given: digest(refreshToken) } as const
      const { operation, reply } = await ask('auth', act, request, ({ body }) => ({
        issued: digest(body.refresh_token),
      }))
      if (endsSession(operation)) held.isOver = true
      if (reply && !held.refreshTokens.includes(reply.body.refresh_token)) {
        held.refreshTokens.push(reply.body.refresh_token)
        held.accessToken = reply.body.access_token
      }
      return operation
    },
    async changePassword({ id: session, user, accessToken }, password) {
      const request = {
        method: 'POST',
        path: '/api/v1/auth/password/change',
        token: accessToken,
        body: { current_password: user.password, new_password: password },
        address: user.address,
      }
      const act = { kind: 'changePassword', user: user.id, session, password } as const
      const { operation, reply } = await ask('auth', act, request, (reply) => ({
        ...pending(reply),
        begun: reply.body.session_id,
        issued: digest(reply.body.refresh_token),
      }))
      if (reply) hold(user, reply.body)
      return operation
    },
    async makeLink({ id }) {
      const tokenOf = ({ body }: Reply) => new URL(body.link).searchParams.get('token') ?? ''
      const request = { method: 'POST', path: `/api/v1/users/${id}/password-reset/link`, token }
      const { reply } = await ask('users', { kind: 'makeLink', user: id }, request, (reply) => ({
        link: digest(tokenOf(reply)),
      }))
      return reply && tokenOf(reply)
    },
    async useLink({ id, address }, link, password) {
      const request = {
        method: 'POST',
        path: '/api/v1/auth/password/reset',
        body: { token: link, password },
        address,
      }
      const act = { kind: 'useLink', user: id, link: digest(link), password } as const
      return (await ask('auth', act, request, pending)).operation
    },
  }
}

/** Returns whether the clients can take a session for ended. */
const endsSession = ({ kind, outcome, code }: Operation): boolean =>
  code === 'session_ended' || (kind === 'logOut' && outcome === 'ok')

async function send(
  base: string,
  { method, path, token, body, headers, address = '10.255.255.255' }: Request,
): Promise<Reply> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    isPending: response.headers.get('latchkey-sessions') === 'pending',
  }
}
