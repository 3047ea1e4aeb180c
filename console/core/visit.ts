import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Language } from '#contract/languages.ts'
import type { UserResource } from '#contract/user.ts'
import type { FileReply } from '#runtime/route.ts'
import type { Texts } from '../texts/texts.ts'
import type { Html } from '../view/html.ts'
import type { MenuEntry } from '../view/menu.ts'
import type { ApiInput, ApiReply, ConsoleOptions, SignedInBrowser } from './console.ts'

export type PageRequest = FastifyRequest<{
  Params: { page: string }
  Body: Record<string, string> | undefined
  Querystring: Record<string, unknown>
}>

/** A request of an admin to a page. */
export interface Visit {
  admin: UserResource
  /** The fields of the form, and the parameters of the URL that the form does not have. */
  sent: Readonly<Record<string, string>>
  texts: Texts
  language: Language
  /** The time of the request, in epoch milliseconds. */
  now: number
  /** Calls the API with the rights of the admin. @throws {Failure} @throws {MissingScope} */
  ask<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ApiReply<E>>
  /** Begins to read a file of the API, in the same way. @throws {Failure} @throws {MissingScope} */
  download<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<FileReply>
}

/** The content of a page, the page that follows (relative to `/console/`), or a file that is kept. */
export type PageAnswer =
  | { title: string; body: Html; status?: number; scripts?: readonly string[] }
  | { to: string }
  | { file: FileReply }

type Answering = (visit: Visit) => Promise<PageAnswer>

/** A page at `/console/` and its name: `show` answers GET, and `send` answers its form. */
export interface ConsolePage {
  name: string
  /** The entry of the menu under which the page is found. */
  entry: MenuEntry
  /** The page that a fresh proof leads to; this page itself if absent. */
  provedOn?: string
  /** True where the form holds what belongs in no URL: password hashes, or the URL of a webhook, which is often a secret. */
  keepsOutOfUrl?: boolean
  show?: Answering
  send?: Answering
}

/** Thrown when the admin lacks the scope that an endpoint requires. */
export class MissingScope extends Error {
  override name = 'MissingScope'
  readonly scope: string
  constructor(scope: string, options: ErrorOptions) {
    super(`The scope ${scope} is missing.`, options)
    this.scope = scope
  }
}

export function createVisit(
  { api, now }: ConsoleOptions,
  {
    request,
    browser,
    ...reader
  }: { request: PageRequest; browser: SignedInBrowser } & Pick<Visit, 'texts' | 'language'>,
): Visit {
  const { token } = browser
  const caller = { token, address: request.ip, userAgent: request.headers['user-agent']?.slice(0, 500) }
  return {
    ...reader,
    admin: browser.user,
    sent: sentFields(request),
    now: now(),
    ask: (endpoint, input) => api.call(endpoint, input, caller).catch(namingScope(endpoint)),
    download: (endpoint, input) => api.download(endpoint, input, caller).catch(namingScope(endpoint)),
  }
}

const namingScope =
  ({ access }: Endpoint) =>
  (cause: unknown): never => {
    const lacks = cause instanceof Failure && cause.code === 'forbidden' && access.includes(':')
    throw lacks ? new MissingScope(access, { cause }) : cause
  }

/** Returns the fields of a request. A parameter that is given twice is left out, because it is not known which one is meant. */
export function sentFields({
  query,
  body = {},
}: Pick<PageRequest, 'query' | 'body'>): Record<string, string> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  )
  return { ...Object.fromEntries(given), ...body }
}

/** What a URL may hold safely, also behind proxies. */
const maxTyped = 1_500

/** The name of the page that a request asks for, or of the list of users when it can be none of ours. */
export const pageOf = ({ params: { page } }: PageRequest): string =>
  /^[a-z-]{1,40}$/.test(page) ? page : 'users'

/**
 * Returns the URL of a page with what was typed, relative to `/console/`, so that the page can be shown again after a sign-in or
 * a fresh proof; undefined when it was too much for a URL, or when the page keeps it out of URLs. Passwords are never among the
 * fields: no page of the console asks for one.
 */
export function pageWithTyped(
  request: PageRequest,
  {
    name = pageOf(request),
    keepsOutOfUrl = false,
  }: { name?: string | undefined; keepsOutOfUrl?: boolean | undefined },
): string | undefined {
  // A file may hold password hashes, which belong in no URL and on no page. It is chosen again.
  if (request.headers['content-type']?.startsWith('multipart/')) return name
  const typed = new URLSearchParams(sentFields(request)).toString()
  const isLong = typed.length > maxTyped
  // The parameters of a page that is only shown are in its URL already.
  if (request.method === 'POST' && (keepsOutOfUrl || isLong)) return undefined
  if (isLong) return name
  return typed === '' ? name : `${name}?${typed}`
}
