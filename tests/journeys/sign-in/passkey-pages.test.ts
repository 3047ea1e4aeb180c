import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieIn, pageOf, signIn, submit, titleOf } from '#tests/support/account-forms.ts'
import { SoftPasskey } from '#tests/support/authenticator.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { passkeySettings, passkeySite, signUpWithPasskey } from '#tests/support/passkey-user.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const settings = { ...passkeySettings, LATCHKEY_PUBLIC_URL: passkeySite.origin }

/** Requests passkey options as the script of the page does, and returns the response of a passkey to them. */
async function answer(
  system: System,
  passkey: SoftPasskey,
  fields: Record<string, string>,
  cookie = '',
): Promise<string> {
  const asked = await submit(system, '/passkey-options', fields, { cookie })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  const { challenge } = asked.body
  return JSON.stringify(passkey.get({ challenge, ...passkeySite }))
}

const tokenIn = ({ body }: HttpReply): string => /name="login_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
const isRefused = ({ status, body }: HttpReply) => status === 400 && /This passkey wasn’t accepted/.test(body)

onEachEngine((startSystem) => {
  test('I103 a passkey signs in, goes on after a password and proves, each with a challenge of its own', async () => {
    await using system = await startSystem({ settings })
    const ada = await signUpWithPasskey(system, 'ada')
    const bob = await signUpWithPasskey(system, 'bob')
    const login = await answer(system, ada.passkey, { use: 'login' })
    const direct = await submit(system, '/sign-in', { credential: login, return_to: 'email' })
    assert.deepEqual([direct.status, direct.headers.get('location')], [303, 'email'])
    const cookie = cookieIn(direct)
    assert.ok(isRefused(await submit(system, '/sign-in', { credential: login })), 'a challenge counts once')

    const { password } = ada
    const step = await submit(system, '/sign-in', { username: 'ada', password })
    checkPage(step, 'the second step', 'same-origin')
    const login_token = tokenIn(step)
    const given = { use: 'second_factor', login_token }
    const wrong = [
      await answer(system, ada.passkey, { use: 'login' }),
      await answer(system, bob.passkey, given),
      'nonsense',
      '{}',
      '[]',
    ]
    for (const credential of wrong) {
      const refused = await submit(system, '/second-factor', { login_token, credential, has_passkey: 'true' })
      assert.ok(isRefused(refused), credential)
      assert.match(refused.body, /data-use="second_factor"/)
    }
    const second = await answer(system, ada.passkey, given)
    const remembered = { login_token, credential: second, remember: 'true' }
    const done = await submit(system, '/second-factor', remembered)
    assert.deepEqual([done.status, done.headers.getSetCookie().length], [303, 2])
    const db = await system.database('auth')
    const sessions = await db.query<{ amr: string }>`
      SELECT amr FROM sessions WHERE user_id = ${ada.user.id} ORDER BY created_at, id`
    assert.deepEqual(
      sessions.map(({ amr }) => amr),
      ['pwd', 'hwk user mfa', 'pwd hwk user mfa'],
    )

    system.clock.advance(6 * 60_000)
    const page = `/remove-passkey?id=${ada.passkeyId}`
    const asked = await send('GET', pageOf(system, page), { headers: { cookie } })
    const location = asked.headers.get('location') ?? ''
    assert.equal(location, `prove?return_to=remove-passkey%3Fid%3D${ada.passkeyId}`)
    const proof = { credential: await answer(system, ada.passkey, { use: 'step_up' }, cookie) }
    const elsewhere = await submit(system, '/prove', proof, { cookie: cookieIn(done) })
    assert.ok(isRefused(elsewhere), 'a challenge is good for the session that it was made for')
    const return_to = new URLSearchParams(location.slice('prove?'.length)).get('return_to') ?? ''
    const proven = await submit(system, '/prove', { ...proof, return_to }, { cookie })
    assert.deepEqual([proven.status, proven.headers.get('location')], [303, page.slice(1)])
    const removed = await submit(
      system,
      '/remove-passkey',
      { id: ada.passkeyId },
      { cookie: cookieIn(proven) },
    )
    assert.equal(removed.headers.get('location'), '../account?done=passkey_removed')
    const gone = await answer(system, ada.passkey, { use: 'login' })
    assert.ok(isRefused(await submit(system, '/sign-in', { credential: gone })))
  })

  test('whoever has a passkey as the only second factor gets in without a script, by a recovery code', async () => {
    await using system = await startSystem({ settings })
    const ada = await signUpWithPasskey(system, 'ada')
    await using visitor = plainVisitor()
    await visitor.open(pageOf(system, '/sign-in'))
    await visitor.fill('Username or email address', 'ada')
    await visitor.fill('Password', ada.password)
    await visitor.press('Sign in')
    assert.match(await visitor.text(), /Passkeys need JavaScript/)
    await visitor.fill('Recovery code', 'wrong')
    await visitor.press('Sign in')
    assert.match(await visitor.text(), /Wrong or already used code.*Passkeys need JavaScript/)
    await visitor.fill('Recovery code', ada.recoveryCodes[0] ?? '')
    await visitor.press('Sign in')
    assert.match(await visitor.text(), /Recovery codes 9 left.*Passkeys.*Laptop/)
    await visitor.follow('Rename')
    await visitor.fill('Passkey name', 'x'.repeat(101))
    await visitor.press('Save')
    assert.match(await visitor.text(), /Name must be at most/)
    await visitor.fill('Passkey name', 'Phone')
    await visitor.press('Save')
    assert.match(await visitor.text(), /Your passkey was renamed.*Phone/)
    const db = await system.database('users')
    await db.query`UPDATE passkeys SET suspect_at = ${system.clock.now()} WHERE user_id = ${ada.user.id}`
    await visitor.open(pageOf(system, ''))
    assert.match(await visitor.text(), /Phone.*Blocked because it may have been copied/)
    await visitor.follow('Remove')
    assert.equal(await visitor.heading(), 'Remove passkey?')
    await visitor.press('Remove passkey')
    const text = await visitor.text()
    assert.match(text, /Your passkey was removed/)
    assert.doesNotMatch(text, /Phone|Recovery codes/)
  })
})

test('a passkey is added on the page, once, and by the session that has asked for it', async () => {
  await using system = await startSystem({ settings })
  const { id, password } = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', password)
  const create = async (headers = { cookie }) => {
    const asked = await submit(system, '/passkey-options', { use: 'add' }, headers)
    const { challenge, user } = asked.body
    const passkey = new SoftPasskey({ userHandle: user.id })
    return JSON.stringify(passkey.create({ challenge, ...passkeySite }))
  }
  const other = await create({ cookie: await signIn(system, 'ada', password) })
  const name = 'Phone'
  for (const credential of [other, 'nonsense', '']) {
    const refused = await submit(system, '/add-passkey', { name, credential }, { cookie })
    assert.deepEqual([refused.status, titleOf(refused)], [400, 'Add a passkey'])
    assert.match(refused.body, /role="alert" tabindex="-1"/)
    checkPage(refused, 'refused', 'same-origin')
  }
  const credential = await create()
  const added = await submit(system, '/add-passkey', { name, credential }, { cookie })
  assert.equal(titleOf(added), 'Save your recovery codes')
  const again = await submit(system, '/add-passkey', { name, credential }, { cookie })
  assert.equal(again.headers.get('location'), 'prove?return_to=add-passkey', 'a factor is proven from now on')
  const db = await system.database('users')
  const rows = await db.query`SELECT name FROM passkeys WHERE user_id = ${id}`
  assert.deepEqual(rows, [{ name: 'Phone' }])
  const foreign = '01900000-0000-7000-8000-000000000000'
  for (const page of ['rename', 'remove']) {
    const path = `/${page}-passkey?id=${foreign}`
    const fresh = cookieIn(
      await submit(system, '/sign-in', { username: 'ada', password }).then(async (step) =>
        submit(system, '/second-factor', {
          login_token: tokenIn(step),
          code: /<pre[^>]*>([A-Z2-7-]+)\n([A-Z2-7-]+)/.exec(added.body)?.[page === 'rename' ? 1 : 2] ?? '',
        }),
      ),
    )
    const shown = await send('GET', pageOf(system, path), { headers: { cookie: fresh } })
    assert.equal(shown.headers.get('location'), '../account', 'one that is not theirs, or gone')
  }
})

test('the pages with passkeys allow one script of their own, in every language; the others allow none', async () => {
  await using system = await startSystem({ settings })
  const { password } = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', password)
  for (const language of ['en', 'de', 'fr']) {
    const headers = { 'accept-language': language }
    for (const [page, hasScript] of [
      ['/sign-in', true],
      ['/add-passkey', true],
      ['/app', false],
      ['', false],
    ] as const) {
      const sent = page === '/sign-in' ? headers : { ...headers, cookie }
      const reply = await send('GET', pageOf(system, page), { headers: sent })
      checkPage(reply, `${page} in ${language}`, 'same-origin')
      assert.equal(/<script/.test(reply.body), hasScript, page)
    }
  }
  const signInPage = await send('GET', pageOf(system, '/sign-in'))
  const [, url = ''] = /src="([^"]+)"/.exec(signInPage.body) ?? []
  const script = await send('GET', pageOf(system, `/${url}`))
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-content-type-options'].map((name) => script.headers.get(name)),
    ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'nosniff'],
  )
  assert.match(signInPage.body, /autocomplete="username webauthn"/)
})

test('where there are no passkeys, or the pages are at another origin, no page speaks of them', async () => {
  for (const more of [{}, { ...settings, LATCHKEY_PASSKEY_ORIGINS: 'https://app.example.com' }] as Record<
    `LATCHKEY_${string}`,
    string
  >[]) {
    await using system = await startSystem({ settings: more })
    const { password } = await system.signUp('ada')
    const cookie = await signIn(system, 'ada', password)
    const pages = await Promise.all([
      send('GET', pageOf(system, '/sign-in')),
      send('GET', pageOf(system, ''), { headers: { cookie } }),
      send('GET', pageOf(system, '/prove'), { headers: { cookie } }),
    ])
    for (const { body } of pages) assert.doesNotMatch(body, /data-passkey|add-passkey|webauthn|<script/)
    const add = await send('GET', pageOf(system, '/add-passkey'), { headers: { cookie } })
    assert.equal(add.headers.get('location'), '../account')
  }
})
