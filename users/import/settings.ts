import { type Setting, setting } from '#runtime/settings.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Declares a setting with the URL to which login names and passwords are sent: https, or http on this machine. */
export const legacyLoginUrl = (name: `LATCHKEY_${string}`, meaning: string): Setting<string> =>
  setting(name, meaning, undefined, (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error('is not an http or https URL')
    if (url.protocol === 'http:' && !loopback.test(url.hostname))
      throw new Error('is not https: passwords are sent there')
    if (url.username !== '' || url.password !== '') throw new Error('holds a name or a password')
    return url.href
  })
