import { join } from 'node:path'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { startProcess } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { root } from './markdown.ts'

/** This program takes the pictures of the README: a page of a running Latchkey as it is, in a light and a dark browser. */
const chromium = findChromium()
if (!chromium) throw new Error('There is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one.')
await using started = await startProcess([], {
  LATCHKEY_DATA: temporaryFolder(),
  LATCHKEY_USERS_PORT: '0',
  LATCHKEY_AUTH_PORT: '0',
})
const browser = await startBrowser(chromium)
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: { width: 960, height: 600 }, colorScheme, locale: 'en-GB' })
  await page.goto(`${started.auth}/docs#logIn`)
  await page.screenshot({ path: join(root, `docs/pictures/reference-${colorScheme}.png`) })
}
await browser.close()
