import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ceremonyLoad } from '../ceremonies.ts'
import { figuresOf } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { type Product, startProduct } from '../product.ts'
import { bearer } from '../requests.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const atOnce = 16
const codesInRound = 240
const browsers = 16
const redirectUri = 'https://wiki.example.com/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const algorithms = ['ES256', 'RS256'] as const

/** An application that is registered at the provider. */
interface App {
  id: string
  headers: Record<string, string>
}

/** For each figure, how many of it are wanted in a second of processor time. */
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
    const { auth: url, population } = product
    const apps = { ES256: await register(product, 'ES256'), RS256: await register(product, 'RS256') }
    const cookies: string[] = []
    while (cookies.length < browsers) cookies.push(await signIn(product, cookies.length))
    const refreshTokens: string[] = []
    const exchange = (algorithm: (typeof algorithms)[number]) => async () => {
      const app = apps[algorithm]
      const codes = await codesOf(product, app, cookies)
      return ceremonyLoad([product], {
        ...{ url, connections: atOnce, until: { count: codes.length } },
        async ceremony(ask, number) {
          const form = {
            grant_type: 'authorization_code',
            code: codes[number] as string,
            redirect_uri: redirectUri,
            code_verifier: verifier,
          }
          const reply = await ask('/oidc/token', { headers: app.headers, form, expect: 200 })
          if (algorithm === 'ES256' && refreshTokens.length < atOnce * 2)
            refreshTokens.push(reply.refresh_token)
        },
      })
    }
    const introspection = {
      method: 'POST' as const,
      path: '/api/v1/auth/introspect',
      headers: bearer(
        readFileSync(join(product.environment.LATCHKEY_DATA ?? '', 'service-token'), 'utf8').trim(),
      ),
    }
    const samples = await inTurns(rounds, {
      'exchange ES256': exchange('ES256'),
      'exchange RS256': exchange('RS256'),
      refresh: () =>
        ceremonyLoad([product], {
          ...{ url, connections: atOnce, until: { seconds } },
          async ceremony(ask) {
            const form = { grant_type: 'refresh_token', refresh_token: refreshTokens.shift() as string }
            const reply = await ask('/oidc/token', { headers: apps.ES256.headers, form, expect: 200 })
            refreshTokens.push(reply.refresh_token)
          },
        }),
      'introspect a JWT': () =>
        httpLoad([product], {
          ...{ url, connections: 32, seconds, expect: 200, holding: '"active":true' },
          requests: Array.from({ length: population.sessions }, (_, number) => ({
            ...introspection,
            body: { token: population.tokensOf(number).access_token },
          })),
        }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: Object.entries(targets).flatMap(([name, atLeast]) => {
        const own = samples[name as keyof typeof targets]
        if (own[0]?.cpuUs === undefined) return []
        const perSecond = figuresOf(own, 'cpuUs').map((us) => 1e6 / us)
        return [check(`${name}: in a second of processor time`, '/s', perSecond, { atLeast })]
      }),
      notes: [
        proxied.note,
        'The processor time is that of all threads. The codes are made before each turn; applications prove themselves with a secret.',
      ],
    }
  },
}

async function register({ auth, population }: Product, algorithm: string): Promise<App> {
  const response = await fetch(`${auth}/api/v1/oidc-clients`, {
    method: 'POST',
    headers: { ...bearer(population.tokensOf(0).access_token), 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: algorithm, first_party: true, redirect_uris: [redirectUri], scopes: ['openid'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], id_token_signed_response_alg: algorithm },
    }),
  })
  const made = (await response.json()) as { id: string; client_secret: string }
  if (response.status !== 201)
    throw new Error(`A client was answered ${response.status} ${JSON.stringify(made)}.`)
  const secret = Buffer.from(`${made.id}:${made.client_secret}`).toString('base64')
  return { id: made.id, headers: { authorization: `Basic ${secret}` } }
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

async function codesOf({ auth }: Product, { id }: App, cookies: readonly string[]): Promise<string[]> {
  const asked = new URLSearchParams({
    ...{ client_id: id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
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
