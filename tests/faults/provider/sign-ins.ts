import { createHash, randomBytes } from 'node:crypto'
import { digestOf } from '#auth/core/opaque-token.ts'
import { hiddenIn } from '#tests/support/account-forms.ts'
import { issuer } from '#tests/support/relying-party.ts'
import {
  type App,
  attempt,
  countTokens,
  expect,
  type Person,
  post,
  postTwice,
  type Scene,
  said,
} from './scene.ts'

export const redirectUri = 'https://wiki.example.com/callback'
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

export const sendForm = (person: Person, path: string, form: Record<string, string>): Promise<Response> =>
  attempt(() =>
    person.browser.go(`${issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: sameOrigin,
    }),
  )

/** Follows redirects, and returns the page of Latchkey at their end, or the code in a redirect to the application. */
export async function follow(person: Person, url: string): Promise<{ code: string | null; page: string }> {
  for (let here = url; ; ) {
    const response = await attempt(() => person.browser.go(here))
    const location = response.headers.get('location')
    if (location === null) return { code: null, page: await response.text() }
    const next = new URL(location, here)
    if (next.origin !== issuer) return { code: next.searchParams.get('code'), page: '' }
    here = next.href
  }
}

/** Returns an authorization request of an application: its URL, and the PKCE verifier and nonce that belong to it. */
export function request(app: App, scope: string): { url: string; verifier: string; nonce: string } {
  const verifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const url = `${issuer}/oidc/authorize?${new URLSearchParams({
    client_id: app.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`
  return { url, verifier, nonce }
}

/** Exchanges a code for tokens. In half of the cases the code is sent twice at once. */
export async function exchange(
  scene: Scene,
  person: Person,
  { app, code, verifier }: { app: App; code: string; verifier: string },
): Promise<void> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const isTwice = scene.random.next() < 0.5
  // When a code is used twice, the provider revokes all tokens that this application got through the session.
  const drop = () => {
    person.held = person.held.filter((one) => one.app !== app)
  }
  person.unanswered = async () => {
    const isUsed = await isConsumed(scene, code)
    drop()
    const again = await post(scene.pick().auth, '/oidc/token', app, form)
    const isAsStored = isUsed ? said(again) === '400 invalid_grant' : again.status === 200
    expect(scene, person, isAsStored, `repeated, a code was answered ${said(again)} (used: ${isUsed})`)
    if (again.status === 200) countTokens(scene, person, code, 1)
  }
  if (isTwice) {
    drop()
    const replies = await postTwice(scene, app, form)
    const good = replies.filter((reply) => reply?.status === 200)
    countTokens(scene, person, code, good.length)
    if (replies.includes(undefined)) return
    expect(scene, person, good.length === 1, `a code twice at once gave tokens ${good.length} times`)
  } else {
    const reply = await post(scene.pick().auth, '/oidc/token', app, form)
    expect(scene, person, reply.status === 200, `a code was answered ${said(reply)}`)
    if (reply.status === 200) {
      countTokens(scene, person, code, 1)
      person.held.push({ app, token: reply.body.refresh_token ?? '' })
    }
  }
  person.unanswered = undefined
}

async function isConsumed({ db }: Scene, code: string): Promise<boolean> {
  const [row] = await db.query<{ consumed_at: number | null }>`
    SELECT consumed_at FROM oidc_artifacts WHERE model = 'AuthorizationCode' AND digest = ${digestOf(code)}`
  return row?.consumed_at !== null
}

/** Signs in at the application of the operator, which needs no consent. */
export async function signInAtOwn(scene: Scene, person: Person): Promise<void> {
  const app = scene.apps.own
  const { url, verifier } = request(app, 'openid email')
  const { code, page } = await follow(person, url)
  expect(scene, person, code !== null, `no code, but ${/<h1>(.*?)<\/h1>/.exec(page)?.[1]}`)
  if (code !== null) await exchange(scene, person, { app, code, verifier })
}

/** Signs in at the foreign application, and consents to one more scope each time until all are allowed. */
export async function consent(scene: Scene, person: Person): Promise<void> {
  const app = scene.apps.foreign
  const further = ['openid', 'email', 'profile'].find((one) => !person.allowed.has(one)) ?? 'openid'
  const wanted = new Set([...person.allowed, 'openid', further])
  const isAsked = !person.allowed.has(further)
  const { url, verifier } = request(app, [...wanted].join(' '))
  const { code, page } = await follow(person, url)
  expect(scene, person, (code === null) === isAsked, `consent was ${isAsked ? 'not' : ''} asked for`)
  if (code !== null) return exchange(scene, person, { app, code, verifier })
  person.unanswered = async () => {
    person.allowed = await storedConsent(scene, person)
  }
  const form = { interaction: hiddenIn(page, 'interaction'), token: hiddenIn(page, 'token'), answer: 'allow' }
  const reply = await sendForm(person, '/account/authorize', form)
  const [, onwards = ''] = /^0; url=(.*)$/.exec(reply.headers.get('refresh') ?? '') ?? []
  expect(scene, person, reply.status === 200 && onwards !== '', `a consent was answered ${reply.status}`)
  person.allowed = wanted
  person.unanswered = undefined
  const answer = await follow(person, onwards)
  expect(scene, person, answer.code !== null, 'a consent gave no code')
  if (answer.code !== null) await exchange(scene, person, { app, code: answer.code, verifier })
}

export async function storedConsent({ db, apps }: Scene, { id }: Person): Promise<Set<string>> {
  const [row] = await db.query<{ scope: string }>`
    SELECT scope FROM oidc_consents WHERE user_id = ${id} AND client_id = ${apps.foreign.id}`
  return new Set(row?.scope.split(' '))
}

/** Takes back the consent for the foreign application, which must also revoke its tokens. */
export async function revoke(scene: Scene, person: Person): Promise<void> {
  const app = scene.apps.foreign
  const take = () => {
    person.dead.push(...person.held.filter((one) => one.app === app))
    person.held = person.held.filter((one) => one.app !== app)
    person.allowed = new Set()
  }
  person.unanswered = async () => {
    if ((await storedConsent(scene, person)).size === 0) take()
  }
  const reply = await sendForm(person, '/account/revoke-app', { id: app.id })
  expect(scene, person, reply.status === 303, `a revocation was answered ${reply.status}`)
  take()
  person.unanswered = undefined
}
