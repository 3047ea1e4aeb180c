import { sealedCookie } from './sealed-cookie.ts'

/** The values that a change has replaced, so that the admin can restore them. */
export interface Undoable {
  /** The page that has the form for these values. */
  page: string
  /** The version (ETag) of the stored values after the change. They can't be restored over a later change. */
  version: string
  values: Record<string, string>
}

const cookie = sealedCookie<Undoable>('__Host-latchkey-undo', {
  purpose: 'console undo',
  lifetimeMs: 30 * 60_000,
})
/** The maximum length of a Set-Cookie header, in characters. Browsers refuse cookies of more than 4,096 bytes. */
const maxLength = 4_000

/**
 * Makes the Set-Cookie header that keeps replaced values; undefined if they are too long for a cookie. Only the browser in which the
 * change was made offers to undo it.
 */
export function keepUndo(masterKeys: readonly Buffer[], undoable: Undoable): string | undefined {
  const header = cookie.keep(masterKeys, undoable)
  return header.length <= maxLength ? header : undefined
}

/** Finds the values that the last change of a page has replaced; undefined if something else was changed since. */
export function findUndo(
  masterKeys: readonly Buffer[],
  { cookies, ...asked }: { cookies: string | undefined } & Omit<Undoable, 'values'>,
): Record<string, string> | undefined {
  const undoable = cookie.find(masterKeys, cookies)
  const isMeant = undoable?.page === asked.page && undoable.version === asked.version
  return isMeant ? undoable.values : undefined
}
