import assert from 'node:assert/strict'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/**
 * The shell without a window comes first: a page costs a fifth of the processor time that it costs in the whole browser, which
 * also draws its own tabs and menus as pages.
 */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** Returns the path of a Chromium that is installed on this machine. Nothing is downloaded. */
export function findChromium(): string | undefined {
  const named = process.env.LATCHKEY_TEST_CHROMIUM
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const phone = { device: 'phone', width: 360, height: 740 } as const
const desktop = { device: 'desktop', width: 1280, height: 800 } as const
const checked = [
  { ...phone, colorScheme: 'light' },
  { ...desktop, colorScheme: 'dark' },
] as const
const pictured = [
  { ...phone, colorScheme: 'dark' },
  { ...desktop, colorScheme: 'light' },
] as const

/**
 * Shows a page on a phone and on a desktop, in light and in dark colours, and calls `check` in each. The layout depends on the width
 * alone, and the contrast on the colours alone, so each is checked once. Where people want pictures, they get all four.
 */
export async function inEachView(
  page: Page,
  name: string,
  check: (view: string) => Promise<void>,
): Promise<void> {
  for (const { device, width, height, colorScheme } of [...checked, ...(artefacts() ? pictured : [])]) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await takePicture(page, `${name}-${device}-${colorScheme}`, { fullPage: true })
    await check(`${name} ${device} ${colorScheme}`)
  }
}

const artefacts = (): string | undefined => process.env.LATCHKEY_TEST_ARTEFACTS

/**
 * Takes a picture of a page for people to look at, into the folder that `LATCHKEY_TEST_ARTEFACTS` names. Without this
 * variable no picture is taken, because pictures take more time of the browser than all the tests in it.
 */
export async function takePicture(
  page: Page,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  const folder = artefacts()
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ ...options, path: join(folder, `${name}.png`) })
}

/** Starts one browser for all tests of a file. Tests with the options `inBrowser` are skipped on a machine without Chromium. */
export function browserOfFile(): { inBrowser: { skip: string | false }; browser: () => Browser } {
  const executable = findChromium()
  let browser: Browser | undefined
  before(async () => {
    if (executable) browser = await startBrowser(executable)
  })
  after(() => browser?.close())
  return {
    inBrowser: {
      skip: executable ? false : 'there is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one',
    },
    browser: () => {
      assert.ok(browser, 'the browser has started')
      return browser
    },
  }
}

export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-first-run', '--disable-gpu'] })

/** Opens the account pages in a real browser in which scripts do not run, as a simulated user. */
export async function browserVisitor(
  browser: Browser,
  { locale = 'en-GB' }: { locale?: string } = {},
): Promise<Visitor & { page: Page }> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return {
    page,
    async open(url) {
      await page.goto(url)
    },
    async heading() {
      const title = page.getByRole('heading', { level: 1 })
      // The page “One moment” forwards the browser to the next page by itself, which takes longer on a busy machine. So the
      // heading of that next page is awaited.
      await title.filter({ hasNotText: 'One moment' }).waitFor()
      return title.innerText()
    },
    text: () => page.locator('main').innerText(),
    fill: (label, value) => page.getByRole('textbox', { name: label, exact: true }).fill(value),
    check: (label) => page.getByRole('checkbox', { name: label, exact: true }).check(),
    async press(button) {
      await page.getByRole('button', { name: button, exact: true }).click()
    },
    async follow(link) {
      await page.getByRole('link', { name: link, exact: true }).click()
    },
    async look(name) {
      await requireNames(page)
      await inEachView(page, name, (view) => requireReadable(page, view))
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/**
 * Requires that every control has a name in the accessibility tree, which screen readers read, and that the page has
 * exactly one heading of level 1.
 */
async function requireNames(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  let titles = 0
  let nameless: string[] = []
  // The browser builds the accessibility tree some time after the page has loaded, and later on a busy machine.
  await until('the title of the page is in the accessibility tree', async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const shown = nodes.filter(({ ignored }) => !ignored)
    nameless = shown
      .filter(({ role, name }) => ['textbox', 'button', 'link'].includes(String(role?.value)) && !name?.value)
      .map(({ role }) => `a ${role?.value} without a name`)
    titles = shown.filter(
      ({ role, properties = [] }) =>
        role?.value === 'heading' &&
        properties.some(({ name, value }) => name === 'level' && value.value === 1),
    ).length
    return titles > 0
  })
  await session.detach()
  assert.deepEqual(nameless, [])
  assert.equal(titles, 1)
}

/**
 * Requires the contrast of WCAG 1.4.3 (level AA) for every text, and that no element is wider than the
 * screen.
 */
async function requireReadable(page: Page, what: string): Promise<void> {
  const { lowest, isTooWide } = await page.evaluate<{ lowest: number; isTooWide: boolean }>(measured)
  assert.ok(lowest >= 4.5, `${what}: a contrast of ${lowest.toFixed(2)}`)
  assert.equal(isTooWide, false, what)
}

/**
 * The script that measures contrast and width, and runs in the browser. It draws each colour on a canvas to read its
 * values, because a canvas understands every notation of colours. The colour behind the whole page is `Canvas`.
 */
const measured = `(() => {
  const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const light = (color) => {
    paper.fillStyle = color
    paper.fillRect(0, 0, 1, 1)
    const [red, green, blue] = [...paper.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { background: Canvas }')
  document.adoptedStyleSheets = [sheet]
  const ground = (element) => {
    const color = getComputedStyle(element).backgroundColor
    return color === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : color
  }
  const hasText = (element) => element.tagName === 'INPUT' ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
  const ratios = [...document.querySelectorAll('main *')]
    .filter((element) => element.checkVisibility() && hasText(element))
    .map((element) => [light(getComputedStyle(element).color), light(ground(element))])
    .map(([one, other]) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05))
  document.adoptedStyleSheets = []
  const { scrollWidth, clientWidth } = document.documentElement
  return { lowest: Math.min(...ratios), isTooWide: scrollWidth > clientWidth }
})()`
