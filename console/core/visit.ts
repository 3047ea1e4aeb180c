import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Language } from '#contract/languages.ts'
import type { UserResource } from '#contract/user.ts'
import type { FileReply } from '#runtime/route.ts'
import type { Texts } from '../texts/texts.ts'
import type { Html } from '../view/html.ts'
import type { MenuEntry } from '../view/menu.ts'
import type { ApiInput, ApiReply, ConsoleOptions, ConsoleRequest, SignedInBrowser } from './console.ts'

export type PageRequest = FastifyRequest<{
  Params: { page: string }
  Body: Record<string, string> | undefined
  Querystring: Record<string, unknown>
}>

/** A request of an admin to a page. */
export interface Visit {
  admin: UserResource
  /** The fields of the form, and the parameters of the URL. Where both have the same name, the field of the form counts. */
  sent: Readonly<Record<string, string>>
  texts: Texts
  language: Language
  /** The time of the request, in epoch milliseconds. */
  now: number
  /** The lifetime of an access token. */
  accessTokenMs: number
  /** Calls the API with the rights of the admin. @throws {Failure} @throws {MissingScope} */
  ask<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ApiReply<E>>
  /** Begins to download a file of the API with the rights of the admin. @throws {Failure} @throws {MissingScope} */
  download<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<FileReply>
}

/**
 * The answer to a request: the content of a page, a redirect to another page (`to`, relative to `/console/`), or a file to
 * download.
 */
export type PageAnswer =
  | { title: string; body: Html; status?: number; scripts?: readonly string[] }
  | { to: string }
  | { file: FileReply }

type Answering = (visit: Visit) => Promise<PageAnswer>

/** A page of the console, at `/console/` and its name: `show` answers GET, and `send` answers the POST of its form. */
export interface ConsolePage {
  name: string
  /** The entry of the menu under which the page is found. */
  entry: MenuEntry
  /** The name of the page to which the admin returns after a fresh proof of who they are; this page itself if absent. */
  provedOn?: string
  /**
   * True when the fields of the form must not be put into a URL, because they hold password hashes, or the URL of a webhook,
   * which is often a secret.
   */
  keepsOutOfUrl?: boolean
  /** Writes the fields of the page shorter, for the URL that leads back to it after a sign-in or a fresh proof. */
  shorten?(fields: Record<string, string>): Record<string, string>
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
  { api, accessTokenMs, now }: ConsoleOptions,
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
    accessTokenMs,
    ask: (endpoint, input) => api.call(endpoint, input, caller).catch(namingScope(endpoint)),
    download: (endpoint, input) => api.download(endpoint, input, caller).catch(namingScope(endpoint)),
  }
}

/**
 * Returns what a request says about who makes it. A page that is left open asks for new rows by itself, and marks these requests
 * (`islands/live-list.js`): they must not keep the console from asking again who is there. To leave the mark out gains nothing
 * that opening the page would not.
 */
export const consoleRequestOf = ({ headers }: Pick<FastifyRequest, 'headers'>): ConsoleRequest => ({
  cookies: headers.cookie,
  isAttended: headers['latchkey-unattended'] === undefined,
})

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

/** The maximum length, in characters, of the typed fields in a URL. Proxies and servers may refuse a URL that is much longer. */
const maxTyped = 1_500

/** Returns the name of the page that a request asks for, or `users` for a name that no page can have. */
export const pageOf = ({ params: { page } }: PageRequest): string =>
  /^[a-z-]{1,40}$/.test(page) ? page : 'users'

/**
 * Returns the URL of a page, relative to `/console/`, with the typed fields as parameters, so that the page can be shown again
 * after a sign-in or a fresh proof; undefined when the fields are too long for a URL, or when the page keeps them out of URLs.
 * Passwords are never among the fields: no page of the console asks for one.
 */
export function pageWithTyped(
  request: PageRequest,
  {
    name = pageOf(request),
    page,
  }: { name?: string | undefined; page: Pick<ConsolePage, 'keepsOutOfUrl' | 'shorten'> | undefined },
): string | undefined {
  // A file may hold password hashes, which must be in no URL and on no page. So the admin must choose the file again.
  if (request.headers['content-type']?.startsWith('multipart/')) return `${name}?${unsent}`
  const fields = sentFields(request)
  const typed = new URLSearchParams(page?.shorten?.(fields) ?? fields).toString()
  const isLong = typed.length > maxTyped
  // The parameters of a page that is only shown are in its URL already.
  if (request.method === 'POST' && (page?.keepsOutOfUrl || isLong)) return undefined
  if (isLong) return name
  const query = [typed, request.method === 'POST' ? unsent : ''].filter((part) => part !== '').join('&')
  return query === '' ? name : `${name}?${query}`
}

/** The parameter of a page to which a sign-in or a proof has led back, where a form was sent that has not been acted on. */
const unsent = 'unsent=true'

/** Says whether a page is shown because its form came without a session, or without the proof that it needs. */
export const isUnsent = ({ method, query }: Pick<PageRequest, 'method' | 'query'>): boolean =>
  method === 'GET' && query.unsent === 'true'
