import { passkeySite } from '#tests/support/passkey-user.ts'
import type { HttpReply } from '#tests/support/system.ts'
import { codeAt, countUse, nextStep, type Person } from './people.ts'
import { ask, expect, leaveUnanswered, type Scene, said } from './scene.ts'
import type { Stored } from './stored.ts'

/**
 * One request that would complete a login and begin a session. `name` is the name of the login, which the session keeps
 * as the name of its device.
 */
interface Shot {
  name: string
  path: string
  body: object
}

/** A code or challenge that must count only once, with the requests that try to use it at the same time. */
interface Volley {
  /** The code or challenge that the requests use. */
  key: string
  shots: Shot[]
  /**
   * Returns true when the code or challenge was used up according to the database. Absent when the database does not show
   * it.
   */
  isUsed?: (stored: Stored) => boolean
  isByCode?: boolean
  /** The next code and its request, for the case that the first code was used up without beginning a session. */
  orElse?: { key: string; shot: Shot } | undefined
}

const passwordOf = ({ username, password }: Person) => ({ username, password })

/** Sends the password, and returns the name and the token of a login that waits for its second step. */
async function begin(
  scene: Scene,
  person: Person,
  code = 'second_factor_required',
): Promise<{ name: string; token: string } | undefined> {
  const name = scene.newName()
  const body = { ...passwordOf(person), device_name: name }
  const reply = await ask(scene, 'POST', ['auth', 'auth/login'], { body })
  if (!reply) return undefined
  expect(scene, person, reply.body.code === code, `the password was answered ${said(reply)}`)
  return { name, token: reply.body.login_token }
}

async function beginBoth(scene: Scene, person: Person) {
  const begun = await Promise.all([begin(scene, person), begin(scene, person)])
  return begun.filter((one) => one !== undefined)
}

/** Logs in with a code of the app. The same code is sent in two logins at once, each at any of the nodes. */
export async function logInByApp(scene: Scene, person: Person): Promise<void> {
  const { app } = person
  const step = nextStep(person, scene.now())
  if (app === undefined || step === undefined) return
  const begun = await beginBoth(scene, person)
  person.lastStep = step
  const shots = (used: number) =>
    begun.map(({ name, token }) => ({
      name,
      path: 'auth/login/totp',
      body: { login_token: token, code: codeAt(app, used), remember_device: true },
    }))
  const [next] = shots(step + 1)
  await fire(scene, person, {
    key: `${app} ${step}`,
    shots: shots(step),
    isUsed: ({ lastStep = 0 }) => lastStep >= step,
    orElse: next && { key: `${app} ${step + 1}`, shot: next },
  })
}

/** Logs in with a recovery code. The same code is sent in two logins at once. */
export async function logInByRecoveryCode(scene: Scene, person: Person): Promise<void> {
  const begun = await beginBoth(scene, person)
  const code = person.codes.pop()
  if (code === undefined || begun.length === 0) return leaveUnanswered(scene, person, 'a password')
  const before = person.codesLeft
  await fire(scene, person, {
    key: code,
    shots: begun.map(({ name, token }) => ({
      name,
      path: 'auth/login/recovery-code',
      body: { login_token: token, code },
    })),
    isUsed: ({ codesLeft = 0 }) => codesLeft < before,
    isByCode: true,
  })
}

/** Logs in with a passkey alone. The same response to one challenge is sent twice at once. */
export async function logInByPasskey(scene: Scene, person: Person): Promise<void> {
  const challenge = await challengeAt(scene, 'auth/passkey/options')
  const shown = scene.random.pick(person.passkeys)
  if (challenge === undefined || !shown) return leaveUnanswered(scene, person, 'passkey options')
  const name = scene.newName()
  const credential = shown.passkey.get({ challenge, ...passkeySite })
  const shot = { name, path: 'auth/passkey/login', body: { credential, device_name: name } }
  await fire(scene, person, { key: challenge, shots: [shot, shot] })
}

/** Logs in with a password and then with a passkey, whose response is sent twice at once. */
export async function logInByPasskeyStep(scene: Scene, person: Person): Promise<void> {
  const begun = await begin(scene, person)
  const login = begun && { login_token: begun.token }
  const challenge = login && (await challengeAt(scene, 'auth/login/passkey/options', login))
  const shown = scene.random.pick(person.passkeys)
  if (challenge === undefined || !shown) return leaveUnanswered(scene, person, 'passkey options')
  const credential = shown.passkey.get({ challenge, ...passkeySite })
  const shot = { name: begun?.name ?? '', path: 'auth/login/passkey', body: { ...login, credential } }
  await fire(scene, person, { key: challenge, shots: [shot, shot] })
}

async function challengeAt(scene: Scene, path: string, body?: object): Promise<string | undefined> {
  const reply = await ask(scene, 'POST', ['auth', path], body ? { body } : {})
  return reply?.body.public_key.challenge
}

/** Logs in with the password alone: for a person without a second factor, or on a remembered device. */
export async function logInByPassword(scene: Scene, person: Person): Promise<void> {
  const name = scene.newName()
  const { device } = person
  const body = { ...passwordOf(person), device_name: name, ...(device ? { device_token: device } : {}) }
  const reply = await ask(scene, 'POST', ['auth', 'auth/login'], { body })
  if (!reply) return leaveUnanswered(scene, person, 'a login by password')
  expect(scene, person, reply.status === 200, `the password was answered ${said(reply)}`)
  if (reply.status === 200) hold(scene, person, { name, reply, isStrong: false })
}

/** Logs in where everybody must have a second factor, and adds the app that the login requires. */
export async function enrolAtLogin(scene: Scene, person: Person): Promise<void> {
  const begun = await begin(scene, person, 'second_factor_enrolment_required')
  const login = begun && { login_token: begun.token }
  const path = 'auth/login/totp'
  const enrolment = login && (await ask(scene, 'POST', ['auth', `${path}/enrol`], { body: login }))
  if (!begun || !enrolment) return leaveUnanswered(scene, person, 'an enrolment at a login')
  const { secret } = enrolment.body
  person.lastStep = 0
  const step = nextStep(person, scene.now()) ?? 0
  const shot = { name: begun.name, path, body: { ...login, code: codeAt(secret, step) } }
  const adopt = (reply?: HttpReply) => {
    person.app = secret
    person.lastStep = step
    person.codes = reply?.body.recovery_codes ?? []
    person.codesLeft = 10
    const isOnce = countUse(person, `${secret} ${step}`, 1) <= 1
    expect(scene, person, isOnce, 'a code of a new app counted twice')
    if (reply) hold(scene, person, { name: begun.name, reply, isStrong: true })
  }
  const reply = await shoot(scene, shot)
  if (reply) {
    expect(scene, person, reply.status === 200, `the code of a new app was answered ${said(reply)}`)
    if (reply.status === 200) adopt(reply)
    return
  }
  leaveUnanswered(scene, person, 'a confirmation at a login', async (stored) => {
    const isAdded = stored.lastStep !== undefined
    const isIn = stored.sessions.some(({ name }) => name === begun.name)
    expect(scene, person, isAdded || !isIn, `${begun.name} is there without the app that it added`)
    if (isAdded) adopt()
    if (isIn) person.loggedInAs.push(begun.name)
    const again = await shoot(scene, shot)
    const isAsStored = said(again) === (isAdded ? '401 login_expired' : '200')
    expect(scene, person, isAsStored, `repeated, a new app was answered ${said(again)} (added: ${isAdded})`)
    if (again?.status === 200) adopt(again)
  })
}

async function fire(scene: Scene, person: Person, volley: Volley): Promise<void> {
  const { key, shots, isByCode = false } = volley
  if (shots.length === 0) return leaveUnanswered(scene, person, 'a password')
  const replies = await Promise.all(shots.map((shot) => shoot(scene, shot)))
  const done = replies.filter((reply) => reply?.status === 200)
  expect(scene, person, countUse(person, key, done.length) <= 1, `${key} gave ${done.length} sessions`)
  for (const [at, reply] of replies.entries()) {
    if (reply?.status === 200)
      hold(scene, person, { name: shots[at]?.name ?? '', reply, isStrong: true, isByCode })
  }
  if (isByCode && done.length > 0) person.codesLeft--
  if (!replies.includes(undefined)) {
    expect(scene, person, done.length === 1, `a right proof was answered ${replies.map(said).join(' and ')}`)
    return
  }
  const settle = (stored: Stored) => settleVolley(scene, person, { ...volley, stored })
  leaveUnanswered(scene, person, shots[0]?.path ?? '', settle)
}

const shoot = (scene: Scene, { path, body }: Shot) => ask(scene, 'POST', ['auth', path], { body })

/** Checks whether a code or challenge was used up and whether it began a session, and then sends it once more. */
async function settleVolley(
  scene: Scene,
  person: Person,
  { key, shots, isUsed, isByCode = false, orElse, stored }: Volley & { stored: Stored },
): Promise<void> {
  const names = new Set(shots.map(({ name }) => name))
  const made = stored.sessions.filter(({ name }) => names.has(name)).map(({ name }) => name)
  expect(scene, person, made.length <= 1, `${key} gave the sessions ${made.join(' and ')}`)
  const isUsedUp = isUsed?.(stored) ?? made.length > 0
  expect(scene, person, isUsedUp || made.length === 0, `${made.join()} is there, and ${key} still counts`)
  person.counted.set(key, made.length)
  for (const name of made) if (!person.loggedInAs.includes(name)) person.loggedInAs.push(name)
  if (isByCode) person.codesLeft = stored.codesLeft ?? 0
  const [first] = shots
  if (!first) return
  const again = await shoot(scene, first)
  const isRight = again?.status === 200
  // The database has no table that shows whether the challenge of a passkey was used up.
  const mustCount = isUsed !== undefined && !isUsedUp
  const isAsStored = isRight
    ? made.length === 0 && !(isUsed && isUsedUp)
    : again?.status === 401 && !mustCount
  expect(scene, person, isAsStored, `repeated, ${key} was answered ${said(again)} (used up: ${isUsedUp})`)
  if (isRight && again) {
    expect(scene, person, countUse(person, key, 1) <= 1, `${key} gave a session twice`)
    hold(scene, person, { name: first.name, reply: again, isStrong: true, isByCode })
    if (isByCode) person.codesLeft--
  } else if (orElse && made.length === 0) {
    // The login continues with the next code, without the password being entered again.
    person.lastStep++
    await fire(scene, person, { key: orElse.key, shots: [orElse.shot] })
  }
}

function hold(
  scene: Scene,
  person: Person,
  { name, reply, ...how }: { name: string; reply: HttpReply; isStrong: boolean; isByCode?: boolean },
): void {
  const { access_token: token, device_token: device } = reply.body
  person.loggedInAs.push(name)
  person.session = { name, token, provenAt: scene.now(), isByCode: false, ...how }
  if (device !== undefined) person.device = device
}

/**
 * Logs in after a request without a reply: with the next code, or with another proof that the person has. A code that was
 * used up by that request must not prevent the login.
 */
export async function logInAfterwards(scene: Scene, person: Person): Promise<void> {
  person.unanswered = undefined
  const { app } = person
  const before = person.loggedInAs.length
  if (app !== undefined) {
    const step = nextStep(person, scene.now(), true)
    const begun = await begin(scene, person)
    if (step !== undefined && begun) {
      person.lastStep = step
      const { name, token } = begun
      const body = { login_token: token, code: codeAt(app, step) }
      await fire(scene, person, { key: `${app} ${step}`, shots: [{ name, path: 'auth/login/totp', body }] })
    }
  } else if (person.passkeys.length > 0) await logInByPasskey(scene, person)
  else await (scene.isDemanded ? enrolAtLogin : logInByPassword)(scene, person)
  expect(scene, person, person.loggedInAs.length > before, 'could not log in after a kill')
}
