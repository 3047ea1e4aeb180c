import type { IncomingMessage } from 'node:http'
import type { Client } from '../../clients/index.ts'

/** A page at a URL of the provider, with its headers. */
export interface OidcPage {
  html: string
  headers: Record<string, string>
}

export type CodeProblem = 'wrong' | 'expired' | 'used' | 'aborted' | 'failed'

/** The pages that people see at addresses of the provider. */
export interface OidcViews {
  error(
    request: IncomingMessage,
    shown: {
      error: string
      description: string | undefined
      requestId: string
      /** `expired` when the request is not known any more, so that the person begins again at the application. */
      kind: 'expired' | 'refused' | 'failed'
    },
  ): OidcPage
  /** Asks for the code that a device shows. The form is posted to `action` with `xsrf` and `user_code`. */
  askUserCode(
    request: IncomingMessage,
    form: { action: string; xsrf: string; userCode: string | undefined; problem: CodeProblem | undefined },
  ): OidcPage
  /** Shows which device wants to be signed in. The form is posted with `xsrf`, `user_code` and `confirm` or `abort`. */
  confirmDevice(
    request: IncomingMessage,
    form: {
      action: string
      xsrf: string
      userCode: string
      shownCode: string
      client: Client
      device: { address: string; userAgent: string | undefined }
    },
  ): OidcPage
  deviceDone(request: IncomingMessage, shown: { client: Client | undefined }): OidcPage
  /** Asks whether the person wants to sign out. The form is posted with `xsrf` and, to do so, `logout`. */
  askLogout(
    request: IncomingMessage,
    form: { action: string; xsrf: string; client: Client | undefined },
  ): OidcPage
  loggedOut(request: IncomingMessage, shown: { client: Client | undefined }): OidcPage
  /** Makes a page that leads to another site. Browsers would block a redirect there in the reply to a form. */
  goingOn(request: IncomingMessage, shown: { to: string; client: Client | undefined }): OidcPage
  /**
   * Makes a page whose form sends an authorization response to `action`, the redirect URI of the client: by itself where scripts
   * run, and with its button elsewhere.
   */
  postForm(
    request: IncomingMessage,
    shown: {
      action: string
      fields: Record<string, string>
      client: Client | undefined
      /** The languages that the client wishes for, as a list of BCP 47 tags with spaces. */
      uiLocales: string | undefined
    },
  ): OidcPage
}
