import { cookieValues, setCookie } from '#runtime/http/cookie.ts'
import { seal, unseal } from '#runtime/sealing.ts'

/** The values that a change has replaced, so that the admin can restore them. */
export interface Undoable {
  /** The page that has the form for these values. */
  page: string
  /** The version (ETag) of the stored values after the change. They can't be restored over a later change. */
  version: string
  values: Record<string, string>
}

const cookieName = '__Host-latchkey-undo'
const lifetimeMs = 30 * 60_000
const purpose = 'console undo'
/** The maximum length of a Set-Cookie header, in characters. Browsers refuse cookies of more than 4,096 bytes. */
const maxLength = 4_000

/**
 * Makes the Set-Cookie header that keeps replaced values in the browser, encrypted; undefined if they are too long for a cookie. So the
 * server stores nothing, and only the browser in which the change was made offers to undo it.
 */
export function keepUndo(masterKeys: readonly Buffer[], undoable: Undoable): string | undefined {
  const header = setCookie(
    cookieName,
    seal(masterKeys, purpose, Buffer.from(JSON.stringify(undoable))),
    lifetimeMs,
  )
  return header.length <= maxLength ? header : undefined
}

/** Finds the values that the last change of a page has replaced; undefined if something else was changed since. */
export function findUndo(
  masterKeys: readonly Buffer[],
  { cookies, ...asked }: { cookies: string | undefined } & Omit<Undoable, 'values'>,
): Record<string, string> | undefined {
  const [sealed, ...more] = cookieValues(cookies, cookieName)
  if (sealed === undefined || more.length > 0) return undefined
  try {
    const { page, version, values }: Undoable = JSON.parse(unseal(masterKeys, purpose, sealed).toString())
    return page === asked.page && version === asked.version ? values : undefined
  } catch {
    // It was changed, or encrypted with a master key that is no longer in the settings.
    return undefined
  }
}
