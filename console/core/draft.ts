import { cookieValues, setCookie } from '#runtime/http/cookie.ts'
import { sealedCookie } from './sealed-cookie.ts'

/** The fields of a form that was sent without a session, or without the re-authentication that it needs. */
export interface Draft {
  /**
   * The id of the draft, which the parameter `unsent` in the URL of the page repeats. It differs when another tab has stored a
   * newer draft since.
   */
  id: string
  page: string
  fields: Record<string, string>
  /** The time when the form was sent, in epoch milliseconds. */
  at: number
}

const cookieName = '__Host-latchkey-draft'
const lifetimeMs = 30 * 60_000
const cookie = sealedCookie<Draft>(cookieName, { purpose: 'console draft', lifetimeMs })

/**
 * Makes the Set-Cookie header that keeps a draft in the browser, encrypted, until the sign-in or the re-authentication is done.
 * In a URL, the names and addresses of the draft would stay in the history of the browser and in the logs of proxies.
 */
export const keepDraft = cookie.keep

/** The Set-Cookie header that removes a draft. */
export const noDraft = setCookie(cookieName, '', 0)

export const hasDraft = (cookies: string | undefined): boolean => cookieValues(cookies, cookieName).length > 0

/**
 * Finds the fields of a draft by its id; undefined when the browser has no draft or another one, or when the draft is too old.
 */
export function findDraft(
  masterKeys: readonly Buffer[],
  { cookies, now, ...asked }: { cookies: string | undefined; now: number } & Pick<Draft, 'id' | 'page'>,
): Record<string, string> | undefined {
  const draft = cookie.find(masterKeys, cookies)
  const isMeant = draft?.id === asked.id && draft.page === asked.page && now - draft.at < lifetimeMs
  return isMeant ? draft.fields : undefined
}
