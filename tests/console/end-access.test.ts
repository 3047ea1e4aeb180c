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
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import { enrolApp, giveCode, givePassword } from '#tests/support/second-factors.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

/** Creates a user who has allowed access to an application and has a remembered device. The names of both contain a script. */
async function makeUser(system: System) {
  const ada = await system.signUpAndLogIn('ada')
  const party = await relyingParty(system, { first_party: false, name: hostile })
  const visitor = await signedInBrowser(system, { ...ada, ...ada.user })
  await consentTo(system, { party, browser: visitor, scope: 'openid email' })
  const { app } = await enrolApp(system, ada)
  const named = { username: 'ada', password: ada.password }
  const { login_token } = (await givePassword(system, named, { device_name: hostile })).body
  const remembered = await giveCode(system, { login_token, code: app.nextCode() }, { remember_device: true })
  assert.equal(remembered.status, 200, JSON.stringify(remembered.body))
  return { id: ada.user.id, named, clientId: party.id, device_token: remembered.body.device_token }
}

onEachEngine((start) => {
  test('support takes the access of an application back and forgets a device, on the page of the user', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    const { id, named, clientId, device_token } = await makeUser(system)
    const listed = async (what: string) => {
      const { access_token: token } = await system.admin()
      return (await send('GET', `${system.authUrl}/api/v1/users/${id}/${what}`, { token })).body.data
    }
    assert.equal((await givePassword(system, named, { device_token })).status, 200)
    const [device] = await listed('devices')
    await openAsAdmin(system, visitor, `user?id=${id}&tab=apps`)
    await visitor.follow(`Revoke access ${clientId}`)
    assert.match(await visitor.text(), /Revoke access: <script>.*User: ada/)
    assert.equal((await listed('apps')).length, 1, 'a link does nothing')
    await visitor.press('Revoke access')
    assert.match(await visitor.text(), /Access revoked\..*No connected applications\./)
    assert.deepEqual(await listed('apps'), [])
    await visitor.follow('Sign-in methods')
    await visitor.follow(`Remove ${device.id}`)
    assert.match(await visitor.text(), /Remove trusted device: <script>/)
    await visitor.press('Remove trusted device')
    assert.match(await visitor.text(), /Trusted device removed\./)
    assert.deepEqual(await listed('devices'), [])
    const again = await givePassword(system, named, { device_token })
    assert.deepEqual([again.status, again.body.code], [401, 'second_factor_required'])
    await visitor.open(consoleUrl(system, `forget-device?user=${id}&id=${device.id}`))
    assert.match(await visitor.text(), /This page doesn’t exist, or what it showed was deleted/)
  })
})

test(
  'in a browser, these pages are accessible, small, and run nothing that strangers typed',
  inBrowser,
  async () => {
    await using system = await startSystem()
    const { id, clientId } = await makeUser(system)
    const { access_token: token } = await system.admin()
    const devices = `${system.authUrl}/api/v1/users/${id}/devices`
    const [device] = (await send('GET', devices, { token })).body.data
    await using opened = await openConsoleWindow(browser(), system, 'users')
    const { page, faults } = opened
    for (const [name, path] of Object.entries({
      apps: `user?id=${id}&tab=apps`,
      methods: `user?id=${id}&tab=methods`,
      sessions: `user?id=${id}&tab=sessions`,
      'end-app-access': `end-app-access?user=${id}&id=${clientId}`,
      'forget-device': `forget-device?user=${id}&id=${device.id}`,
    })) {
      await page.goto(consoleUrl(system, path))
      await requireFit(page, `access-${name}`)
    }
    assert.deepEqual(faults, [])
  },
)
