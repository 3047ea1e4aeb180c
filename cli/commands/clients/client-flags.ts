import { readFileSync } from 'node:fs'
import type { Body } from '#contract/declaration/endpoint.ts'
import type {
  ClientAuthMethod,
  ClientGrantType,
  IdTokenAlgorithm,
  PkceRequirement,
} from '#contract/oidc/client.ts'
import type { createOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Target } from '../../api/with-api.ts'

type YesOrNo = 'yes' | 'no' | undefined

/** The flags with the settings of a client. */
export interface ClientFlags extends Target {
  'redirect-uris': string | undefined
  'logout-uris': string | undefined
  'backchannel-logout-uri': string | undefined
  'auth-method': ClientAuthMethod | undefined
  jwks: string | undefined
  grants: string | undefined
  scopes: string | undefined
  resources: string | undefined
  'id-token-alg': IdTokenAlgorithm | undefined
  'first-party': YesOrNo
  'pushed-requests': YesOrNo
  'require-pkce': PkceRequirement | undefined
  dpop: YesOrNo
  json: boolean
}

type Settings = Omit<Body<typeof createOidcClientEndpoint>, 'name'>

/** Returns the settings that flags give, in the form of the contract. An empty list or address removes the former value. */
export function toClientSettings(flags: ClientFlags): Settings {
  const told = flags['backchannel-logout-uri']
  const named = {
    redirect_uris: listIn(flags['redirect-uris']),
    post_logout_redirect_uris: listIn(flags['logout-uris']),
    backchannel_logout_uri: told === '' ? null : told,
    token_endpoint_auth_method: flags['auth-method'],
    jwks: flags.jwks === undefined ? undefined : readKeys(flags.jwks),
    // The words are checked against the contract when the endpoint is called, with a better message than one of ours.
    grant_types: listIn(flags.grants) as ClientGrantType[] | undefined,
    scopes: listIn(flags.scopes),
    resources: listIn(flags.resources),
    id_token_signed_response_alg: flags['id-token-alg'],
    first_party: isYes(flags['first-party']),
    require_pushed_authorization_requests: isYes(flags['pushed-requests']),
    require_pkce: flags['require-pkce'],
    dpop_bound_access_tokens: isYes(flags.dpop),
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}

export const isYes = (answer: YesOrNo): boolean | undefined =>
  answer === undefined ? undefined : answer === 'yes'

const listIn = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Reads a set of public keys (RFC 7517 section 5). */
function readKeys(path: string): { keys: Record<string, unknown>[] } {
  const wrong = (why: string, cause?: unknown) =>
    new StartFault([`--jwks ${path} ${why}.`], { cause, exitCode: 2 })
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw wrong(`cannot be read: ${messageOf(cause)}`, cause)
  }
  if (!isObject(value) || !Array.isArray(value.keys) || !value.keys.every(isObject))
    throw wrong('is no set of keys, such as {"keys": [{"kty": "EC", …}]}')
  return { keys: value.keys }
}
