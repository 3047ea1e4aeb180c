import { setting } from '#runtime/settings.ts'

/** In the form in which the library wants them. */
export interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
  token?: string
  /** Present: nothing goes out without TLS. */
  tls?: object
}

/** One or several of a cluster, with commas between them. The credentials are those of the first. */
export const natsUrl = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, (text): NatsServers => {
    const urls = text.split(',').map((one) => toUrl(one.trim()))
    const [first] = urls
    const tls = urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}
    return { servers: urls.map(({ host }) => host), ...tls, ...(first ? credentialsIn(first) : {}) }
  }),
  secret: true,
  show: (text: string) => text.replace(/(:\/\/)([^@,/]*)@/g, '$1********@'),
})

function toUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^(nats|tls):$/.test(url.protocol) || url.host === '')
    throw new Error('is not nats://… or tls://…')
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error('has more than a scheme, credentials, a host and a port')
  return url
}

/** `user:password@` or `token@`. */
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
