import { cookieValues, setCookie } from '#runtime/http/cookie.ts'

/** The cookie of a device on which a sign-in needs the password only. It holds the `device_token` of the API. */
const name = '__Host-latchkey-device'

/**
 * The lifetime of the cookie is that of a remembered device. The row of the device in the database decides, so that a
 * browser gains nothing by keeping the cookie for longer.
 */
const lifetimeMs = 30 * 24 * 60 * 60_000

export const deviceCookie = (token: string): string => setCookie(name, token, lifetimeMs)

/** The Set-Cookie header that removes the cookie. */
export const noDeviceCookie = setCookie(name, '', 0)

/**
 * Finds the device token in a Cookie header. If there are two cookies with this name, neither is used: one of them was
 * not set by this service.
 */
export function deviceTokenIn(cookies: string | undefined): string | undefined {
  const [value = '', ...more] = cookieValues(cookies, name)
  return more.length === 0 && /^lk_device_[\w-]{43}$/.test(value) ? value : undefined
}
