import { setting } from '#runtime/settings.ts'

/** The addresses and credentials of NATS servers, in the form that the library takes. */
export interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
  token?: string
  /** TLS is required when this object is present: the library then refuses connections without TLS. */
  tls?: object
}

/**
 * Declares a setting with the URLs of one or more servers of a cluster, separated by commas. Only the credentials of the first
 * URL are used.
 */
export const natsUrl = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, (text): NatsServers => {
    const urls = text.split(',').map((one) => toUrl(one.trim()))
    const [first] = urls
    const tls = urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}
    return { servers: urls.map(({ host }) => host), ...tls, ...(first ? credentialsIn(first) : {}) }
  }),
  secret: true,
  show: (text: string) => text.replace(/(:\/\/)([^,/]*)@/g, '$1********@'),
})

function toUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^(nats|tls):$/.test(url.protocol) || url.host === '')
    throw new Error('is not nats://… or tls://…')
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error('has more than a scheme, credentials, a host and a port')
  return url
}

/** Reads the credentials of a URL: `user:password@` or `token@`. */
function credentialsIn({ username, password }: URL): Partial<NatsServers> {
  if (username === '') return {}
  const user = decodeURIComponent(username)
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
}

export const subjectPrefix = (name: `LATCHKEY_${string}`, meaning: string, fallback: string) =>
  setting(name, meaning, fallback, (text) => {
    if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(text) || text.length > 200)
      throw new Error('is not words of letters, digits, _ and - with dots between them')
    return text
  })
