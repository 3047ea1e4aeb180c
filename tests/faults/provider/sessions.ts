import { hiddenIn } from '#tests/support/account-forms.ts'
import { issuer } from '#tests/support/relying-party.ts'
import {
  attempt,
  countTokens,
  expect,
  type Held,
  type Person,
  post,
  postTwice,
  type Scene,
  said,
} from './scene.ts'
import { sendForm } from './sign-ins.ts'

const refreshForm = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token })

/** Uses one refresh token twice at once. Both replies must contain the same successor. */
export async function refresh(scene: Scene, person: Person): Promise<void> {
  const held = scene.random.pick(person.held)
  if (!held) return
  const { app, token } = held
  const take = (next = '') => {
    const known = scene.successors.get(token) ?? next
    expect(scene, person, next !== '' && known === next, 'a refresh token has two successors')
    scene.successors.set(token, next)
    held.token = next
  }
  person.unanswered = async () => {
    for (const { auth } of scene.nodes()) {
      const again = await post(auth, '/oidc/token', app, refreshForm(token))
      expect(scene, person, again.status === 200, `repeated, a refresh was answered ${said(again)}`)
      take(again.body.refresh_token)
    }
  }
  const replies = await postTwice(scene, app, refreshForm(token))
  for (const reply of replies) {
    if (reply) expect(scene, person, reply.status === 200, `a refresh was answered ${said(reply)}`)
    if (reply?.status === 200) take(reply.body.refresh_token)
  }
  if (!replies.includes(undefined)) person.unanswered = undefined
}

/** Requires at every node that the tokens of living sessions are accepted, and those of ended sessions are refused. */
export async function checkHeld(scene: Scene, person: Person): Promise<void> {
  for (const { auth } of scene.nodes()) {
    for (const held of person.dead) {
      const reply = await post(auth, '/oidc/token', held.app, refreshForm(held.token))
      expect(
        scene,
        person,
        said(reply) === '400 invalid_grant',
        `after its end a token was answered ${said(reply)}`,
      )
    }
    for (const held of person.held) {
      const reply = await post(auth, '/oidc/token', held.app, refreshForm(held.token))
      expect(scene, person, reply.status === 200, `a token that was given was answered ${said(reply)}`)
      if (reply.status === 200) held.token = reply.body.refresh_token ?? ''
    }
  }
}

export async function signIn(scene: Scene, person: Person): Promise<void> {
  const { username, password } = person
  const reply = await sendForm(person, '/account/sign-in', { username, password })
  expect(scene, person, reply.status === 303, `a sign-in was answered ${reply.status}`)
}

/** Ends the session of the browser, after which all tokens that it gave must be refused, and signs in again. */
export async function signOut(scene: Scene, person: Person): Promise<void> {
  const take = () => {
    person.dead.push(...person.held.splice(0))
  }
  person.unanswered = async () => {
    // The browser is asked, not the table: a sign-in without a reply has left a session there that no browser has.
    const shown = await attempt(() => person.browser.go(`${issuer}/account`))
    if (shown.status === 200) return
    take()
    person.browser.cookies.clear()
    await signIn(scene, person)
  }
  const reply = await sendForm(person, '/account/sign-out', {})
  expect(scene, person, reply.status === 303, `a sign-out was answered ${reply.status}`)
  take()
  person.unanswered = () => signIn(scene, person)
  await signIn(scene, person)
  person.unanswered = undefined
}

/** Approves a device in the browser. The device then asks for its tokens twice at once. */
export async function approveDevice(scene: Scene, person: Person): Promise<void> {
  const app = scene.apps.device
  const { body } = await post(scene.pick().auth, '/oidc/device/authorize', app, { scope: 'openid' })
  const { device_code: deviceCode = '', user_code: userCode = '' } = body
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode }
  const first = await attempt(() => person.browser.go(`${issuer}/oidc/device`))
  const typed = { xsrf: hiddenIn(await first.text(), 'xsrf'), user_code: userCode }
  const shown = await sendForm(person, '/oidc/device', typed)
  person.unanswered = async () => {
    const reply = await post(scene.pick().auth, '/oidc/token', app, form)
    const known = ['200', '400 authorization_pending', '400 slow_down', '400 invalid_grant']
    expect(scene, person, known.includes(said(reply)), `a device was answered ${said(reply)}`)
    if (reply.status !== 200) return
    countTokens(scene, person, deviceCode, 1)
    person.held.push({ app, token: reply.body.refresh_token ?? '' })
  }
  const confirmed = { xsrf: hiddenIn(await shown.text(), 'xsrf'), user_code: userCode, confirm: 'yes' }
  const done = await sendForm(person, '/oidc/device', confirmed)
  expect(scene, person, /signed in/i.test(await done.text()), `an approval was answered ${done.status}`)
  const isOther = (held: Held) => held.app !== app
  // When a device code is used twice, the provider revokes all tokens that the device got through this session.
  person.held = person.held.filter(isOther)
  const replies = await postTwice(scene, app, form)
  const good = replies.filter((reply) => reply?.status === 200)
  countTokens(scene, person, deviceCode, good.length)
  if (replies.includes(undefined)) {
    person.unanswered = undefined
    return
  }
  expect(scene, person, good.length === 1, `a device was signed in ${good.length} times`)
  person.unanswered = undefined
}
