import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

const call = async (system: System, method: 'GET' | 'PATCH', body?: object) => {
  const { access_token: token } = await system.admin()
  return (await system.send(method, `${system.usersUrl}/api/v1/branding`, { token, body })).body
}

onEachEngine((start) => {
  test('without a script, an admin saves the branding, and empties a field', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'branding')
    assert.equal(await visitor.heading(), 'Branding')
    assert.match(await visitor.text(), /Light Default color .* Dark Default color/)
    await visitor.fill('Name', 'Acme')
    await visitor.fill('Color', '#FFD500')
    await visitor.fill('Help page', 'https://example.com/help')
    await visitor.press('Save branding')
    assert.match(await visitor.text(), /Branding saved/)
    const saved = { name: 'Acme', color: '#ffd500', help_url: 'https://example.com/help' }
    const unset = { privacy_url: null, terms_url: null }
    assert.partialDeepStrictEqual(await call(system, 'GET'), { ...saved, ...unset })
    assert.match(
      await visitor.text(),
      /Light Adjusted to #\w{6} for readable text .* Dark #ffd500, as chosen/,
    )
    await visitor.fill('Name', '')
    await visitor.press('Save branding')
    assert.partialDeepStrictEqual(await call(system, 'GET'), { ...saved, ...unset, name: null })
    await visitor.press('Save branding')
    assert.match(await visitor.text(), /You changed nothing, so nothing was saved/)
    await visitor.fill('Privacy policy', 'http://example.com/privacy')
    await visitor.press('Save branding')
    assert.match(await visitor.text(), /Correct the marked fields/)
    assert.partialDeepStrictEqual(await call(system, 'GET'), { ...saved, ...unset, name: null })
  })

  test('a change by another admin is shown beside what was typed, and nothing of it is lost', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'branding')
    await call(system, 'PATCH', { name: 'Theirs', terms_url: 'https://example.com/terms' })
    await visitor.fill('Name', 'Mine')
    await visitor.fill('Color', '#0b57d0')
    await visitor.press('Save branding')
    assert.match(await visitor.text(), /Another admin changed this/)
    assert.match(await visitor.text(), /Name empty Theirs Mine Terms of service empty https:/)
    const { name, color } = await call(system, 'GET')
    assert.deepEqual([name, color], ['Theirs', null], 'nothing was saved')
    await visitor.press('Save branding')
    assert.partialDeepStrictEqual(await call(system, 'GET'), {
      name: 'Mine',
      color: '#0b57d0',
      privacy_url: null,
      terms_url: 'https://example.com/terms',
      help_url: null,
    })
  })

  test('values that the environment sets are shown with their variable and cannot be changed', async () => {
    const settings = { LATCHKEY_BRAND_NAME: hostile, LATCHKEY_BRAND_COLOR: '#FF8C00' }
    await using system = await start({ settings })
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'branding')
    const text = await visitor.text()
    assert.match(text, /Name Set by LATCHKEY_BRAND_NAME/)
    assert.match(text, /Color Set by LATCHKEY_BRAND_COLOR/)
    assert.match(text, /Dark #ff8c00, as chosen/)
    assert.doesNotMatch(visitor.source(), /<script>alert/)
    await visitor.fill('Help page', 'https://example.com/help')
    await visitor.press('Save branding')
    const { name, help_url } = await call(system, 'GET')
    assert.deepEqual([name, help_url], [null, 'https://example.com/help'])
  })
})

test(
  'in a browser, the preview follows what is typed, and a fresh proof leads back to it',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'branding')
    const { page, press, faults } = opened
    await requireFit(page, 'branding')
    assert.equal(await page.getByRole('button', { name: 'Update preview' }).isVisible(), false)
    await page.getByLabel('Name', { exact: true }).fill(hostile)
    await page.getByLabel('Help page', { exact: true }).fill('https://example.com/help')
    await page.getByLabel('Color', { exact: true }).fill('#ffd500')
    await says(page, 'Dark #ffd500, as chosen')
    await says(page, /^Light Adjusted to #\w{6} for readable text$/)
    const sample = page.getByRole('img', { name: 'The sign-in page in dark mode' })
    assert.equal(await sample.getByText(hostile, { exact: true }).count(), 1)
    assert.equal(await sample.getByText('Help', { exact: true }).isVisible(), true)
    assert.equal(await sample.getByText('Terms', { exact: true }).isVisible(), false)
    const filled = `getComputedStyle(document.querySelector('.sample.dark .fill')).backgroundColor`
    assert.equal(await page.evaluate(filled), 'rgb(255, 213, 0)')
    await page.getByLabel('Pick a color').fill('#0b57d0')
    await says(page, 'Light #0b57d0, as chosen')
    assert.equal(await page.getByLabel('Color', { exact: true }).inputValue(), '#0b57d0')
    await page.getByLabel('Name', { exact: true }).fill('Acme')
    await page.getByLabel('Color', { exact: true }).fill('#ffd500')
    await requireFit(page, 'branding-typed')
    system.clock.advance(6 * 60_000)
    await press('Save branding')
    await proveAgain(page, system)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Acme')
    await press('Save branding')
    await says(page, 'Branding saved')
    await call(system, 'PATCH', { name: 'Theirs' })
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await press('Save branding')
    await says(page, 'Another admin changed this')
    await requireFit(page, 'branding-conflict')
    await page.goto(consoleUrl(system, 'branding'))
    await page.getByLabel('Color', { exact: true }).fill('yellow')
    await press('Save branding')
    await says(page, 'Correct the marked fields')
    await requireFit(page, 'branding-fault')
    assert.deepEqual(faults, [])
  },
)

test(
  'in a browser without scripts, a button previews what was typed and saves nothing',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using visitor = await browserVisitor(browser())
    await openAsAdmin(system, visitor, 'branding')
    await visitor.fill('Color', '#ffd500')
    await visitor.press('Update preview')
    assert.match(await visitor.text(), /#ffd500, as chosen/)
    assert.deepEqual(
      [
        await visitor.page.getByRole('textbox', { name: 'Color' }).inputValue(),
        (await call(system, 'GET')).color,
      ],
      ['#ffd500', null],
    )
  },
)
