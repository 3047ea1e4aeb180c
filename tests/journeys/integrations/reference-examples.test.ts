import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { storeConsent } from '#auth/oidc/grants/consent-store.ts'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { authExamples } from '#contract/examples/auth.ts'
import { findExample, isWritten } from '#contract/examples/examples.ts'
import { accessToken, ids, linkToken, newPassword, password } from '#contract/examples/people.ts'
import { userExamples } from '#contract/examples/users.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { curlOf, typescriptOf } from '#runtime/docs/code-examples.ts'
import { newId } from '#runtime/ids.ts'
import { checker } from '#runtime/requests/validation.ts'
import { createClient } from '#sdk/client.ts'
import { features } from '#tests/features/feature.ts'
import { authenticatorFlags, SoftPasskey } from '#tests/support/authenticator.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { type IdentityProvider, providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { sampleLogo } from '#tests/support/images.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { passkeySettings, passkeySite } from '#tests/support/passkey-user.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { linkIdentity, proven } from '#tests/support/use-identities.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const { login_token: loginToken, code: totp } = authExamples.completeLoginByTotp.body
const { code: recoveryCode } = authExamples.completeLoginByRecoveryCode.body

const endpoints = new Map<string, Endpoint>(
  [...userEndpoints, ...authEndpoints, ...healthEndpoints]
    .filter(isForClients)
    .map((endpoint) => [endpoint.name, endpoint]),
)

/** A run of all examples. It knows the real id, token or secret in this system for each one in the examples. */
class Story {
  readonly system: System
  readonly way: 'curl' | 'TypeScript'
  readonly seen = new Map<string, string>()
  readonly told = new Set<string>()
  ada = ''
  admin = ''

  constructor(system: System, way: Story['way']) {
    this.system = system
    this.way = way
  }

  /** Replaces the ids, tokens and secrets in the text of an example by the real ones of this system. */
  here(example: string): string {
    return [...this.seen].reduce((result, [from, to]) => result.replaceAll(from, to), example)
  }

  /** Logs Ada in again. The examples use the tokens of this session from then on. */
  async logAdaIn(secret: string): Promise<void> {
    const pair = await this.system.logIn('ada', secret)
    this.align(authExamples.logIn.reply, pair)
    this.ada = pair.access_token
  }

  /** Stores the ids, tokens and secrets of a reply as the real ones for those in the example. */
  align(example: unknown, actual: unknown): void {
    if (typeof example === 'string' && typeof actual === 'string' && isMade(example))
      this.seen.set(example, actual)
    else if (Array.isArray(example) && Array.isArray(actual))
      for (const [at, one] of example.entries()) this.align(one, this.partner(one, actual) ?? actual[at])
    else if (isObject(example) && isObject(actual))
      for (const [name, one] of Object.entries(example)) this.align(one, actual[name])
  }

  /** Returns the item of a list that is equal to an item of the example. The list may have other items too. */
  partner(example: unknown, actual: readonly unknown[]): unknown {
    return actual.find((one) => isDeepStrictEqual(this.masked(one), this.masked(example)))
  }

  /** Returns a value in which everything that differs in each run is replaced by a placeholder. */
  masked(value: unknown, name = ''): unknown {
    if (counted.has(name) && typeof value === 'number') return '(number)'
    if (differing.has(name)) return `(${name})`
    if (typeof value === 'string') {
      if (isTime(value)) return '(time)'
      return isMade(value) ? '(made here)' : value
    }
    if (Array.isArray(value)) return value.map((one) => this.masked(one))
    if (!isObject(value)) return value
    // Only a build, or a checkout with its history, knows the commit that it was made of.
    const fields = Object.entries(value).filter(([key]) => key !== 'revision')
    return Object.fromEntries(fields.map(([key, one]) => [key, this.masked(one, key)]))
  }

  /** Requires that a reply is equal to the example. A list may have more items than the example. */
  compare(name: string, example: unknown, actual: unknown): void {
    if (isObject(example) && isObject(actual) && Array.isArray(example.data) && Array.isArray(actual.data)) {
      const rest = ({ data, ...others }: Record<string, unknown>) => this.masked(others)
      assert.deepEqual(rest(actual), rest(example), name)
      for (const one of example.data)
        assert.ok(this.partner(one, actual.data), `${name}: ${JSON.stringify(actual.data)}`)
    } else assert.deepEqual(this.masked(actual), this.masked(example), name)
  }

  /** Runs the example of an operation, and compares the reply. The reply of a stream is its first heartbeat. */
  async run(name: string, { as }: { as?: 'admin' } = {}): Promise<void> {
    const endpoint = endpoints.get(name)
    const example = endpoint && findExample(endpoint)
    assert.ok(endpoint && example, name)
    this.told.add(name)
    const isScope = !['anyone', 'token', 'signed_in'].includes(endpoint.access)
    const token = as === 'admin' || isScope ? this.admin : this.ada
    const baseUrl = this.system.usersUrl
    const command = this.here(curlOf(endpoint, example, baseUrl))
    if (endpoint.stream && this.way === 'curl') return await this.listen(command, token)
    const program = this.here(typescriptOf(endpoint, example))
    if (endpoint.stream) {
      const beat = example.events?.find(({ event }) => event === 'heartbeat')
      return this.compare(name, beat?.data, await firstHeartbeat(name, program, { baseUrl, token }))
    }
    const reply =
      this.way === 'curl'
        ? await runCommand(command, { endpoint, token })
        : await runProgram(program, { baseUrl, token })
    if (endpoint.image) return assert.deepEqual(await bytesOf(reply), sampleLogo, name)
    if (endpoint.file) return assert.ok(String(reply).length > 0, name)
    if (example.reply === undefined) return assert.equal(reply, undefined, name)
    // An example that was made from a schema has the form of a reply, and no values that this run could have. Neither has a test
    // email, because this system has no mail server.
    if (endpoint.reply && (!isWritten(endpoint) || name === 'sendTestEmail'))
      return void checker(endpoint.reply)(reply)
    this.compare(name, example.reply, reply)
    this.align(example.reply, reply)
  }

  /** Reads a stream until its first heartbeat. */
  async listen(command: string, token: string): Promise<void> {
    // With `exec` the shell becomes curl, so that the signal ends it.
    const child = spawn('bash', ['-c', `exec ${command}`], { env: environment(token) })
    try {
      let read = ''
      for await (const part of child.stdout) {
        read += part
        if (/^event: heartbeat\nid: .+\ndata: \{.+\}\n\n/m.test(read)) return
      }
      assert.fail(`no heartbeat came: ${read}${await text(child.stderr)}`)
    } finally {
      child.kill()
    }
  }
}

// These fields are remaining lifetimes in seconds, and may be one less than in the example on a busy machine.
const left = ['expires_in', 'refresh_expires_in']
const counted = new Set([
  'exp',
  'iat',
  'auth_time',
  'unread_count',
  'read',
  'ended',
  'key_set_version',
  'good',
  'bad',
  'refused',
  ...left,
])
const differing = new Set([
  'position',
  'user_agent',
  'by_user_agent',
  'link',
  'url',
  'authorization_url',
  'keys',
  'temporary_password',
  'uri',
  'qr_code',
  'issuer',
  'redirect_uri',
  // The backlog may have events that are being delivered at that moment.
  'backlog',
])
const isTime = (value: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
/** Returns whether a text is an id, a token, a key or a secret, which the services create anew in each run. */
const isMade = (value: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^lk_|^whsec_|^lks_|^[\w-]{43}$|^[\w-]{22}$|^[\w-]{74}$|^[\w-]+\.[\w-]+\.[\w-]+$|^https:\/\/accounts\.google\.com\/o\//.test(
    value,
  ) || /^[A-Z2-7]{32}$|^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/.test(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const environment = (token: string) => ({ PATH: process.env.PATH ?? '', HOME: '/nowhere', TOKEN: token })

/** Runs a command of an example. Returns the content of the reply, whose status must be that of a success. */
async function runCommand(
  command: string,
  { endpoint, token }: { endpoint: Endpoint; token: string },
): Promise<unknown> {
  const cwd = temporaryFolder()
  const image = join(cwd, 'logo.png')
  if (endpoint.upload) writeFileSync(image, sampleLogo)
  const child = spawn('bash', ['-c', `${command} -s -w '\\n%{http_code}'`], {
    cwd,
    env: environment(token),
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  const at = out.lastIndexOf('\n')
  assert.equal(Number(out.slice(at + 1)), endpoint.success, `${command}\n${out}${error}`)
  if (endpoint.image) return readFileSync(image)
  if (endpoint.file) return out.slice(0, at)
  return at <= 0 ? undefined : JSON.parse(out.slice(0, at))
}

/** Returns the bytes of a file that a command has written or that the client library reads. */
const bytesOf = async (reply: unknown): Promise<Buffer> =>
  reply instanceof ReadableStream ? buffer(reply) : (reply as Buffer)

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (client: object, more?: object) => Promise<unknown>

/** Runs a call of the client library, and returns its result. The examples have no types, so that they are valid JavaScript. */
function runProgram(program: string, { baseUrl, token }: { baseUrl: string; token: string }) {
  const client = createClient({ baseUrl, bearer: token })
  const readFile = async () => sampleLogo
  return new AsyncFunction('client', 'readFile', program.replace(/^(const \w+ = )?await /, 'return '))(
    client,
    readFile,
  )
}

/** Runs a program that logs the events of a stream, until the first heartbeat. Returns the data of this heartbeat. */
async function firstHeartbeat(
  name: string,
  program: string,
  { baseUrl, token }: { baseUrl: string; token: string },
): Promise<unknown> {
  const client = createClient({ baseUrl, bearer: token })
  const stopping = new AbortController()
  const follow = (input?: object) => Reflect.get(client, name)(input, { signal: stopping.signal })
  const logged = new Map<string, unknown>()
  const log = (event: string, data: unknown) => {
    logged.set(event, data)
    if (event === 'heartbeat') stopping.abort()
  }
  await new AsyncFunction('client', 'console', program)({ [name]: follow }, { log })
  return logged.get('heartbeat')
}

const hasCurl = spawnSync('curl', ['--version']).status === 0

for (const way of ['curl', 'TypeScript'] as const)
  test(
    `the examples of the reference for ${way} do what they say, run one after the other`,
    {
      skip: way === 'curl' && !hasCurl ? 'there is no curl on this machine' : false,
    },
    () => tellStory(way),
  )

async function tellStory(way: Story['way']): Promise<void> {
  await using receiver = await startReceiver()
  await using google = await startProvider()
  await using system = await startSystem({
    settings: {
      LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
      LATCHKEY_RETURN_ORIGINS: 'https://app.example.com',
      ...passkeySettings,
      ...providerSettings(temporaryFolder(), [{ name: 'google', kind: 'google', issuer: google.url }]),
    },
  })
  const story = new Story(system, way)
  const run = async (...names: string[]) => {
    for (const name of names) await story.run(name)
  }
  const givenLink = async (page: string, count = 1) =>
    story.seen.set(linkToken, await tokenFor(system, 'ada@example.com', page, { count }))
  const admin = await system.admin()
  story.admin = admin.access_token

  await run('health', 'liveness', 'jwks', 'serverMetadata', 'createUser', 'sendVerification')
  await givenLink('verify-email', 2)
  await run('verifyEmail', 'logIn')
  story.ada = story.seen.get(accessToken) ?? ''
  await run('confirmEmail', 'getUserByEmail', 'getUserByUsername', 'getUser', 'listUsers')
  await run('validateToken', 'verifyToken')
  const created = `/events?type=user.created&user_id=${story.seen.get(ids.ada)}`
  await until('that the event is listed', () => isListed(story, created))
  await run('introspectToken', 'listOwnSessions', 'listEvents', 'streamEvents')
  await story.run('listUserSessions', { as: 'admin' })
  await system.logIn('ada', password)
  await run('endOwnSessions', 'refresh')
  const body = { username: 'ada', password: 'wrong' }
  assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
  await run('getUserLock', 'unlockUser', 'listLoginHours')
  await until('that the audit has it', () => isListed(story, '/audit?type=user.unlocked'))
  await run('listActs')

  for (const { examples = [] } of features) await run(...examples)

  await showApps(story)
  await showIdentities(story, google)
  await run('createApiKey', 'listApiKeys', 'revokeApiKey', 'addUser', 'inviteUser', 'listUserLinks')
  await suspendGrace(story)
  await run('getLoginState')
  await until('that the history has it', () => isInHistory(story, 'user.suspended'))
  await run('listUserHistory')
  await storeRefusedMail(story)
  await run('listUserMails')
  await story.run('removeUser', { as: 'admin' })

  await storeDeadLetter(story, 'bob')
  await run('listDeadLetters', 'listBacklog', 'replayDeadLetter')
  await storeDeadLetter(story, 'carol')
  await run('replayDeadLetters')
  await storeDeadLetter(story, 'dave')
  await run('dropDeadLetter')

  story.seen.set('https://app.example.com/latchkey', `${receiver.url}/latchkey`)
  await run('createWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'rotateWebhookSecret')
  await run('testWebhook')
  await until('that the webhook has the event', () => isDelivered(story))
  await run('listWebhookDeliveries', 'replayWebhookDelivery', 'replayWebhook', 'deleteWebhook')

  await proveTwice(story)
  await story.logAdaIn(password)
  await run('changePassword')
  await givenLink('take-back')
  await run('takeBack', 'forgotPassword')
  await givenLink('reset-password')
  await run('resetPassword')
  for (const name of ['updateUser', 'logOut', 'revokeToken', 'endOwnSession', 'watchRevocations']) {
    await story.logAdaIn(newPassword)
    await run(name)
  }
  for (const name of [
    'endUserSession',
    'endAnySession',
    'endUserSessions',
    'sendPasswordReset',
    'makeResetLink',
    'listUserNotifications',
    'changeUsers',
  ]) {
    await story.logAdaIn(newPassword)
    await story.run(name, { as: 'admin' })
  }
  const last = ['setTemporaryPassword', 'deleteUser']
  await story.logAdaIn(newPassword)
  // An example that nobody names needs nothing else before it.
  await run(...[...endpoints.keys()].filter((name) => !story.told.has(name) && !last.includes(name)))
  await run('setTemporaryPassword')
  await story.run('deleteUser', { as: 'admin' })
  assert.deepEqual([...story.told].toSorted(), [...endpoints.keys()].toSorted(), 'every example was run')
}

/**
 * Runs the examples in which Ada adds an authenticator app, logs in with it and loses it. Each code needs a new time step,
 * so the clock is moved.
 */
async function proveTwice(story: Story): Promise<void> {
  const { system, seen } = story
  const begin = async () => {
    const body = { username: 'ada', password, device_name: 'Ada’s laptop' }
    const { body: problem } = await system.send('POST', `${system.authUrl}/auth/login`, { body })
    seen.set(loginToken, problem.login_token)
  }
  await story.logAdaIn(password)
  await story.run('enrolTotp')
  const app = authenticatorApp(seen.get(userExamples.enrolTotp.reply.secret) ?? '', system.clock)
  const showCode = () => void seen.set(totp, app.nextCode())
  showCode()
  await story.run('confirmTotp')
  await story.run('getFactors')
  await begin()
  showCode()
  await story.run('completeLoginByTotp')
  story.ada = seen.get(accessToken) ?? ''
  for (const name of ['makeRecoveryCodes', 'listDevices', 'forgetDevice']) await story.run(name)
  showCode()
  await story.run('stepUp')
  story.ada = seen.get(accessToken) ?? ''
  await showPasskeys(story, begin)
  await begin()
  seen.set(recoveryCode, seen.get(userExamples.makeRecoveryCodes.reply.recovery_codes[0] ?? '') ?? '')
  await story.run('completeLoginByRecoveryCode')
  await story.run('removeTotp')
  story.admin = (await system.admin()).access_token
  await story.run('resetFactors')
  await addAtLogin(story)
}

/** Runs the examples in which Ada sees an application that she has allowed access, and ends this access. */
async function showApps(story: Story): Promise<void> {
  const { system, seen } = story
  // The examples about OpenID clients have deleted their client, so it is created again.
  await story.run('createOidcClient')
  const [userId = '', clientId = ''] = [ids.ada, authExamples.endAppAccess.params.client_id].map((id) =>
    seen.get(id),
  )
  const given = { userId, clientId, scope: ['openid', 'email'], resources: {} }
  const db = await system.database('auth')
  await db.transaction((tx) => storeConsent(tx, { ...given, givenAt: system.clock.now(), epoch: 1 }))
  for (const name of ['listApps', 'previewClaims', 'endAppAccess']) await story.run(name)
}

/** Runs the examples in which Ada logs in with her Google account, and then unlinks this account. */
async function showIdentities(story: Story, google: IdentityProvider): Promise<void> {
  const { system, seen } = story
  const subject = userExamples.listIdentities.reply.data[0]?.subject ?? ''
  const me = `${system.usersUrl}/api/v1/users/me`
  const { body: ada } = await system.send('GET', me, { token: story.ada })
  await linkIdentity(system, ada.id, proven(subject, ada.email))
  for (const name of ['listIdentities', 'listProviders', 'listIdentityCounts']) await story.run(name)
  // The stub that answers in place of Google has its own address as the issuer.
  google.person.sub = subject
  await linkIdentity(system, ada.id, { ...proven(subject, ada.email), issuer: google.url })
  google.person.auth_time = Math.floor(system.clock.now() / 1_000)
  const { authorization_url: url } = authExamples.beginFederatedLogin.reply
  for (const [begin, complete] of [
    ['beginFederatedLogin', 'completeFederatedLogin'],
    ['beginFederatedStepUp', 'completeFederatedStepUp'],
    ['beginIdentityLink', 'completeIdentityLink'],
  ] as const) {
    // Ada links a second account, because the first one is linked already.
    if (begin === 'beginIdentityLink') google.person.sub = 'at-work'
    await story.run(begin)
    const back = new URL(await google.visit(seen.get(url) ?? ''))
    seen.set(authExamples.completeFederatedLogin.body.response, back.search.slice(1))
    await story.run(complete)
  }
  await story.run('removeIdentity')
}

/** Runs the examples in which Ada adds a passkey, and uses it for a login, for a second step and for a step-up. */
async function showPasskeys(story: Story, begin: () => Promise<void>): Promise<void> {
  const { seen } = story
  const { public_key: options } = userExamples.beginPasskey.reply
  const here = (example: string) => seen.get(example) ?? ''
  /** Replaces the response of a browser in the examples by a real one. */
  const show = (example: Credential, answer: Credential) => {
    seen.set(example.id, answer.id)
    for (const [name, text] of Object.entries(answer.response))
      if (typeof text === 'string') seen.set(String(example.response[name]), text)
  }
  await story.run('beginPasskey')
  const passkey = new SoftPasskey({ userHandle: here(options.user.id) })
  const { present, verified, eligible, attested } = authenticatorFlags
  const flags = present | verified | eligible
  const site = () => ({ challenge: here(options.challenge), ...passkeySite })
  show(userExamples.addPasskey.body.credential, passkey.create(site(), { flags: flags | attested }))
  for (const name of ['addPasskey', 'listPasskeys', 'renamePasskey']) await story.run(name)
  for (const [asked, answered] of [
    ['beginPasskeyLogin', 'logInByPasskey'],
    ['beginPasskeyStep', 'completeLoginByPasskey'],
    ['beginPasskeyStepUp', 'stepUpByPasskey'],
  ] as const) {
    if (asked === 'beginPasskeyStep') await begin()
    await story.run(asked)
    show(authExamples[answered].body.credential, passkey.get(site(), { flags }))
    await story.run(answered)
    story.ada = here(accessToken)
  }
  await story.run('removePasskey')
}

interface Credential {
  id: string
  response: Record<string, unknown>
}

/** Runs the example of a login that requires a second factor, on a second system that demands one of everybody. */
async function addAtLogin({ way, told }: Story): Promise<void> {
  await using system = await startSystem({ settings: { LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' } })
  const story = new Story(system, way)
  const { password } = await system.signUp('ada')
  const body = { username: 'ada', password }
  const { body: problem } = await system.send('POST', `${system.authUrl}/auth/login`, { body })
  story.seen.set(loginToken, problem.login_token)
  await story.run('enrolTotpAtLogin')
  told.add('enrolTotpAtLogin')
}

/** Accepts the invitation as Grace, and suspends her with the reason that the example shows. */
async function suspendGrace({ system, admin, seen }: Story): Promise<void> {
  const token = await tokenFor(system, 'grace@example.com', 'accept-invitation', { count: 2 })
  const reset = { token, password: newPassword }
  const used = await system.send('POST', `${system.authUrl}/api/v1/auth/password/reset`, { body: reset })
  assert.equal(used.status, 200)
  const { params, reply } = userExamples.getLoginState
  const body = { status: 'suspended', suspension_reason: reply.suspension?.reason }
  const url = `${system.usersUrl}/api/v1/users/${seen.get(params.id)}`
  assert.equal((await system.send('PATCH', url, { token: admin, body })).status, 200)
}

/** Returns whether the history of Grace has an event of this type. Events get their positions behind the reply. */
/**
 * Asks the service whether a list has an item. A connection of the test would see a commit before it is durable, and so before
 * the service shows it.
 */
async function isListed({ system, admin }: Story, path: string): Promise<boolean> {
  const { body } = await system.send('GET', `${system.usersUrl}/api/v1${path}`, { token: admin })
  return body.data.length > 0
}

async function isInHistory({ system, admin, seen }: Story, type: string): Promise<boolean> {
  const url = `${system.usersUrl}/api/v1/users/${seen.get(userExamples.listUserHistory.params.id)}/history`
  const { body } = await system.send('GET', url, { token: admin })
  return body.data.some((one: { type: string }) => one.type === type)
}

/** Stores the dead letter that the examples show, as if the authentication service had refused it permanently. */
async function storeDeadLetter({ system, seen }: Story, username: string): Promise<void> {
  const [letter] = userExamples.listDeadLetters.reply.data
  assert.ok(letter)
  const { id, sink, type, attempts, last_error } = letter
  const { id: user } = await system.signUp(username)
  const made = newId(system.clock.now())
  seen.set(id, made)
  const payload = JSON.stringify({ user_id: user, epoch: 1, reason: 'user_suspended' })
  const db = await system.database('users')
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${made}, ${sink}, ${type}, ${user}, 1, ${payload}, 1000, 0,
      ${attempts}, ${last_error}, ${system.clock.now()})`
}

/** Stores the mail that the example shows, as if the mail server had refused it permanently. */
async function storeRefusedMail({ system, seen }: Story): Promise<void> {
  const { params, reply } = userExamples.listUserMails
  const [mail] = reply.data
  assert.ok(mail)
  const now = system.clock.now()
  const db = await system.database('users')
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${newId(now)}, 'mail', ${mail.kind}, ${`${seen.get(params.id)}/refused`}, 1, '{}', ${now}, 0,
      ${mail.attempts}, ${mail.last_error}, ${now})`
}

async function isDelivered({ system, admin, seen }: Story): Promise<boolean> {
  const { id } = userExamples.getWebhook.params
  const url = `${system.usersUrl}/api/v1/webhooks/${seen.get(id)}/deliveries?state=delivered`
  const { body } = await system.send('GET', url, { token: admin })
  // The list may also have deliveries about the earlier sign-ups, so only the test event is looked for.
  return body.data.some(({ type }: { type: string }) => type === 'webhook.test')
}
