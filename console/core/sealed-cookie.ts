import { type CookieName, cookieValues, setCookie } from '#runtime/http/cookie.ts'
import { seal, unseal } from '#runtime/sealing.ts'

/** Makes a kind of cookie that keeps a value in the browser, encrypted, so that the server stores nothing. */
export const sealedCookie = <Value>(
  name: CookieName,
  { purpose, lifetimeMs }: { purpose: string; lifetimeMs: number },
) => ({
  /** Makes the Set-Cookie header with a value. */
  keep: (masterKeys: readonly Buffer[], value: Value): string =>
    setCookie(name, seal(masterKeys, purpose, Buffer.from(JSON.stringify(value))), lifetimeMs),
  /** Finds the value in the header Cookie; undefined without one, or if it can't be decrypted. */
  find(masterKeys: readonly Buffer[], cookies: string | undefined): Value | undefined {
    const [sealed, ...more] = cookieValues(cookies, name)
    if (sealed === undefined || more.length > 0) return undefined
    try {
      return JSON.parse(unseal(masterKeys, purpose, sealed).toString())
    } catch {
      // It was changed, or encrypted with a master key that is no longer in the settings.
      return undefined
    }
  },
})
