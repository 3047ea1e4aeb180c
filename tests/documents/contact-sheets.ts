import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, markupOf } from '#runtime/html.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'

/**
 * This program puts the pictures that tests have taken of pages (`LATCHKEY_TEST_ARTEFACTS`) onto a few sheets, so that somebody can look
 * at all of them: `npm run contact-sheets -- FOLDER [OUT]`. There is a sheet for each device and each colour scheme.
 */
const [folder, out = folder] = process.argv.slice(2)
const chromium = findChromium()
if (folder === undefined || out === undefined) throw new Error('Name the folder with the pictures.')
if (!chromium) throw new Error('There is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one.')

const views = { phone: 6, desktop: 3 } as const
/** The number of rows of a sheet. A picture of more would be too large for most viewers. */
const rowsOfSheet = 4

const names = readdirSync(folder).filter((name) => name.endsWith('.png'))
const dataUrl = (name: string) =>
  `data:image/png;base64,${readFileSync(join(folder, name)).toString('base64')}`

mkdirSync(out, { recursive: true })
const browser = await startBrowser(chromium)
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
for (const [device, columns] of Object.entries(views))
  for (const scheme of ['light', 'dark']) {
    const shown = names.filter((name) => name.endsWith(`-${device}-${scheme}.png`)).sort()
    for (let from = 0; from < shown.length; from += columns * rowsOfSheet) {
      const pictures = shown.slice(from, from + columns * rowsOfSheet).map((name) => {
        const title = name.slice(0, -`-${device}-${scheme}.png`.length)
        return html`<figure><figcaption>${title}</figcaption><img src="${dataUrl(name)}" alt=""></figure>`
      })
      const style = html`body { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 16px; align-items: start; margin: 16px; font: 13px sans-serif; background: #999 } figure { margin: 0 } img { width: 100%; max-height: 1000px; object-fit: cover; object-position: top }`
      await page.setContent(
        markupOf(html`<!doctype html><html lang="en"><title>Sheet</title><style>${style}</style>${pictures}`),
      )
      const number = from / (columns * rowsOfSheet) + 1
      await page.screenshot({ fullPage: true, path: join(out, `sheet-${device}-${scheme}-${number}.png`) })
    }
  }
await browser.close()
