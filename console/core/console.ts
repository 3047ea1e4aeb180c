import type { Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import type { Language } from '#contract/declaration/languages.ts'
import type { UserResource } from '#contract/users/user.ts'
import type { OwnAddresses } from '#runtime/http/own-address.ts'
import type { FileReply } from '#runtime/requests/route.ts'
import type { CallInput } from '#sdk/call.ts'

/** The person in whose browser a page is shown, and an access token of their session. */
export interface SignedInBrowser {
  user: UserResource
  token: string
}

/**
 * The user in whose browser a page is shown, who must re-authenticate: the sign-in or the last use of the console is too long
 * ago.
 */
export interface StaleBrowser {
  user: UserResource
  needsProof: true
}

/** The parts of a request to the console that identify the user. */
export interface ConsoleRequest {
  /** The Cookie header. */
  cookies: string | undefined
  /** False for a request that a script of an open page sends without an action of the user. */
  isAttended: boolean
}

/** The input of a call to the API, with the values of the headers `If-Match` and `Idempotency-Key` where the call has them. */
export type ApiInput<E extends Endpoint> = CallInput<E> & {
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
}

/** The credential of a call, and the facts about the browser that the API records in its events and counts for rate limits. */
export interface ApiCaller {
  token: string
  /** The network address of the browser. */
  address: string
  userAgent: string | undefined
}

export interface ApiReply<E extends Endpoint> {
  body: Reply<E>
  etag: string | undefined
  /** True when the call ended sessions of a user, and the authentication service has not confirmed it yet. */
  isPending: boolean
}

/** The public API of both services. The console does everything by it, with the rights of the admin who uses the console. */
export interface Api {
  /** @throws {Failure} as the API answers it */
  call<E extends Endpoint>(endpoint: E, input: ApiInput<E>, caller: ApiCaller): Promise<ApiReply<E>>
  /** Begins to download a file. @throws {Failure} as the API answers it */
  download<E extends Endpoint>(endpoint: E, input: ApiInput<E>, caller: ApiCaller): Promise<FileReply>
}

/** The brand of the operator, which may change while the console runs. */
export interface ShownBrand {
  readonly current: {
    /** Shown above each page. */
    name: string | undefined
    /** Written as `#rrggbb`. The accent of the pages is made of it. */
    color: string | undefined
    /** The paths of the images, from the root of this service. */
    logo: string | undefined
    darkLogo: string | undefined
    favicon: string | undefined
    /** The language for a browser that asks for none of the languages of the pages. */
    language: Language
  }
  /** Reads the brand again if it is not fresh. It never rejects. */
  refresh(): Promise<void>
  /** Reads the brand again after a change of it. It never rejects. */
  reread(): Promise<void>
  /** Reads the brand again for a file that this node doesn't know. It never rejects. */
  catchUp(): Promise<void>
}

/** The options with which the process that serves the console opens it. */
export interface ConsoleOptions extends OwnAddresses {
  api: Api
  /** Finds the user who is signed in, and records this use of the console; undefined when no user is signed in. */
  findBrowser(request: ConsoleRequest): Promise<SignedInBrowser | StaleBrowser | undefined>
  brand: ShownBrand
  /**
   * The lifetime of an access token. If the authentication service has not been told that a session ended, the session works for
   * this time at most.
   */
  accessTokenMs: number
  /**
   * Finds the URL at which a user service in another process calls the authentication service of this process; undefined when
   * both run in this process.
   */
  findAuthUrl: (() => Promise<string | undefined>) | undefined
  /** The keys that encrypt the draft of a form, which the browser keeps in a cookie during a sign-in or a re-authentication. */
  masterKeys: readonly Buffer[]
  now(): number
}
