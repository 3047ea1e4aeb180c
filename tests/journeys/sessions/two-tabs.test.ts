import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { servePages } from '#tests/support/page-server.ts'
import { startSystem, stoppedClock } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

const executable = findChromium()
const inBrowser = {
  skip: executable ? false : 'there is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one',
}

/** The script of the page. It counts requests and faults, so that the test knows when a tab has no request in progress. */
const script = `
import { createSession, local } from '#sdk/session.ts'
const seen = { underWay: 0, faults: 0, isFailing: false, reasons: [] }
const counted = async (...request) => {
  seen.underWay++
  try {
    const reply = await fetch(...request)
    await reply.clone().text()
    seen.isFailing = false
    return reply
  } catch (fault) {
    seen.faults++
    seen.isFailing = true
    throw fault
  } finally {
    seen.underWay--
  }
}
const baseUrl = new URLSearchParams(location.search).get('at')
const session = createSession({ baseUrl, storage: local(), fetch: counted, timeoutMs: 120_000 })
session.onChange(({ reason }) => reason && seen.reasons.push(reason))
Object.assign(globalThis, { session, seen, validate: async () => (await session.fetch(baseUrl + '/auth/validate')).status })
`

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: script,
      resolveDir: fileURLToPath(new URL('../../../', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}

/** The object that the script of the page puts into the window of a tab. */
interface Seen {
  underWay: number
  faults: number
  /** True when the last request failed. */
  isFailing: boolean
  reasons: string[]
}
const seenIn = (tab: Page): Promise<Seen> => tab.evaluate('seen')
const isIdle = async (tab: Page) => (await seenIn(tab)).underWay === 0

/** Returns numbers from 0 to 1 that look random, and are the same for a seed (the generator is mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test(
  'two tabs refresh for an hour while replies are lost, and neither is logged out',
  inBrowser,
  async () => {
    const seed = Date.now() % 1_000_000
    const random = seeded(seed)
    const clock = stoppedClock()
    await using pages = await servePages({
      '/': '<!doctype html><title>An application</title><script type="module" src="/app.js"></script>',
      '/app.js': await bundled(),
    })
    await using system = await startSystem({
      clock,
      settings: { LATCHKEY_BROWSER_ORIGINS: pages.url, LATCHKEY_ACCESS_TOKEN_LIFETIME: '2m' },
    })
    let refreshes = 0
    let dropped = 0
    let inARow = 0
    // The service receives every refresh. At random, the connection is cut before the reply, at most three times in a row.
    await using proxy = await startProxy(system.usersUrl, (sent, link) => {
      if (sent.includes('POST /auth/refresh ')) {
        refreshes++
        inARow = random() < 0.5 && inARow < 3 ? inARow + 1 : 0
        if (inARow > 0) {
          dropped++
          link.cutAtAnswer()
        }
      }
      return sent
    })
    await using browser = await startBrowser(executable ?? '')
    const context = await browser.newContext()
    context.setDefaultTimeout(90_000)
    await context.clock.install({ time: clock.now() })
    const tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) await tab.goto(`${pages.url}/?at=${new URL(proxy.url).origin}`)
    await context.clock.pauseAt(clock.now() + 60_000)
    const settled = async () => {
      for (const tab of tabs) await until('no request of a tab is under way', () => isIdle(tab))
    }
    const pass = async (ms: number) => {
      clock.advance(ms)
      await context.clock.runFor(ms)
      await settled()
    }

    const [one, two] = tabs as [Page, Page]
    const { username, password } = await system.signUp('ada')
    await one.evaluate(`session.logIn(${JSON.stringify({ username, password })})`)
    await until('the other tab is signed in too', () => two.evaluate('session.state.isSignedIn'))
    const stored = new Set<string | undefined>()
    for (let passedMs = 0; passedMs < 60 * 60_000; ) {
      // A tab that lost a reply asks again within seconds, while Latchkey still repeats its answer.
      const isFailing = (await Promise.all(tabs.map(seenIn))).some((seen) => seen.isFailing)
      const ms = isFailing ? 2_000 : 20_000
      await pass(ms)
      passedMs += ms
      stored.add(await one.evaluate<string | undefined>('localStorage.getItem("latchkey.session")'))
    }
    const faults = (await Promise.all(tabs.map(seenIn))).reduce((sum, seen) => sum + seen.faults, 0)
    const report = JSON.stringify({ seed, refreshes, dropped, faults, pairs: stored.size })
    for (const tab of tabs) {
      assert.deepEqual((await seenIn(tab)).reasons, [], report)
      assert.equal(await tab.evaluate('validate()'), 200, report)
    }
    assert.ok(stored.size > 20 && dropped > 10 && faults > 5, report)
  },
)
