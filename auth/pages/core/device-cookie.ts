import { cookieValues, setCookie } from './cookie.ts'

/** The cookie of a device on which a sign-in needs the password only. It holds the `device_token` of the API. */
const name = '__Host-latchkey-device'

/**
 * The cookie lives as long as the device is remembered. The row of the device decides; a browser that keeps the cookie longer gains
 * nothing.
 */
const lifetimeMs = 30 * 24 * 60 * 60_000

export const deviceCookie = (token: string): string => setCookie(name, token, lifetimeMs)

/** The Set-Cookie header that removes the cookie. */
export const noDeviceCookie = setCookie(name, '', 0)

/** Finds the token in a Cookie header. Two cookies of the name are none: one of them is not ours. */
export function deviceTokenIn(cookies: string | undefined): string | undefined {
  const [value = '', ...more] = cookieValues(cookies, name)
  return more.length === 0 && /^lk_device_[\w-]{43}$/.test(value) ? value : undefined
}
