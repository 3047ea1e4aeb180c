import { logInEndpoint, logOutEndpoint, refreshEndpoint } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { forgotPasswordEndpoint, resetPasswordEndpoint, verifyEmailEndpoint } from '#contract/links.ts'
import { endUserSessionEndpoint, listUserSessionsEndpoint } from '#contract/sessions.ts'
import { revokeTokenEndpoint, validateTokenEndpoint } from '#contract/tokens.ts'
import {
  addUserEndpoint,
  deleteUserEndpoint,
  getUserByEmailEndpoint,
  getUserByUsernameEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  updateUserEndpoint,
} from '#contract/users.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is sent is right and wrong on purpose.
type Values = Record<string, any>

/** The values of a request, by the names that they have in HTTP. */
export interface Fields {
  params?: Record<string, string>
  query?: Values
  body?: Values
  ifMatch?: string
}

/** The user whom a request is about. */
export interface About {
  id: string
  username: string
  email: string
  etag: string
  sessionId: string
  password: string
  accessToken: string
  refreshToken: string
}

/**
 * An endpoint and the rpc that does the same: how to send one request to both, and how to compare their
 * replies.
 */
export interface Way {
  endpoint: Endpoint
  service: 'users' | 'auth'
  rpc: string
  /** True when a call changes something. Each call then gets a new user. */
  changes: boolean
  needsSession?: boolean
  /** The names of fields that differ in the message, by their names in HTTP. */
  names?: Record<string, string>
  valid(about: About): Fields
  inputs: [what: string, change: (valid: Fields, about: About) => Fields][]
  toRequest(fields: Fields): object
  fromHttp?(reply: Values): unknown
  fromRpc?(reply: Values): unknown
}

export const text = { loneSurrogate: '\ud800', nul: '\0' }

const long = (length: number, start = '') => start.padEnd(length, 'x')
/** Unusual texts that are tried in every field for text. */
const oddTexts: [string, string][] = [
  ['a NUL', `a${text.nul}b`],
  ['a lone surrogate', `a${text.loneSurrogate}b`],
  ['U+FFFD', 'a\ufffdb'],
  ['a line break', 'a\nb'],
  ['U+0085', 'a\u0085b'],
  ['characters beyond U+FFFF', 'a😀b'],
  ['white space', ' '],
  ['the name of a prototype', '__proto__'],
  ['SQL', "' OR 1=1 --"],
]

const inBody = (name: string, what: string, value: unknown): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid) => ({ ...valid, body: { ...valid.body, [name]: value } }),
]
const inBodyOf = (name: string, what: string, value: (about: About) => unknown): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid, about) => ({ ...valid, body: { ...valid.body, [name]: value(about) } }),
]
const inParams = (name: string, what: string, value: string): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid) => ({ ...valid, params: { ...valid.params, [name]: value } }),
]
const inQuery = (name: string, what: string, value: unknown): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid) => ({ ...valid, query: { ...valid.query, [name]: value } }),
]
const ifMatch = (what: string, value: (about: About) => string): Way['inputs'][number] => [
  `etag: ${what}`,
  (valid, about) => ({ ...valid, ifMatch: value(about) }),
]

const asIs: Way['inputs'][number] = ['as it should be', (valid) => valid]

const oddBodies = (name: string) => oddTexts.map(([what, value]) => inBody(name, what, value))
const oddParams = (name: string) => oddTexts.map(([what, value]) => inParams(name, what, value))

const usernames = (name: string): Way['inputs'] => [
  ...oddBodies(name),
  inBody(name, 'empty', ''),
  inBody(name, '2 characters', 'ab'),
  inBodyOf(name, '64 characters', ({ username }) => long(64, username)),
  inBodyOf(name, '65 characters', ({ username }) => long(65, username)),
  inBody(name, 'begins with a dot', '.abc'),
  inBody(name, 'ends with a dash', 'abc-'),
  inBodyOf(name, 'dots and dashes within', ({ username }) => `${username}.a-b_c`),
  inBodyOf(name, 'like an id', ({ id }) => id),
  inBody(name, 'taken', 'ada'),
  inBody(name, 'taken in capitals', 'ADA'),
  inBody(name, 'with an @', 'a@b'),
]
const emails = (name: string): Way['inputs'] => [
  ...oddBodies(name),
  inBody(name, 'empty', ''),
  inBody(name, 'no @', 'example.com'),
  inBody(name, 'nothing before the @', '@example.com'),
  inBody(name, 'two of them', 'a@example.com,b@example.com'),
  inBody(name, 'quoted', '"a b"@example.com'),
  inBody(name, 'a literal', 'a@[127.0.0.1]'),
  inBody(name, 'a local part of 65', `${long(65)}@example.com`),
  inBody(name, '255 characters', `a@${long(63)}.${long(63)}.${long(63)}.${long(57)}.com`),
  inBodyOf(name, 'a domain with an umlaut', ({ username }) => `${username}@bücher.example`),
  inBody(name, 'taken', 'ada@example.com'),
  inBody(name, 'taken in capitals', 'ADA@EXAMPLE.COM'),
]
const displayNames = (name: string): Way['inputs'] => [
  ...oddBodies(name),
  inBody(name, 'empty', ''),
  inBody(name, '1 character', 'a'),
  inBody(name, '200 characters', long(200)),
  inBody(name, '200 characters beyond U+FFFF', '😀'.repeat(200)),
  inBody(name, '201 characters', long(201)),
]
const enums = (name: string, ...values: string[]): Way['inputs'] =>
  [...values, unknownValue].map((value) => inBody(name, value, value))
/** A value that no enum has. In a message it becomes the number 99. */
const unknownValue = 'nobody'
const locales = (name: string): Way['inputs'] => [
  inBody(name, 'a language', 'de'),
  inBody(name, 'with a region', 'fr-CA'),
  inBody(name, 'no language', 'deutsch!'),
  inBody(name, 'empty', ''),
  inBody(name, '36 characters', `de-${'x'.repeat(33)}`),
]

const metadatas = (name: string): Way['inputs'] => [
  inBody(name, 'empty', {}),
  inBody(name, 'every type there is', {
    a: 'b',
    n: -1.5,
    t: true,
    f: false,
    l: [1, 'x', null],
    o: { p: {} },
  }),
  inBody(name, 'a NUL in a name', { [`a${text.nul}`]: 1 }),
  inBody(name, 'a NUL in a value', { a: [`a${text.nul}`] }),
  inBody(name, 'a lone surrogate in a value', { a: { b: text.loneSurrogate } }),
  inBody(name, 'the name of a prototype', JSON.parse('{"__proto__":{"a":1}}')),
  inBody(name, 'names of methods', { constructor: 1, toString: 2, hasOwnProperty: 3 }),
  inBody(name, '8 KiB', { a: long(8_184) }),
  inBody(name, '8 KiB and a byte', { a: long(8_185) }),
  inBody(name, '8 KiB in characters beyond U+FFFF', { a: '😀'.repeat(2_100) }),
  inBody(name, '7 levels', nested(7)),
  inBody(name, '8 levels', nested(8)),
  inBody(name, '20 levels', nested(20)),
  inBody(name, 'a number that is not exact', { a: 0.1 + 0.2 }),
  inBody(name, 'the largest exact number', { a: Number.MAX_SAFE_INTEGER }),
  inBody(name, 'a larger number', { a: 2 ** 60 }),
]
function nested(levels: number): object {
  let value: object = {}
  for (let level = 1; level < levels; level++) value = { a: value }
  return value
}
const passwords = (name: string): Way['inputs'] => [
  inBody(name, 'empty', ''),
  inBody(name, '7 characters', 'q7!kd2z'),
  inBody(name, '8 characters', 'q7!kd2zp'),
  inBody(name, '256 characters', long(256, 'q7!kd2zp')),
  inBody(name, '257 characters', long(257, 'q7!kd2zp')),
  inBody(name, '1,025 characters', long(1_025, 'q7!kd2zp')),
  inBody(name, 'common', 'password123'),
  inBodyOf(name, 'the address', ({ username }) => `${username}n@example.com`),
  inBody(name, 'a NUL', `q7!kd2zp${text.nul}`),
  inBody(name, 'a lone surrogate', `q7!kd2zp${text.loneSurrogate}`),
]
const etags: Way['inputs'] = [
  ifMatch('the present one', ({ etag }) => etag),
  ifMatch('another', () => '"77"'),
  ifMatch('any', () => '*'),
  ifMatch('several', ({ etag }) => `"77", ${etag}`),
  ifMatch('a weak one', ({ etag }) => `W/${etag}`),
  ifMatch('no quotes', ({ etag }) => etag.replaceAll('"', '')),
  ifMatch('no etag', () => 'x'),
]
const ids = (name: string): Way['inputs'] => [
  ...oddParams(name),
  inParams(name, 'of nobody', '01890000-0000-7000-8000-000000000000'),
  inParams(name, 'no id', 'abc'),
  inParams(name, '100 characters', long(100)),
  inParams(name, '101 characters', long(101)),
  [
    `${name}: in capitals`,
    (valid) => ({ ...valid, params: { ...valid.params, [name]: valid.params?.[name]?.toUpperCase() ?? '' } }),
  ],
  inParams(name, 'oneself', 'me'),
  inParams(name, 'oneself in capitals', 'ME'),
  inParams(name, 'a path', '../users'),
]
const pages = (cursor = 'cursor'): Way['inputs'] => [
  ...[1, 2, 199, 200, 201, -1, 2_147_483_647].map((limit) => inQuery('limit', `${limit}`, limit)),
  inQuery(cursor, 'none of ours', 'abc'),
  inQuery(cursor, 'no base64', '!!!'),
  inQuery(cursor, 'of a place', Buffer.from('1 01890000-0000-7000-8000-000000000000').toString('base64url')),
  inQuery(
    cursor,
    'far away',
    Buffer.from('999999999999999 01890000-0000-7000-8000-000000000000').toString('base64url'),
  ),
  inQuery(cursor, '200 characters', long(200)),
  inQuery(cursor, '201 characters', long(201)),
  inQuery(cursor, 'a NUL', `a${text.nul}`),
  inQuery(cursor, 'a lone surrogate', `a${text.loneSurrogate}`),
]
const times = (name: string): Way['inputs'] =>
  [
    '1970-01-01T00:00:00.000Z',
    '2020-02-29T12:00:00.123Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ].map((time) => inQuery(name, time, time))

// The functions below turn values of HTTP into messages and back. They repeat what the product does, on
// purpose: the tests must not use the code that they test.

const toEnum = (prefix: string, value: unknown) =>
  value === undefined ? undefined : value === unknownValue ? 99 : `${prefix}${String(value).toUpperCase()}`
const toTime = (time: string | undefined) =>
  time === undefined
    ? undefined
    : {
        seconds: Math.floor(Date.parse(time) / 1000),
        nanos: (((Date.parse(time) % 1000) + 1000) % 1000) * 1e6,
      }
const toStruct = (object: object | undefined): object | undefined =>
  object && {
    fields: Object.fromEntries(Object.entries(object).map(([name, value]) => [name, toValue(value)])),
  }
const toValue = (value: unknown): object => {
  if (value === null) return { nullValue: 0 }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number') return { numberValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (Array.isArray(value)) return { listValue: { values: value.map(toValue) } }
  return { structValue: toStruct(value as object) }
}

const set = (message: Values) =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined))

const wordOf = (prefix: string, value: string) => value.slice(prefix.length).toLowerCase()
const isoOf = (time: Values | null) =>
  time && new Date(Number(time.seconds) * 1000 + time.nanos / 1e6).toISOString()
const jsonOf = ({ fields }: Values): object =>
  Object.fromEntries(Object.entries(fields as Values).map(([name, value]) => [name, jsonValue(value)]))
const jsonValue = (value: Values): unknown => {
  if (value.kind === 'nullValue') return null
  if (value.kind === 'listValue') return value.listValue.values.map(jsonValue)
  if (value.kind === 'structValue') return jsonOf(value.structValue)
  return value[value.kind]
}
const userOf = (user: Values) => ({
  ...user,
  name: user.name ?? null,
  _name: undefined,
  locale: user.locale ?? null,
  _locale: undefined,
  role: wordOf('ROLE_', user.role),
  status: wordOf('USER_STATUS_', user.status),
  metadata: jsonOf(user.metadata),
  created_at: isoOf(user.created_at),
  updated_at: isoOf(user.updated_at),
  last_login_at: isoOf(user.last_login_at),
})
const sessionOf = (session: Values) => ({
  ...session,
  device_name: session.device_name ?? null,
  user_agent: session.user_agent ?? null,
  _device_name: undefined,
  _user_agent: undefined,
  created_at: isoOf(session.created_at),
  last_used_at: isoOf(session.last_used_at),
  expires_at: isoOf(session.expires_at),
})
/** Returns the object with its members sorted by name. */
const ordered = (object: Values) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

const oneUser: Pick<Way, 'fromHttp' | 'fromRpc'> = {
  fromHttp: ordered,
  fromRpc: ({ user }) => ordered(userOf(user)),
}
const tokensOf = ({ expires_in, refresh_expires_in, token_type }: Values, user: Values) => ({
  expires_in,
  // This lifetime is rounded to a minute, because it is a second less when the call was slow.
  refresh_expires_in: Math.round(refresh_expires_in / 60) * 60,
  token_type,
  user: ordered(user),
})
const tokens: Pick<Way, 'fromHttp' | 'fromRpc'> = {
  fromHttp: (reply) => tokensOf(reply, reply.user),
  fromRpc: ({ tokens: reply }) => tokensOf(reply, userOf(reply.user)),
}

export const ways: Way[] = [
  {
    endpoint: addUserEndpoint,
    service: 'users',
    rpc: 'CreateUser',
    changes: true,
    valid: ({ username }) => ({
      body: { name: 'Grace', email: `${username}n@example.com`, username: `${username}n` },
    }),
    inputs: [
      asIs,
      ['no name', ({ body }) => ({ body: { ...body, name: undefined } })],
      ['no email', ({ body }) => ({ body: { ...body, email: undefined } })],
      ['no username', ({ body }) => ({ body: { ...body, username: undefined } })],
      ['nothing', () => ({ body: {} })],
      ['two faults', ({ body }) => ({ body: { ...body, name: '', username: '' } })],
      ...displayNames('name'),
      ...emails('email'),
      ...usernames('username'),
      ...passwords('password'),
      ...enums('role', 'user', 'admin'),
      ...locales('locale'),
      ...metadatas('metadata'),
      inBody('metadata', 'more than 64 KiB', { a: long(65_536) }),
    ],
    toRequest: ({ body = {} }) =>
      set({ ...body, role: toEnum('ROLE_', body.role), metadata: toStruct(body.metadata) }),
    ...oneUser,
  },
  {
    endpoint: getUserEndpoint,
    service: 'users',
    rpc: 'GetUser',
    changes: false,
    valid: ({ id }) => ({ params: { id } }),
    inputs: [asIs, ...ids('id')],
    toRequest: ({ params }) => ({ ...params }),
    ...oneUser,
  },
  {
    endpoint: getUserByEmailEndpoint,
    service: 'users',
    rpc: 'GetUserByEmail',
    changes: false,
    valid: ({ email }) => ({ params: { email } }),
    inputs: [
      asIs,
      ...oddParams('email'),
      inParams('email', 'in capitals', 'ADA@EXAMPLE.COM'),
      inParams('email', 'of nobody', 'nobody@example.com'),
      inParams('email', '1,500 characters', long(1_500)),
      inParams('email', 'a path', '../../admin'),
    ],
    toRequest: ({ params }) => ({ ...params }),
    ...oneUser,
  },
  {
    endpoint: getUserByUsernameEndpoint,
    service: 'users',
    rpc: 'GetUserByUsername',
    changes: false,
    valid: ({ username }) => ({ params: { username } }),
    inputs: [
      asIs,
      ...oddParams('username'),
      inParams('username', 'in capitals', 'ADA'),
      inParams('username', 'of nobody', 'nobody'),
      inParams('username', '1,500 characters', long(1_500)),
    ],
    toRequest: ({ params }) => ({ ...params }),
    ...oneUser,
  },
  {
    endpoint: listUsersEndpoint,
    service: 'users',
    rpc: 'ListUsers',
    changes: false,
    names: { limit: 'page_size', cursor: 'page_token', q: 'prefix' },
    valid: () => ({ query: { limit: 3 } }),
    inputs: [
      asIs,
      ['nothing', () => ({})],
      ...pages(),
      ...['ada', 'ADA', 'a%', '_', long(254), long(255), "' OR 1=1"].map((q) => inQuery('q', q, q)),
      inQuery('q', 'a NUL', `a${text.nul}`),
      inQuery('q', 'a lone surrogate', text.loneSurrogate),
      ...['active', 'suspended', unknownValue].map((value) => inQuery('status', value, value)),
      ...['user', 'admin', unknownValue].map((value) => inQuery('role', value, value)),
      ...times('created_after'),
      ...times('created_before'),
      inQuery('total', 'true', 'true'),
    ],
    toRequest: ({ query: { limit, cursor, q, status, role, created_after, created_before, total } = {} }) =>
      set({
        page_size: limit,
        page_token: cursor,
        prefix: q,
        status: toEnum('USER_STATUS_', status),
        role: toEnum('ROLE_', role),
        created_after: toTime(created_after),
        created_before: toTime(created_before),
        count_total: total && total === 'true',
      }),
    fromHttp: ({ data, next_cursor, total, total_is_capped }) => ({
      users: data.map(ordered),
      next: next_cursor,
      total,
      total_is_capped,
    }),
    fromRpc: ({ users, next_page_token, total, total_is_capped }) => ({
      users: users.map((user: Values) => ordered(userOf(user))),
      next: next_page_token || null,
      total,
      total_is_capped,
    }),
  },
  {
    endpoint: updateUserEndpoint,
    service: 'users',
    rpc: 'UpdateUser',
    changes: true,
    names: Object.fromEntries(
      ['username', 'email', 'name', 'role', 'status', 'metadata', 'locale'].map((name) => [
        name,
        `changes.${name}`,
      ]),
    ),
    valid: ({ id }) => ({ params: { id }, body: { name: 'Grace' } }),
    inputs: [
      asIs,
      ['nothing', ({ params = {} }) => ({ params, body: {} })],
      ['the name cleared', ({ params = {} }) => ({ params, body: { name: null } })],
      ['the username cleared', ({ params = {} }) => ({ params, body: { username: null } })],
      ['the email cleared', ({ params = {} }) => ({ params, body: { email: null } })],
      ['the role cleared', ({ params = {} }) => ({ params, body: { role: null } })],
      ['the locale cleared', ({ params = {} }) => ({ params, body: { locale: null } })],
      ['the metadata cleared', ({ params = {} }) => ({ params, body: { metadata: null } })],
      ...ids('id').filter(([what]) => !what.includes('oneself')),
      ...displayNames('name'),
      ...usernames('username'),
      ...emails('email'),
      ...enums('role', 'user', 'admin'),
      ...enums('status', 'active', 'suspended'),
      ...locales('locale'),
      ...etags,
    ],
    // A field that is null in HTTP is listed in the field mask and not set in the gRPC message.
    toRequest: ({ params, body = {}, ifMatch: etag = '' }) => ({
      ...params,
      changes: set({
        ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
        role: body.role === null ? undefined : toEnum('ROLE_', body.role),
        status: toEnum('USER_STATUS_', body.status),
        metadata: toStruct(body.metadata ?? undefined),
      }),
      update_mask: { paths: Object.keys(body) },
      etag,
    }),
    ...oneUser,
  },
  {
    endpoint: deleteUserEndpoint,
    service: 'users',
    rpc: 'DeleteUser',
    changes: true,
    valid: ({ id }) => ({ params: { id } }),
    inputs: [asIs, ...ids('id').filter(([what]) => !what.includes('oneself')), ...etags],
    toRequest: ({ params, ifMatch: etag = '' }) => ({ ...params, etag }),
  },
  {
    endpoint: logInEndpoint,
    service: 'auth',
    rpc: 'Login',
    changes: true,
    needsSession: true,
    valid: ({ username, password }) => ({ body: { username, password } }),
    inputs: [
      asIs,
      inBodyOf('username', 'the address', ({ email }) => email),
      inBodyOf('username', 'in capitals', ({ username }) => username.toUpperCase()),
      ...oddBodies('username'),
      inBody('username', 'empty', ''),
      inBody('username', '254 characters', long(254)),
      inBody('username', '255 characters', long(255)),
      inBody('password', 'empty', ''),
      inBody('password', 'wrong', 'a wrong password'),
      inBody('password', '1,024 characters', long(1_024)),
      inBody('password', '1,025 characters', long(1_025)),
      inBody('password', 'a NUL', text.nul),
      ...oddBodies('device_name'),
      inBody('device_name', 'empty', ''),
      inBody('device_name', '100 characters', long(100)),
      inBody('device_name', '101 characters', long(101)),
    ],
    toRequest: ({ body = {} }) => set(body),
    ...tokens,
  },
  {
    endpoint: refreshEndpoint,
    service: 'auth',
    rpc: 'Refresh',
    changes: true,
    needsSession: true,
    valid: ({ refreshToken }) => ({ body: { refresh_token: refreshToken } }),
    inputs: [
      asIs,
      ...oddBodies('refresh_token'),
      inBody('refresh_token', 'empty', ''),
      inBodyOf('refresh_token', 'an access token', ({ accessToken }) => accessToken),
      inBody('refresh_token', '8,192 characters', long(8_192)),
      inBody('refresh_token', '8,193 characters', long(8_193)),
    ],
    toRequest: ({ body = {} }) => set(body),
    ...tokens,
  },
  {
    endpoint: validateTokenEndpoint,
    service: 'auth',
    rpc: 'ValidateToken',
    changes: true,
    needsSession: true,
    valid: () => ({}),
    inputs: [asIs],
    toRequest: () => ({}),
    fromHttp: ({ valid, ...token }) => ordered(token),
    fromRpc: (token) =>
      ordered({
        ...token,
        role: wordOf('ROLE_', token.role),
        issued_at: isoOf(token.issued_at),
        expires_at: isoOf(token.expires_at),
        authenticated_at: isoOf(token.authenticated_at),
      }),
  },
  {
    endpoint: revokeTokenEndpoint,
    service: 'auth',
    rpc: 'RevokeToken',
    changes: true,
    needsSession: true,
    valid: ({ refreshToken }) => ({ body: { token: refreshToken } }),
    inputs: [
      asIs,
      inBodyOf('token', 'an access token', ({ accessToken }) => accessToken),
      ...oddBodies('token'),
      inBody('token', 'empty', ''),
      inBody('token', '60,000 characters', long(60_000)),
      inBody('token', 'more than 64 KiB', long(65_537)),
      inBody('token', 'an API key', `lk_${'0'.repeat(49)}`),
    ],
    toRequest: ({ body = {} }) => set(body),
  },
  {
    endpoint: forgotPasswordEndpoint,
    service: 'auth',
    rpc: 'ForgotPassword',
    changes: true,
    valid: ({ email }) => ({ body: { email } }),
    inputs: [
      asIs,
      inBody('email', 'nobody’s', 'nobody@example.com'),
      inBody('email', 'no address', 'nobody'),
      inBody('email', 'empty', ''),
      inBody('email', '254 characters', long(254)),
      inBody('email', '255 characters', long(255)),
      ...oddBodies('email'),
    ],
    toRequest: ({ body = {} }) => set(body),
  },
  {
    endpoint: resetPasswordEndpoint,
    service: 'auth',
    rpc: 'ResetPassword',
    changes: true,
    valid: () => ({ body: { token: long(43), password: 'a long password' } }),
    inputs: [
      asIs,
      inBody('token', 'empty', ''),
      inBody('token', '200 characters', long(200)),
      inBody('token', '201 characters', long(201)),
      ...oddBodies('token'),
      ...passwords('password'),
    ],
    toRequest: ({ body = {} }) => set(body),
  },
  {
    endpoint: verifyEmailEndpoint,
    service: 'auth',
    rpc: 'VerifyEmail',
    changes: true,
    valid: () => ({ body: { token: long(43) } }),
    inputs: [
      asIs,
      inBody('token', 'empty', ''),
      inBody('token', '201 characters', long(201)),
      ...oddBodies('token'),
    ],
    toRequest: ({ body = {} }) => set(body),
  },
  {
    endpoint: listUserSessionsEndpoint,
    service: 'auth',
    rpc: 'ListSessions',
    changes: false,
    names: { limit: 'page_size', cursor: 'page_token', id: 'user_id' },
    valid: ({ id }) => ({ params: { id }, query: { limit: 5 } }),
    inputs: [asIs, ...ids('id').filter(([what]) => !what.includes('oneself')), ...pages()],
    toRequest: ({ params, query: { limit, cursor } = {} }) =>
      set({ user_id: params?.id, page_size: limit, page_token: cursor }),
    fromHttp: ({ data, next_cursor }) => ({ sessions: data.map(ordered), next: next_cursor }),
    fromRpc: ({ sessions, next_page_token }) => ({
      sessions: sessions.map((session: Values) => ordered(sessionOf(session))),
      next: next_page_token || null,
    }),
  },
  {
    endpoint: endUserSessionEndpoint,
    service: 'auth',
    rpc: 'RevokeSession',
    changes: true,
    needsSession: true,
    names: { id: 'user_id' },
    valid: ({ id, sessionId }) => ({ params: { id, session_id: sessionId } }),
    inputs: [asIs, ...ids('id'), ...ids('session_id')],
    toRequest: ({ params }) => ({ user_id: params?.id, session_id: params?.session_id }),
  },
  // Logout is the last entry, because it ends the sessions that the other requests use.
  {
    endpoint: logOutEndpoint,
    service: 'auth',
    rpc: 'Logout',
    changes: true,
    needsSession: true,
    valid: () => ({}),
    inputs: [asIs],
    toRequest: () => ({}),
  },
]
