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
import { pngOf, webp } from '#tests/support/images.ts'
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
    assert.match(
      await visitor.text(),
      /Name When you opened the form empty Now Theirs Your change Mine Terms of service .* empty Now https:/,
    )
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

  test('the last change is undone with one button, unless the branding was changed since', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'branding')
    await visitor.fill('Name', 'Acme')
    await visitor.press('Save branding')
    await visitor.fill('Name', 'Acne')
    await visitor.fill('Color', '#ffd500')
    await visitor.press('Save branding')
    await visitor.press('Undo')
    assert.match(await visitor.text(), /Branding saved/)
    assert.partialDeepStrictEqual(await call(system, 'GET'), { name: 'Acme', color: null })
    await visitor.press('Undo')
    assert.partialDeepStrictEqual(await call(system, 'GET'), { name: 'Acne', color: '#ffd500' }, 'done again')
    const earlier = visitor.source()
    assert.match(earlier, />Undo</)
    await call(system, 'PATCH', { name: 'Theirs' })
    await visitor.press('Undo')
    assert.match(await visitor.text(), /Another admin changed this/)
    assert.equal((await call(system, 'GET')).name, 'Theirs')
    await visitor.open(consoleUrl(system, 'branding?done=1'))
    assert.doesNotMatch(visitor.source(), />Undo</)
  })

  test('an admin chooses the language of users whose language is not known', async () => {
    await using system = await start()
    await using visitor = plainVisitor({ 'accept-language': 'en' })
    await openAsAdmin(system, visitor, 'branding')
    await visitor.fill('Language', 'fr')
    await visitor.press('Save branding')
    assert.equal((await call(system, 'GET')).language, 'fr')
    await visitor.fill('Language', '')
    await visitor.press('Save branding')
    assert.equal((await call(system, 'GET')).language, null)
  })

  test('values that the environment sets are shown with their variable and cannot be changed', async () => {
    const settings = {
      LATCHKEY_BRAND_NAME: hostile,
      LATCHKEY_BRAND_COLOR: '#FF8C00',
      LATCHKEY_BRAND_LOGO_URL: 'https://cdn.example.com/logo.svg',
      LATCHKEY_LANGUAGE: 'de',
    }
    await using system = await start({ settings })
    await using visitor = plainVisitor({ 'accept-language': 'en' })
    await openAsAdmin(system, visitor, 'branding')
    const text = await visitor.text()
    assert.match(text, /Name Set by LATCHKEY_BRAND_NAME/)
    assert.match(text, /Color Set by LATCHKEY_BRAND_COLOR/)
    assert.match(text, /Dark #ff8c00, as chosen/)
    assert.match(text, /Language Set by LATCHKEY_LANGUAGE/)
    assert.match(text, /Logo Set by LATCHKEY_BRAND_LOGO_URL/)
    assert.doesNotMatch(text, /Upload logo|Upload dark logo/)
    assert.match(text, /Upload icon/)
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

test('an admin uploads, sees, replaces and deletes a logo, with and without scripts', inBrowser, async () => {
  await using system = await startSystem()
  await using visitor = await browserVisitor(browser())
  await openAsAdmin(system, visitor, 'branding')
  const { page } = visitor
  const file = (buffer: Buffer, name = 'logo.png') => ({ name, mimeType: 'image/png', buffer })
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles(file(pngOf({ width: 96, height: 32 })))
  await visitor.press('Upload logo')
  assert.match(await visitor.text(), /Image saved/)
  assert.match(await visitor.text(), /96 × 32 pixels/)
  const { path } = (await call(system, 'GET')).logo
  const inPreview = page.getByRole('img', { name: 'The sign-in page in dark mode' }).locator('img')
  assert.equal(await inPreview.getAttribute('src'), `..${path}`, 'dark mode shows the logo too')
  assert.equal(await page.evaluate(`document.querySelector('.sample.dark .brand img').naturalWidth`), 96)
  await page.getByLabel('Logo for dark mode', { exact: true }).setInputFiles(file(webp('lossless')))
  await visitor.press('Upload dark logo')
  assert.match(await visitor.text(), /1 × 1 pixels/)
  await visitor.press('Delete dark logo')
  assert.match(await visitor.text(), /Image deleted/)
  assert.partialDeepStrictEqual(await call(system, 'GET'), { logo: { path }, logo_dark: null })
  const refused: [Buffer, RegExp][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /must be a PNG or WebP/],
    [pngOf({ width: 1_025, height: 1 }), /at most 1,024 pixels/],
    [pngOf({ width: 9, height: 9 }).subarray(0, -4), /damaged or incomplete/],
    [Buffer.alloc(64 * 1024 + 1), /The file is too large \(64 KiB\)/],
    [Buffer.alloc(0), /Choose a file first/],
  ]
  for (const [bytes, fault] of refused) {
    await logo.setInputFiles(file(bytes))
    await visitor.press('Upload logo')
    assert.match(await visitor.text(), /The image was not saved/)
    assert.match(await page.locator('#file_logo_fault').innerText(), fault)
  }
  assert.equal((await call(system, 'GET')).logo.path, path, 'the logo is as it was')
  await logo.setInputFiles(file(pngOf({ width: 40, height: 20 })))
  await call(system, 'PATCH', { name: 'Theirs' })
  await visitor.press('Upload logo')
  assert.match(await visitor.text(), /Another admin changed this/)
})

test('an image needs a recent sign-in, after which its file is chosen again', inBrowser, async () => {
  await using system = await startSystem()
  await using opened = await openConsoleWindow(browser(), system, 'branding')
  const { page, press, faults } = opened
  const icon = { name: 'icon.png', mimeType: 'image/png', buffer: pngOf({ width: 32, height: 32 }) }
  const logo = { ...icon, buffer: pngOf({ width: 240, height: 60 }) }
  system.clock.advance(6 * 60_000)
  await page.getByLabel('Icon', { exact: true }).setInputFiles(icon)
  await press('Upload icon')
  await proveAgain(page, system)
  await page.getByLabel('Icon', { exact: true }).setInputFiles(icon)
  await press('Upload icon')
  await says(page, 'Image saved')
  await page.getByLabel('Logo', { exact: true }).setInputFiles(logo)
  await press('Upload logo')
  await says(page, '240 × 60 pixels')
  await requireFit(page, 'branding-images')
  await page
    .getByLabel('Logo for dark mode', { exact: true })
    .setInputFiles({ ...icon, buffer: Buffer.from('GIF89a') })
  await press('Upload dark logo')
  await says(page, 'The image was not saved')
  await requireFit(page, 'branding-image-fault')
  await page.getByLabel('Name', { exact: true }).fill('Acme')
  await press('Save branding')
  await says(page, 'Branding saved')
  await requireFit(page, 'branding-saved')
  await press('Undo')
  await page.waitForURL(/done=1/)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
  assert.deepEqual(faults, [])
})
