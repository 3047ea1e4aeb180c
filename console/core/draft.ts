import { cookieValues, setCookie } from '#runtime/http/cookie.ts'
import { seal, unseal } from '#runtime/sealing.ts'

/** What was typed into a form that was sent without a session, or without the proof that it needs. */
export interface Draft {
  /** The value of the parameter `unsent` in the URL of the page that shows the draft: another tab may have kept another one since. */
  id: string
  page: string
  fields: Record<string, string>
  /** When it was sent, in epoch milliseconds. */
  at: number
}

const cookieName = '__Host-latchkey-draft'
const lifetimeMs = 30 * 60_000
const purpose = 'console draft'

/**
 * Makes the Set-Cookie header that keeps a draft in the browser, encrypted, until the sign-in or the proof is done. In the URL that
 * leads back, names and addresses would stay in the history of the browser and in the logs of proxies.
 */
export const keepDraft = (masterKeys: readonly Buffer[], draft: Draft): string =>
  setCookie(cookieName, seal(masterKeys, purpose, Buffer.from(JSON.stringify(draft))), lifetimeMs)

/** The Set-Cookie header that removes a draft. */
export const noDraft = setCookie(cookieName, '', 0)

export const hasDraft = (cookies: string | undefined): boolean => cookieValues(cookies, cookieName).length > 0

/** Finds the fields of a draft; undefined when the browser has another one or none, or when it is too old. */
export function findDraft(
  masterKeys: readonly Buffer[],
  { cookies, now, ...asked }: { cookies: string | undefined; now: number } & Pick<Draft, 'id' | 'page'>,
): Record<string, string> | undefined {
  const [sealed, ...more] = cookieValues(cookies, cookieName)
  if (sealed === undefined || more.length > 0) return undefined
  const draft = unsealed(masterKeys, sealed)
  const isMeant = draft?.id === asked.id && draft.page === asked.page && now - draft.at < lifetimeMs
  return isMeant ? draft.fields : undefined
}

/** Only the console makes such a value. One that cannot be decrypted was changed, or is of a master key that is gone. */
function unsealed(masterKeys: readonly Buffer[], sealed: string): Draft | undefined {
  try {
    return JSON.parse(unseal(masterKeys, purpose, sealed).toString())
  } catch {
    return undefined
  }
}
