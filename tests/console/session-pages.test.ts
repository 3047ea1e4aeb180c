import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import { consentTo } from '#tests/support/consent.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import { send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

test(
  'an admin sees where everybody is signed in, looks for one, and ends one session',
  inBrowser,
  async () => {
    await using system = await startSystem()
    const { id: userId, password } = await system.signUp('ada')
    const logIn = async (device_name: string) => {
      const body = { username: 'ada', password, device_name }
      return (await send('POST', `${system.authUrl}/api/v1/auth/login`, { body })).body
    }
    const laptop = await logIn('Laptop')
    const phone = await logIn(hostile)
    await using opened = await openConsoleWindow(browser(), system, 'sessions')
    const { page, faults, press } = opened
    await says(page, 'This browser')
    assert.equal(await page.getByText(hostile, { exact: true }).count(), 1, 'a device is shown as text')
    await requireFit(page, 'sessions')
    for (const who of ['ada', 'ada@example.com', userId]) {
      await page.getByLabel('User', { exact: true }).fill(who)
      await press('Search')
      await page.waitForURL((url) => url.searchParams.get('who') === who)
      await says(page, 'Laptop')
      assert.equal(await page.getByText('This browser').count(), 0, who)
    }
    await page.getByLabel('User', { exact: true }).fill('nobody')
    await press('Search')
    await says(page, 'No user has this username, email address or ID. Check the spelling.')
    await page.goto(consoleUrl(system, 'sessions?address=203.0.113.'))
    await says(page, 'No sessions match.')
    await page.goto(consoleUrl(system, 'sessions?address=somewhere'))
    await says(page, 'The filter is not valid. Correct the marked field.')
    await requireFit(page, 'sessions-wrong')
    await page.goto(consoleUrl(system, 'sessions?address=127.0.0.'))
    await page.getByRole('link', { name: `End session ada ${laptop.session_id}`, exact: true }).click()
    await says(page, 'Laptop')
    await requireFit(page, 'end-session')
    await press('End session')
    await says(page, 'Session ended.')
    const validate = (token: string) => send('GET', `${system.authUrl}/auth/validate`, { token })
    assert.equal((await validate(laptop.access_token)).status, 401)
    assert.equal((await validate(phone.access_token)).status, 200, 'the other session lives')
    await page.goto(consoleUrl(system, `user?id=${userId}&tab=sessions`))
    await page.getByRole('link', { name: `End session ${phone.session_id}`, exact: true }).click()
    await press('End session')
    await says(page, 'Session ended.')
    await page.waitForURL((url) => url.pathname === '/console/user' && url.searchParams.get('id') === userId)
    assert.equal((await validate(phone.access_token)).status, 401)
    await page.goto(consoleUrl(system, `sessions?who=${userId}`))
    await says(page, 'No sessions match.')
    assert.deepEqual(faults, [])
  },
)

onEachEngine((start) => {
  test('an admin sees who is signed in to an application', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    const ada = await system.signUpAndLogIn('ada')
    await system.signUpAndLogIn('bob')
    const wiki = await relyingParty(system, { first_party: false, name: hostile })
    await relyingParty(system, { name: 'Board' })
    const signedIn = await signedInBrowser(system, { ...ada, ...ada.user })
    await consentTo(system, { party: wiki, browser: signedIn, scope: 'openid' })
    await openAsAdmin(system, visitor, `client?id=${wiki.id}`)
    await visitor.follow('Show active sessions')
    assert.match(await visitor.text(), /Signed in to <script>/)
    assert.match(await visitor.text(), / End session ada /)
    assert.doesNotMatch(await visitor.text(), / End (admin|bob) /)
    await visitor.follow('Show all sessions')
    assert.match(await visitor.text(), / End session bob /)
    await visitor.open(consoleUrl(system, `sessions?client=${wiki.id}&who=bob`))
    assert.match(await visitor.text(), /No sessions match/)
    await visitor.open(consoleUrl(system, `sessions?client=${ada.user.id}`))
    assert.match(await visitor.text(), /This page doesn’t exist, or what it showed was deleted/)
  })
})

test('an admin who ends their own session is told before, and has to sign in again', inBrowser, async () => {
  await using system = await startSystem()
  await using opened = await openConsoleWindow(browser(), system, 'sessions')
  const { page } = opened
  await page.getByRole('link', { name: /^End session admin/ }).click()
  await says(page, 'This is your own session. Ending it signs you out of this console.')
  await page.getByRole('button', { name: 'End session', exact: true }).click()
  await page.waitForURL(/\/account\/sign-in/)
})
