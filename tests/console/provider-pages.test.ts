import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { logInAt } from '#tests/support/federated.ts'
import { providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const returning = { LATCHKEY_RETURN_ORIGINS: 'https://app.example.com' }

onEachEngine((start) => {
  test('an admin sees which providers are set up, whether they answer, and how many people use them', async () => {
    await using provider = await startProvider()
    const entries = [
      { name: 'example', title: 'Example', issuer: provider.url, trusts_email: true },
      { name: 'down', title: 'Down', issuer: 'http://127.0.0.1:9' },
    ]
    await using system = await start({
      settings: { ...providerSettings(temporaryFolder(), entries), ...returning },
    })
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'providers')
    assert.match(await visitor.text(), /Example Not used since the start .* Linked accounts 0/)
    assert.equal((await logInAt(system, provider, 'example')).status, 200)
    const body = { return_to: 'https://app.example.com/' }
    const { status } = await system.send('POST', `${system.authUrl}/api/v1/auth/federated/down`, { body })
    assert.equal(status, 503)
    const users = await system.database('users')
    await users.query`UPDATE identities SET last_used_at = ${system.clock.now()}`
    await users.query`
      INSERT INTO identities (issuer, subject, id, user_id, provider, added_at, added_by_session)
      SELECT 'https://old.example.com', 'x', 'x', user_id, 'old', 1, 'x' FROM identities`
    await visitor.open(consoleUrl(system, 'providers'))
    const text = await visitor.text()
    assert.match(
      text,
      /Example Healthy Last response .* Linked accounts 1 Last sign-in \(to the day\) \w{3} \d/,
    )
    assert.match(text, /Down Failing Last error .* http:\/\/127\.0\.0\.1:9 .*callback-down/)
    assert.match(text, /old No longer configured Linked accounts 1/)
  })
})

test(
  'in a browser, the page of providers is accessible and small, and teaches where there is none',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'providers')
    await says(opened.page, 'No identity providers configured.')
    await requireFit(opened.page, 'providers-none')
    await opened.page.getByRole('link', { name: 'Set up an identity provider', exact: true }).click()
    await opened.page.waitForURL(/\/docs\/guide\/federated-login$/)
    const entries = [{ name: 'example', title: 'Example', issuer: 'https://id.example.com' }]
    await using other = await startSystem({ settings: providerSettings(temporaryFolder(), entries) })
    const users = await other.database('users')
    await users.query`
    INSERT INTO identities (issuer, subject, id, user_id, provider, added_at, added_by_session)
    VALUES ('x', 'x', 'x', 'x', ${hostile}, 1, 'x')`
    await using window = await openConsoleWindow(browser(), other, 'providers')
    await says(window.page, 'Not used since the start')
    assert.equal(await window.page.getByText(hostile, { exact: true }).count(), 1)
    await requireFit(window.page, 'providers')
    assert.deepEqual([...opened.faults, ...window.faults], [])
  },
)
