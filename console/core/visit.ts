import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Language } from '#contract/declaration/languages.ts'
import type { UserResource } from '#contract/users/user.ts'
import type { Html } from '#runtime/html.ts'
import type { FileReply } from '#runtime/requests/route.ts'
import type { Texts } from '../texts/texts.ts'
import type {
  ApiInput,
  ApiReply,
  ConsoleOptions,
  ConsoleRequest,
  ShownBrand,
  SignedInBrowser,
} from './console.ts'
import { findUndo, keepUndo, type Undoable } from './undo.ts'

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
  /** The issuer of the OpenID provider, which applications are given. */
  issuer: string
  /** The brand that the pages show. */
  brand: ShownBrand['current']
  /** Reads the brand again, which the admin has just changed, so that the next page shows it. It never rejects. */
  rereadBrand(): Promise<void>
  /** The time of the request, in epoch milliseconds. */
  now: number
  /** The lifetime of an access token. */
  accessTokenMs: number
  /** Calls the API with the rights of the admin. @throws {Failure} @throws {MissingScope} */
  ask<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ApiReply<E>>
  /** Begins to download a file of the API with the rights of the admin. @throws {Failure} @throws {MissingScope} */
  download<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<FileReply>
  /** Makes the cookie with which the admin can undo a change; undefined if the replaced values are too long for one. */
  keepUndo(undoable: Undoable): string | undefined
  /** Finds the values that the last change has replaced; undefined if it can't be undone. */
  findUndo(asked: Omit<Undoable, 'values'>): Record<string, string> | undefined
}

/**
 * The answer to a request: the content of a page, a redirect to another page (`to`, relative to `/console/`), or a file to
 * download. `cookie` is one or more Set-Cookie headers.
 */
export type PageAnswer =
  | { title: string; body: Html; status?: number; scripts?: readonly string[]; cookie?: string | string[] }
  | { to: string; cookie?: string | string[] }
  | { file: FileReply }

type Answering = (visit: Visit) => Promise<PageAnswer>

/** The name of a page of the menu, by which the texts call it. */
export type MenuEntry = keyof Texts['pages']
export type MenuGroup = keyof Texts['menuGroups']

/** A page of the console, at `/console/` and its name: `show` answers GET, and `send` answers the POST of its form. */
export interface ConsolePage {
  name: string
  /** The entry of the menu under which the page is found. */
  entry: MenuEntry
  /**
   * The group of the menu in which the page is an entry, and what the page is for, in the Markdown of `docs/reference/console.md`.
   * Absent for a page that is found by links on others.
   */
  menu?: { group: MenuGroup; purpose: string }
  /** The name of the page to which the admin returns after re-authentication; this page itself if absent. */
  provedOn?: string
  /**
   * True when the fields of the form must stay on the page during a sign-in or a re-authentication, because they hold password
   * hashes, or the URL of a webhook, which is often a secret.
   */
  staysOnPage?: boolean
  /** Shortens the fields of the page, so that they fit into a cookie or a URL during a sign-in or a re-authentication. */
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
  { api, accessTokenMs, brand, issuer, masterKeys, now }: ConsoleOptions,
  {
    request,
    browser,
    draft,
    ...reader
  }: {
    request: PageRequest
    browser: SignedInBrowser
    /** The fields that were typed before a sign-in or a re-authentication, if the page shows them again. */
    draft: Record<string, string> | undefined
  } & Pick<Visit, 'texts' | 'language'>,
): Visit {
  const { token } = browser
  const caller = { token, address: request.ip, userAgent: request.headers['user-agent']?.slice(0, 500) }
  return {
    ...reader,
    admin: browser.user,
    sent: { ...sentFields(request), ...draft },
    brand: brand.current,
    rereadBrand: () => brand.reread(),
    now: now(),
    issuer,
    accessTokenMs,
    ask: (endpoint, input) => api.call(endpoint, input, caller).catch(namingScope(endpoint)),
    download: (endpoint, input) => api.download(endpoint, input, caller).catch(namingScope(endpoint)),
    keepUndo: (undoable) => keepUndo(masterKeys, undoable),
    findUndo: (asked) => findUndo(masterKeys, { cookies: request.headers.cookie, ...asked }),
  }
}

/**
 * Returns the parts of a request that identify the user. A script of an open page (`islands/live-list.js`) marks its requests for
 * new rows: they do not count as a use of the console, which would postpone the re-authentication. A client that omits the mark
 * gains nothing, because it could open the page instead.
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

/** Returns the name of the page that a request asks for, or `users` for a name that no page can have. */
export const pageOf = ({ params: { page } }: PageRequest): string =>
  /^[a-z-]{1,40}$/.test(page) ? page : 'users'

/**
 * The state of a form that was sent without a session, or without the re-authentication that it needs, when the admin comes back
 * to its page. The form was not handled: its fields are shown again (`typed`), its file must be chosen again (`file`), or the
 * fields are lost because the browser has not kept them (`lost`).
 */
export type Unsent = 'typed' | 'file' | 'lost'

/**
 * Returns the id of the draft that a page must show again, or `file` when a file must be chosen again; undefined for any other
 * request.
 */
export const unsentOf = ({ method, query }: Pick<PageRequest, 'method' | 'query'>): string | undefined =>
  method === 'GET' && typeof query.unsent === 'string' ? query.unsent : undefined
