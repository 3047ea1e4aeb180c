import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ceremonyLoad } from '../ceremonies.ts'
import { figuresOf, type Sample } from '../figures.ts'
import { httpLoad, type Servers } from '../load.ts'
import { basic, openidClient } from '../openid-client.ts'
import { startScript } from '../own-process.ts'
import { type Product, startProduct } from '../product.ts'
import { bearer } from '../requests.ts'
import { besideFloor, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const atOnce = 16
const codesInRound = 240
/** The number of batches in the first round, which is not counted. They let the JavaScript engine optimize the code. */
const batchesOfFirstRound = 12
const browsers = 16

type Algorithm = (typeof openidClient.algorithms)[number]

/** A provider under load: Latchkey or the baseline. */
interface Side {
  servers: Servers
  tokenUrl: { base: string; path: string }
  headers: Record<Algorithm, Record<string, string>>
  /** Makes authorization codes, which expire after a minute. */
  makeCodes(algorithm: Algorithm): Promise<string[]>
}

/** The target of each figure: the number of requests in a second of processor time. */
const targets = {
  'exchange ES256': 1_500,
  'exchange RS256': 1_000,
  refresh: 2_000,
  'introspect a JWT': 20_000,
}

export const provider: Scenario = {
  name: 'provider',
  measures:
    'The OpenID provider on SQLite, by processor time: exchanges of codes for ID, access and refresh tokens, refreshes with the token of the last one, and introspections of JWTs that were seen before.',
  async run({ rounds, seconds }) {
    await using product = await startProduct({ sessions: 64, settings: proxied.settings })
    await using library = await startScript('floors/openid-provider.ts')
    await using bare = await startScript('floors/http.ts')
    const own = turnsOf(await sideOf(product), seconds)
    const alone = turnsOf(
      {
        servers: [library],
        tokenUrl: { base: library.address, path: '/token' },
        headers: {
          ES256: basic('ES256', openidClient.secret),
          RS256: basic('RS256', openidClient.secret),
        },
        async makeCodes(algorithm) {
          const response = await fetch(`${library.address}/codes?client=${algorithm}&count=${codesInRound}`)
          return (await response.json()) as string[]
        },
      },
      seconds,
    )
    const { introspections, bareRequests } = introspectionsOf(product)
    const load = { connections: 32, seconds, expect: 200 }
    const samples = await inTurns(rounds, {
      ...own,
      'introspect a JWT': () =>
        httpLoad([product], {
          ...load,
          url: product.auth,
          holding: '"active":true',
          requests: introspections,
        }),
      'library alone, exchange ES256': alone['exchange ES256'],
      'library alone, exchange RS256': alone['exchange RS256'],
      'library alone, refresh': alone.refresh,
      'bare node:http': () => httpLoad([bare], { ...load, url: bare.address, requests: bareRequests }),
    })
    const beside = (name: 'exchange ES256' | 'exchange RS256' | 'refresh') =>
      besideFloor(samples, { own: name, floor: `library alone, ${name}` })
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...Object.entries(targets).flatMap(([name, atLeast]) => {
          const figures = samples[name as keyof typeof targets]
          if (figures[0]?.cpuUs === undefined) return []
          const perSecond = figuresOf(figures, 'cpuUs').map((us) => 1e6 / us)
          return [check(`${name}: in a second of processor time`, '/s', perSecond, { atLeast })]
        }),
        ...beside('exchange ES256'),
        ...beside('exchange RS256'),
        ...beside('refresh'),
        ...besideFloor(samples, { own: 'introspect a JWT', floor: 'bare node:http' }),
      ],
      notes: [
        proxied.note,
        'The processor time is that of all threads. The codes are made before each turn; applications prove themselves with a secret.',
        'The library alone is oidc-provider with everything in memory: it keeps nothing, and knows of no session that ends.',
      ],
    }
  },
}

function turnsOf({ servers, tokenUrl, headers, makeCodes }: Side, seconds: number) {
  const { base: url, path } = tokenUrl
  const refreshTokens: string[] = []
  const exchangeBatch = async (algorithm: Algorithm): Promise<Sample> => {
    const codes = await makeCodes(algorithm)
    return ceremonyLoad(servers, {
      url,
      connections: atOnce,
      until: { count: codes.length },
      async ceremony(ask, number) {
        const form = openidClient.exchangeForm(codes[number] as string)
        const reply = await ask(path, { headers: headers[algorithm], form, expect: 200 })
        if (algorithm === 'ES256' && refreshTokens.length < atOnce * 2)
          refreshTokens.push(reply.refresh_token)
      },
    })
  }
  const exchange = (algorithm: Algorithm) => async (round: number) => {
    for (let batch = 1; round === 0 && batch < batchesOfFirstRound; batch++) await exchangeBatch(algorithm)
    return exchangeBatch(algorithm)
  }
  return {
    'exchange ES256': exchange('ES256'),
    'exchange RS256': exchange('RS256'),
    refresh: () =>
      ceremonyLoad(servers, {
        url,
        connections: atOnce,
        until: { seconds },
        async ceremony(ask) {
          const form = { grant_type: 'refresh_token', refresh_token: refreshTokens.shift() as string }
          const reply = await ask(path, { headers: headers.ES256, form, expect: 200 })
          refreshTokens.push(reply.refresh_token)
        },
      }),
  }
}

async function sideOf(product: Product): Promise<Side> {
  const apps = { ES256: await register(product, 'ES256'), RS256: await register(product, 'RS256') }
  const cookies: string[] = []
  while (cookies.length < browsers) cookies.push(await signIn(product, cookies.length))
  return {
    servers: [product],
    tokenUrl: { base: product.auth, path: '/oidc/token' },
    headers: { ES256: apps.ES256.headers, RS256: apps.RS256.headers },
    makeCodes: (algorithm) => codesOf(product, apps[algorithm].id, cookies),
  }
}

function introspectionsOf({ environment, population }: Product) {
  const serviceToken = readFileSync(join(environment.LATCHKEY_DATA ?? '', 'service-token'), 'utf8').trim()
  const headers = bearer(serviceToken)
  const sessions = Array.from({ length: population.sessions }, (_, number) => number)
  return {
    introspections: sessions.map((number) => ({
      method: 'POST' as const,
      path: '/api/v1/auth/introspect',
      headers,
      body: { token: population.tokensOf(number).access_token },
    })),
    bareRequests: sessions.map(() => ({ path: '/', headers })),
  }
}

/** An application that is registered at the provider. */
interface App {
  id: string
  headers: Record<string, string>
}

async function register({ auth, population }: Product, algorithm: string): Promise<App> {
  const response = await fetch(`${auth}/api/v1/oidc-clients`, {
    method: 'POST',
    headers: { ...bearer(population.tokensOf(0).access_token), 'content-type': 'application/json' },
    body: JSON.stringify({
      name: algorithm,
      first_party: true,
      redirect_uris: [openidClient.redirectUri],
      scopes: ['openid'],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: algorithm,
    }),
  })
  const made = (await response.json()) as { id: string; client_secret: string }
  if (response.status !== 201)
    throw new Error(`A client was answered ${response.status} ${JSON.stringify(made)}.`)
  return { id: made.id, headers: basic(made.id, made.client_secret) }
}

async function signIn({ auth, population }: Product, number: number): Promise<string> {
  const { people, password } = population
  const response = await fetch(`${auth}/account/sign-in`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...proxied.headers(number) },
    body: new URLSearchParams({ username: people[number]?.username ?? '', password }),
    redirect: 'manual',
  })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  if (response.status !== 303) throw new Error(`A sign-in was answered ${response.status}.`)
  return cookie
}

async function codesOf({ auth }: Product, clientId: string, cookies: readonly string[]): Promise<string[]> {
  const { redirectUri, challenge } = openidClient
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const codeOf = async (cookie: string) => {
    const response = await fetch(`${auth}/oidc/authorize?${asked}`, {
      headers: { cookie },
      redirect: 'manual',
    })
    const code = URL.parse(response.headers.get('location') ?? '')?.searchParams.get('code')
    if (!code) throw new Error(`A request for a code was answered ${response.status}.`)
    return code
  }
  const codes: string[] = []
  while (codes.length < codesInRound) codes.push(...(await Promise.all(cookies.map(codeOf))))
  return codes
}
