import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailIsSent, mailTo, tokenFor } from '#tests/mail.ts'
import { onEachEngine } from '#tests/on-each-engine.ts'
import { type HttpReply, type System, send } from '#tests/system.ts'

const settings = { LATCHKEY_SIGNUP: 'private' } as const
const password = 'a long password'

const signUp = (system: System, username: string, email = `${username}@example.com`): Promise<HttpReply> =>
  send('POST', `${system.usersUrl}/users/create`, { body: { username, email, password } })
const post = (system: System, path: string, body: object): Promise<HttpReply> =>
  send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body })

/** The access token of somebody who signed up and confirmed the address. */
async function signUpAndConfirm(system: System, username: string): Promise<string> {
  assert.equal((await signUp(system, username)).status, 201)
  const token = await tokenFor(system, `${username}@example.com`, 'verify-email')
  assert.equal((await post(system, 'email/verify', { token })).status, 200)
  return (await system.logIn(username, password)).access_token
}

const askForAddress = async (system: System, token: string, email: string): Promise<void> => {
  const url = `${system.usersUrl}/api/v1/users/me`
  assert.equal((await send('PATCH', url, { token, body: { email } })).status, 200)
}

onEachEngine((startSystem) => {
  test('I12 once too many addresses were asked for, a taken one leaves the last link as good as a free one does', async () => {
    await using system = await startSystem({ settings })
    await signUpAndConfirm(system, 'ada')
    for (const [name, wanted] of [
      ['eve', 'ada@example.com'],
      ['mallory', 'nobody@example.com'],
    ] as const) {
      const token = await signUpAndConfirm(system, name)
      for (let box = 1; box <= 5; box++) await askForAddress(system, token, `${name}-${box}@example.com`)
      const link = await tokenFor(system, `${name}-5@example.com`, 'confirm-email')
      await askForAddress(system, token, wanted)
      await mailIsSent(system)
      assert.equal((await post(system, 'email/verify', { token: link })).status, 200, wanted)
    }
  })

  test('I12 a taken address is counted among those that were asked for, as a free one is', async () => {
    await using system = await startSystem({ settings })
    await signUpAndConfirm(system, 'ada')
    for (const [name, wanted] of [
      ['eve', 'ada@example.com'],
      ['mallory', 'nobody@example.com'],
    ] as const) {
      const token = await signUpAndConfirm(system, name)
      for (let box = 1; box <= 4; box++) await askForAddress(system, token, `${name}-${box}@example.com`)
      await askForAddress(system, token, wanted)
      await askForAddress(system, token, `${name}-6@example.com`)
      await mailIsSent(system)
      assert.deepEqual(await mailTo(system, `${name}-6@example.com`), [], wanted)
    }
  })
})
