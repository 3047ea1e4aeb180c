import type { Values, Way } from './way.ts'
import { unknownValue } from './way-inputs.ts'

// The functions below turn values of HTTP into messages and back. They repeat what the product does, on
// purpose: the tests must not use the code that they test.

export const toEnum = (prefix: string, value: unknown) =>
  value === undefined ? undefined : value === unknownValue ? 99 : `${prefix}${String(value).toUpperCase()}`
export const toTime = (time: string | undefined) =>
  time === undefined
    ? undefined
    : {
        seconds: Math.floor(Date.parse(time) / 1000),
        nanos: (((Date.parse(time) % 1000) + 1000) % 1000) * 1e6,
      }
export const toStruct = (object: object | undefined): object | undefined =>
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

export const set = (message: Values) =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined))

export const wordOf = (prefix: string, value: string) => value.slice(prefix.length).toLowerCase()
export const isoOf = (time: Values | null) =>
  time && new Date(Number(time.seconds) * 1000 + time.nanos / 1e6).toISOString()
const jsonOf = ({ fields }: Values): object =>
  Object.fromEntries(Object.entries(fields as Values).map(([name, value]) => [name, jsonValue(value)]))
const jsonValue = (value: Values): unknown => {
  if (value.kind === 'nullValue') return null
  if (value.kind === 'listValue') return value.listValue.values.map(jsonValue)
  if (value.kind === 'structValue') return jsonOf(value.structValue)
  return value[value.kind]
}
export const userOf = (user: Values) => ({
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
export const sessionOf = (session: Values) => ({
  ...session,
  device_name: session.device_name ?? null,
  user_agent: session.user_agent ?? null,
  _device_name: undefined,
  _user_agent: undefined,
  created_at: isoOf(session.created_at),
  last_used_at: isoOf(session.last_used_at),
  authenticated_at: isoOf(session.authenticated_at),
  expires_at: isoOf(session.expires_at),
})
/** Returns a copy of the object with its members sorted by name. */
export const ordered = (object: Values) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

export const oneUser: Pick<Way, 'fromHttp' | 'fromRpc'> = {
  fromHttp: ordered,
  fromRpc: ({ user }) => ordered(userOf(user)),
}
const tokensOf = ({ expires_in, refresh_expires_in, token_type }: Values, user: Values) => ({
  expires_in,
  // The lifetime is rounded to a minute, because it is a second shorter when the call was slow.
  refresh_expires_in: Math.round(refresh_expires_in / 60) * 60,
  token_type,
  user: ordered(user),
})
export const tokens: Pick<Way, 'fromHttp' | 'fromRpc'> = {
  fromHttp: (reply) => tokensOf(reply, reply.user),
  fromRpc: ({ tokens: reply }) => tokensOf(reply, userOf(reply.user)),
}
