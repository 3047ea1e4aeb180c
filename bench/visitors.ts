/**
 * The settings and headers with which each generated user has an address of its own, as behind a proxy. The
 * rate limits of one address then do not limit the load.
 */
export const proxied = {
  settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' },
  headers: (number: number): Record<string, string> => ({
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }),
  note: 'Each user from an address of its own, told by X-Forwarded-For; all limits are on.',
}
