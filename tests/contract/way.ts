import type { Endpoint } from '#contract/declaration/endpoint.ts'

// biome-ignore lint/suspicious/noExplicitAny: valid and invalid values of every type are sent on purpose.
export type Values = Record<string, any>

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
  /** The fields whose name in the gRPC message differs: the name there, by the name in HTTP. */
  names?: Record<string, string>
  valid(about: About): Fields
  inputs: [what: string, change: (valid: Fields, about: About) => Fields][]
  toRequest(fields: Fields): object
  fromHttp?(reply: Values): unknown
  fromRpc?(reply: Values): unknown
}
