import { SoftPasskey } from '#tests/support/authenticator.ts'
import { passkeySite } from '#tests/support/passkey-user.ts'
import type { HttpReply } from '#tests/support/system.ts'
import { codeAt, countUse, dropCodesWithoutFactor, endOthers, nextStep, type Person } from './people.ts'
import { ask, expect, leaveUnanswered, type Scene, said } from './scene.ts'
import type { Stored } from './stored.ts'

/**
 * A change that people make to their own second factors: the request that makes it, and what must be true once it is
 * made.
 */
interface Change {
  what: string
  send(): Promise<HttpReply | undefined>
  success: number
  /** Applies the effects of the change to what is known about the person. `reply` is absent when no reply arrived. */
  adopt(reply?: HttpReply): void
  isMade(stored: Stored): boolean
  /** The replies that are allowed when a request is repeated whose change was already made, each as status and code. */
  repeated: readonly string[]
}

const own = (scene: Scene, person: Person, method: string, path: string, body?: object) =>
  ask(scene, method, ['users', `users/me/${path}`], {
    token: person.session?.token ?? '',
    ...(body && { body }),
  })

async function make(scene: Scene, person: Person, change: Change): Promise<void> {
  const { what, send, success, adopt, isMade, repeated } = change
  const reply = await send()
  if (reply) {
    expect(scene, person, reply.status === success, `${what} was answered ${said(reply)}`)
    if (reply.status === success) adopt(reply)
    return
  }
  leaveUnanswered(scene, person, what, async (stored) => {
    const wasMade = isMade(stored)
    if (wasMade) adopt()
    const again = await send()
    const isAsStored = wasMade ? repeated.includes(said(again)) : again?.status === success
    expect(scene, person, isAsStored, `repeated, ${what} was answered ${said(again)} (made: ${wasMade})`)
    if (again?.status === success) adopt(again)
  })
}

/** Adds an authenticator app. It is confirmed with a code that is used for nothing else. */
export async function enrol(scene: Scene, person: Person): Promise<void> {
  const begun = await own(scene, person, 'POST', 'factors/totp')
  if (!begun) return leaveUnanswered(scene, person, 'an enrolment')
  expect(scene, person, begun.status === 201, `an enrolment was answered ${said(begun)}`)
  if (begun.status !== 201) return
  const { secret } = begun.body
  person.lastStep = 0
  const step = nextStep(person, scene.now()) ?? 0
  await make(scene, person, {
    what: 'a confirmation',
    send: () => own(scene, person, 'POST', 'factors/totp/confirm', { code: codeAt(secret, step) }),
    success: 200,
    adopt(reply) {
      person.app = secret
      person.lastStep = step
      person.device = undefined
      countUse(person, `${secret} ${step}`, 1)
      takeCodes(person, reply)
    },
    isMade: ({ lastStep }) => lastStep !== undefined,
    // The change that was made first may have added a factor, so that the session is now too weak. If the session is
    // strong enough, no app waits for its confirmation any more.
    repeated: ['401 reauthentication_required', '404 enrolment_not_found'],
  })
}

/**
 * Takes the recovery codes from a reply, if it has any. When the reply never arrived, its codes are valid, but the person
 * does not know them.
 */
function takeCodes(person: Person, reply: HttpReply | undefined): void {
  const { recovery_codes: codes } = reply?.body ?? {}
  if (codes === undefined && (reply !== undefined || person.codesLeft > 0)) return
  person.codes = codes ?? []
  person.codesLeft = 10
}

export const removeApp = (scene: Scene, person: Person): Promise<void> =>
  make(scene, person, {
    what: 'the removal of an app',
    send: () => own(scene, person, 'DELETE', 'factors/totp'),
    success: 204,
    adopt(reply) {
      person.app = undefined
      person.device = undefined
      endOthers(person, reply !== undefined)
      dropCodesWithoutFactor(person)
    },
    isMade: ({ lastStep }) => lastStep === undefined,
    repeated: ['404 factor_not_found'],
  })

export async function makeCodes(scene: Scene, person: Person): Promise<void> {
  const sets = ({ events }: Stored) => events.filter(({ type }) => type === 'user.recovery_codes_made').length
  const before = sets(await scene.stored(person))
  await make(scene, person, {
    what: 'new recovery codes',
    send: () => own(scene, person, 'POST', 'recovery-codes'),
    success: 201,
    adopt(reply) {
      person.codes = reply?.body.recovery_codes ?? []
      person.codesLeft = 10
    },
    isMade: (stored) => sets(stored) > before,
    repeated: ['201'],
  })
}

export async function addPasskey(scene: Scene, person: Person): Promise<void> {
  const begun = await own(scene, person, 'POST', 'passkeys/options')
  if (!begun) return leaveUnanswered(scene, person, 'passkey options')
  expect(scene, person, begun.status === 200, `passkey options were answered ${said(begun)}`)
  if (begun.status !== 200) return
  const { challenge, user } = begun.body.public_key
  const passkey = new SoftPasskey({ userHandle: user.id })
  const body = { credential: passkey.create({ challenge, ...passkeySite }), name: 'Laptop' }
  await make(scene, person, {
    what: 'a new passkey',
    send: () => own(scene, person, 'POST', 'passkeys', body),
    success: 201,
    adopt(reply) {
      const id = reply?.body.passkey.id ?? ''
      person.passkeys.push({ id, passkey })
      person.device = undefined
      takeCodes(person, reply)
    },
    isMade: ({ credentials }) => credentials.includes(passkey.credentialId),
    // The challenge was used up; or the new factor makes the session too weak for another change.
    repeated: ['400 passkey_invalid', '401 reauthentication_required'],
  })
}

export async function removePasskey(scene: Scene, person: Person): Promise<void> {
  const one = person.passkeys.find(({ id }) => id !== '')
  if (!one) return
  await make(scene, person, {
    what: 'the removal of a passkey',
    send: () => own(scene, person, 'DELETE', `passkeys/${one.id}`),
    success: 204,
    adopt(reply) {
      person.passkeys = person.passkeys.filter((other) => other !== one)
      person.device = undefined
      endOthers(person, reply !== undefined)
      dropCodesWithoutFactor(person)
    },
    isMade: ({ credentials }) => !credentials.includes(one.passkey.credentialId),
    repeated: ['404 factor_not_found'],
  })
}

/**
 * Repeats the proof of identity in a session (step-up) with the password and a code of the app. The code must be used up
 * by a success only.
 */
export async function stepUp(scene: Scene, person: Person): Promise<void> {
  const { app, session } = person
  const step = nextStep(person, scene.now())
  if (app === undefined || step === undefined || !session) return
  person.lastStep = step
  const key = `${app} ${step}`
  const stepped = ({ events }: Stored) => events.filter(({ type }) => type === 'session.stepped_up').length
  const before = stepped(await scene.stored(person))
  const send = () =>
    ask(scene, 'POST', ['auth', 'auth/step-up'], {
      token: session.token,
      body: { password: person.password, totp: codeAt(app, step) },
    })
  const take = (reply: HttpReply | undefined) => {
    expect(scene, person, countUse(person, key, 1) <= 1, `${key} stepped up twice`)
    if (reply) raise(scene, person, reply)
  }
  const reply = await send()
  if (reply) {
    expect(scene, person, reply.status === 200, `a step-up was answered ${said(reply)}`)
    if (reply.status === 200) take(reply)
    return
  }
  leaveUnanswered(scene, person, 'a step-up', async (stored) => {
    const isUsed = (stored.lastStep ?? 0) >= step
    const wasMade = stepped(stored) > before
    expect(scene, person, isUsed || !wasMade, 'the session was raised, and the code still counts')
    if (wasMade) take(undefined)
    const again = await send()
    const isAsStored = said(again) === (isUsed ? '400 second_factor_invalid' : '200')
    expect(scene, person, isAsStored, `repeated, a step-up was answered ${said(again)} (used: ${isUsed})`)
    if (again?.status === 200) take(again)
  })
}

/**
 * Repeats the proof of identity in a session (step-up) with a passkey. A person who gets no reply asks for a new
 * challenge.
 */
export async function stepUpByPasskey(scene: Scene, person: Person): Promise<void> {
  const shown = scene.random.pick(person.passkeys)
  const token = person.session?.token
  if (!shown || token === undefined) return
  const asked = await ask(scene, 'POST', ['auth', 'auth/step-up/passkey/options'], { token })
  if (!asked) return leaveUnanswered(scene, person, 'passkey options')
  const { challenge } = asked.body.public_key
  const body = { credential: shown.passkey.get({ challenge, ...passkeySite }) }
  const reply = await ask(scene, 'POST', ['auth', 'auth/step-up/passkey'], { token, body })
  if (!reply) return leaveUnanswered(scene, person, 'a step-up by a passkey')
  expect(scene, person, reply.status === 200, `a step-up by a passkey was answered ${said(reply)}`)
  if (reply.status === 200) raise(scene, person, reply)
}

function raise(scene: Scene, person: Person, { body }: HttpReply): void {
  const name = person.session?.name ?? ''
  person.session = { name, token: body.access_token, provenAt: scene.now(), isStrong: true, isByCode: false }
}
