import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { type PartyApp, post, startParty, startPartyApp } from '#tests/support/party-app.ts'
import { partyPrograms } from '#tests/support/party-programs.ts'
import { freePorts } from '#tests/support/process.ts'
import { repository } from '#tests/support/run-program.ts'
import { startScriptedIssuer } from '#tests/support/scripted-issuer.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import { startProvider } from '#tests/support/sign-in-app.ts'
import { testClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const { inBrowser, browser } = browserOfFile()

type Visitor = Awaited<ReturnType<typeof browserVisitor>>

const shows = ({ page }: Visitor, heading: string): Promise<void> =>
  page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()

async function givePassword(visitor: Visitor, password: string): Promise<void> {
  await visitor.fill('Username or email address', 'ada')
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

/** Returns the level of the login that the page of an app shows, and how often its tokens were refreshed. */
async function loginAt(visitor: Visitor, app: PartyApp): Promise<[level: string, refreshes: number]> {
  await visitor.open(app.origin)
  await shows(visitor, 'Hello ada')
  const [, level = '', refreshes] = /Level (\w+), refreshed (\d+) times/.exec(await visitor.text()) ?? []
  return [level, Number(refreshes)]
}

/** The apps, each with the command that runs it, or the reason why there is none. Their packages are installed here. */
const apps = partyPrograms.map(({ language, prepare }) => {
  const runnable = prepare()
  return { language, runnable, missing: 'missing' in runnable ? runnable.missing : false }
})

for (const { language, runnable, missing } of apps)
  test(`an app in ${language} logs in, refreshes, asks for more, and learns of a logout though it was down`, {
    skip: missing || inBrowser.skip,
  }, async () => {
    assert.ok('command' in runnable)
    const clock = testClock()
    // Each code moves this clock by half a minute. The clock must not pass the clock of the apps, which check the times in
    // tokens.
    clock.advance(-90_000)
    const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' }
    await using system = await startProvider({ clock, settings })
    const ada = await system.signUpAndLogIn('ada')
    const { app: phone } = await enrolApp(system, ada)
    // Cookies are shared by all ports of a host, so that each app has a host of its own.
    await using own = await startPartyApp(runnable, system, {
      name: 'Dashboards',
      isOwn: true,
      host: '127.0.0.1',
    })
    await using wiki = await startPartyApp(runnable, system, {
      name: 'Wiki',
      isOwn: false,
      host: 'localhost',
    })
    await using visitor = await browserVisitor(browser())
    visitor.page.setDefaultTimeout(60_000)

    await visitor.open(own.origin)
    await visitor.follow('Sign in')
    await givePassword(visitor, ada.password)
    await visitor.fill('Code', phone.nextCode())
    await visitor.check('Trust this device for 30 days')
    await visitor.press('Sign in')
    await shows(visitor, 'Hello ada')
    assert.deepEqual(await loginAt(visitor, own), ['aal2', 0])
    await visitor.press('Refresh')
    await visitor.page.getByText('refreshed 1 times').waitFor()

    await visitor.press('Sign out')
    await shows(visitor, 'You are signed out')
    await visitor.open(own.origin)
    await shows(visitor, 'Nobody is signed in')
    await visitor.follow('Sign in')
    await givePassword(visitor, ada.password)
    await shows(visitor, 'Hello ada')
    assert.deepEqual(await loginAt(visitor, own), ['aal1', 0], 'the provider had ended the login too')

    await visitor.follow('The vault')
    await shows(visitor, 'Confirm it’s you')
    await visitor.fill('Password', ada.password)
    await visitor.fill('Code', phone.nextCode())
    await visitor.press('Continue')
    await shows(visitor, 'The vault')
    assert.deepEqual(await loginAt(visitor, own), ['aal2', 0])

    await visitor.open(wiki.origin)
    await visitor.follow('Sign in')
    await shows(visitor, 'Allow access?')
    await visitor.press('Allow')
    await shows(visitor, 'Hello ada')
    assert.deepEqual(await loginAt(visitor, wiki), ['aal2', 0], 'the login of the other app is this one')

    wiki.backChannel.isDown = true
    await visitor.open(own.origin)
    await visitor.press('Sign out')
    await shows(visitor, 'You are signed out')
    await until('the app that is down was called', () => wiki.backChannel.attempts > 0)
    await loginAt(visitor, wiki)
    wiki.backChannel.isDown = false
    clock.advance(5_000)
    await until('the app was told', () => wiki.backChannel.told.length > 0)
    await visitor.open(wiki.origin)
    await shows(visitor, 'Nobody is signed in')
    await until('the other app was told of both logouts', () => own.backChannel.told.length > 1)
    const answers = [...own.backChannel.told, ...wiki.backChannel.told]
    assert.deepEqual(
      answers.map(({ status, text }) => [status, text]),
      answers.map(() => [200, 'ended']),
    )
    assert.equal(answers.length, 3, 'each once')
  })

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

for (const { language, runnable, missing } of apps)
  test(`an app in ${language} obeys a logout token once, and nothing that only looks like one`, {
    skip: missing,
  }, async () => {
    assert.ok('command' in runnable)
    await using issuer = await startScriptedIssuer()
    const [port = 0] = await freePorts(1)
    const settings = { ISSUER: issuer.url, CLIENT_ID: 'wiki', CLIENT_SECRET: 'secret' }
    await using _app = await startParty(runnable, port, settings)
    const tell = async (token: string) => {
      const form = new URLSearchParams({ logout_token: token }).toString()
      const { status, text } = await post(`http://127.0.0.1:${port}/backchannel-logout`, form)
      return status === 200 ? text : status
    }
    const now = Math.floor(Date.now() / 1000)
    const header = { typ: 'logout+jwt' }
    const claims = {
      iss: issuer.url,
      aud: 'wiki',
      sub: 'ada',
      sid: 'session',
      jti: 'first',
      iat: now,
      exp: now + 120,
      events: { [logoutEvent]: {} },
    }
    const bent = issuer.token(header, { ...claims, jti: 'bent' }).replace(/.{8}$/, 'AAAAAAAA')
    const wrong: [what: string, token: string][] = [
      ['a type of other tokens', issuer.token({ typ: 'JWT' }, claims)],
      ['no type', issuer.token({}, claims)],
      ['no signature', issuer.token({ ...header, alg: 'none' }, claims)],
      ['a bent signature', bent],
      ['a key that is not there', issuer.token({ ...header, kid: 'two' }, claims)],
      ['no token', ''],
      ...Object.entries({
        'no events': { events: undefined },
        'another event': { events: { 'https://example.com/event': {} } },
        'a nonce, as an ID token has': { nonce: 'nonce' },
        'another issuer': { iss: 'https://example.com' },
        'another client': { aud: 'other' },
        'no time': { exp: undefined },
        'a time that is over': { exp: now - 600 },
        'no id of its own': { jti: undefined },
        'nobody to log out': { sub: undefined, sid: undefined },
      }).map(([what, change]): [string, string] => [what, issuer.token(header, { ...claims, ...change })]),
    ]
    for (const [what, token] of wrong) assert.equal(await tell(token), 400, what)
    const right = issuer.token(header, claims)
    assert.equal(await tell(right), 'ended')
    assert.equal(await tell(right), 'known')
    assert.equal(await tell(issuer.token(header, { ...claims, jti: 'second', sid: undefined })), 'ended')
    assert.equal(await tell(issuer.token(header, { ...claims, jti: 'third', sub: undefined })), 'ended')
  })

test('the examples for npm are made of the versions that were tested', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8'))
  const { packages } = read('package-lock.json')
  for (const example of ['openid-node', 'openid-web', 'command-line']) {
    const { dependencies } = read(`examples/${example}/package.json`) as { dependencies: object }
    for (const [name, version] of Object.entries(dependencies))
      assert.equal(packages[`node_modules/${name}`].version, version, `${example} ${name}`)
  }
})
