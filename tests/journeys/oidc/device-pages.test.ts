import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieIn, pageOf, submit } from '#tests/support/account-forms.ts'
import { startFactorScene } from '#tests/support/factor-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import { type System, send, stillClock } from '#tests/support/system.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

const codeLabel = 'Code'

async function signInOn(visitor: Visitor, system: System, password: string): Promise<void> {
  await visitor.open(pageOf(system, '/sign-in'))
  await visitor.fill('Username or email address', 'ada')
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

onEachEngine((start) => {
  test('I118 a device that is remembered is asked for the password only, and proves nothing by that', async () => {
    await using system = await start({ clock: stillClock() })
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    await using visitor = plainVisitor({
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    })
    await signInOn(visitor, system, ada.password)
    await visitor.check('Trust this device for 30 days')
    await visitor.fill(codeLabel, app.nextCode())
    await visitor.press('Sign in')
    assert.match(await visitor.text(), /Trusted devices .*Firefox on Linux/)
    await visitor.press('Sign out')
    await signInOn(visitor, system, ada.password)
    assert.equal(await visitor.heading(), 'Your account')
    await visitor.follow('Remove')
    assert.equal(await visitor.heading(), 'Confirm it’s you')
    await visitor.follow('Back to your account')
    await visitor.press('Stop trusting')
    const text = await visitor.text()
    assert.match(text, /The device is no longer trusted/)
    assert.doesNotMatch(text, /Trusted devices/)
    await visitor.press('Sign out')
    await signInOn(visitor, system, ada.password)
    assert.equal(await visitor.heading(), 'Enter your code')
  })
})

test('all remembered devices are forgotten at once, and the cookie goes', async () => {
  await using scene = await startFactorScene()
  const { system, begin } = scene
  await begin({ remember: 'true' })
  const reply = await begin({ remember: 'true' })
  assert.match(
    reply.headers.getSetCookie()[1] ?? '',
    /^__Host-latchkey-device=lk_device_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  )
  const cookie = cookieIn(reply)
  const list = await send('GET', pageOf(system, ''), { headers: { cookie } })
  assert.equal(list.body.match(/action="account\/forget-device"/g)?.length, 2)
  const forgotten = await submit(system, '/forget-devices', {}, { cookie })
  assert.equal(forgotten.headers.get('location'), '../account?done=devices')
  assert.match(forgotten.headers.get('set-cookie') ?? '', /^__Host-latchkey-device=; .*Max-Age=0$/)
  const after = await send('GET', pageOf(system, ''), { headers: { cookie } })
  assert.doesNotMatch(after.body, /forget-device/)
})

test('I99 a recovery code remembers no device', async () => {
  await using scene = await startFactorScene()
  const { system, begin, recoveryCodes } = scene
  const signedIn = await begin({ code: recoveryCodes[0] ?? '', remember: 'true' })
  assert.equal(signedIn.headers.getSetCookie().length, 1)
  const list = await send('GET', pageOf(system, ''), { headers: { cookie: cookieIn(signedIn) } })
  assert.doesNotMatch(list.body, /forget-device/)
})

test('no other site, and nobody who is not signed in, forgets a device', async () => {
  await using scene = await startFactorScene()
  const { system, begin } = scene
  const cookie = cookieIn(await begin({ remember: 'true' }))
  for (const page of ['/forget-device', '/forget-devices']) {
    const foreign = await submit(system, page, {}, { cookie, 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403, page)
    const stranger = await submit(system, page, {})
    assert.deepEqual([stranger.status, stranger.headers.get('location')], [303, 'sign-in'], page)
    const nothing = await submit(system, '/forget-device', { id: 'nothing' }, { cookie })
    assert.equal(nothing.status, 303)
  }
  const list = await send('GET', pageOf(system, ''), { headers: { cookie } })
  assert.match(list.body, /forget-device/)
})
