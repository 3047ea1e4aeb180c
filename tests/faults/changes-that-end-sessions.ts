import assert from 'node:assert/strict'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import type { CutSystem } from '#tests/support/cut-wire.ts'
import { mailIsSent, tokenFor } from '#tests/support/mail.ts'
import { addPasskey, showPasskey } from '#tests/support/passkey-user.ts'
import { enrolApp, logInWithApp } from '#tests/support/second-factors.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

export interface Pair {
  access_token: string
  refresh_token: string
}

/** The people of a scene: a user whose sessions a change ends, another user, and an admin. */
export interface Scene {
  system: System
  /** From now on no order about the user arrives. */
  cut(): Promise<void>
  /** The name of the user, which is new in each scene. */
  username: string
  password: string
  userId: string
  /** The sessions of the user from before the change. */
  pairs: [Pair, Pair]
  admin: Pair
  logIn(password: string): Promise<Pair>
}

/** What a change has done to the sessions of the user. */
export interface Changed {
  ended: Pair[]
  /** The sessions that go on: the one that made the change, or one that it began. */
  living: Pair[]
  /** The password of the user now; undefined when there is none, or no user. */
  password: string | undefined
  reply: HttpReply
}

export type Change = (scene: Scene) => Promise<Changed>

const done = (reply: HttpReply, ...statuses: number[]): HttpReply => {
  assert.ok(statuses.includes(reply.status), JSON.stringify([reply.status, reply.body]))
  return reply
}

const newPassword = 'four other words here'

const byAdmin = ({ system, admin }: Scene, method: string, path: string, body?: object) =>
  system.send(method, `${system.usersUrl}/api/v1/users${path}`, {
    token: admin.access_token,
    ...(body && { body }),
  })

const own = (system: System, { access_token: token }: Pair, method: string, path: string, body?: object) =>
  system.send(method, `${system.usersUrl}/api/v1/users/me${path}`, { token, ...(body && { body }) })

const all = (scene: Scene, reply: HttpReply, password: string | undefined = scene.password): Changed => ({
  ended: scene.pairs,
  living: [],
  password,
  reply,
})

/** Gives the user an app, and returns a session that was begun with it. The sessions of before live on. */
async function withApp(scene: Scene) {
  const { app } = await enrolApp(scene.system, scene.pairs[0])
  return { app, here: await logInWithApp(scene.system, scene, app) }
}

/**
 * Every change that ends sessions of a user by an order. Each cuts the wire itself, just before the request that is meant. The system
 * needs `passkeySettings`.
 */
export const changesThatEndSessions: Record<string, Change> = {
  async 'another password'(scene) {
    const { system, pairs } = scene
    await scene.cut()
    const body = { current_password: scene.password, new_password: newPassword }
    const url = `${system.authUrl}/api/v1/auth/password/change`
    const reply = done(await system.send('POST', url, { token: pairs[0].access_token, body }), 200)
    return { ended: pairs, living: [reply.body], password: newPassword, reply }
  },
  async 'a password by mail'(scene) {
    const { system, username } = scene
    const email = `${username}@example.com`
    done(await system.send('POST', `${system.authUrl}/api/v1/auth/password/forgot`, { body: { email } }), 202)
    const token = await tokenFor(system, email, 'reset-password')
    await mailIsSent(system)
    await scene.cut()
    const body = { token, password: newPassword }
    return all(
      scene,
      done(await system.send('POST', `${system.authUrl}/api/v1/auth/password/reset`, { body }), 200),
      newPassword,
    )
  },
  async 'a temporary password'(scene) {
    await scene.cut()
    const reply = done(await byAdmin(scene, 'POST', `/${scene.userId}/temporary-password`), 200)
    return { ended: scene.pairs, living: [], password: undefined, reply }
  },
  async 'suspended, then restored'(scene) {
    await scene.cut()
    const reply = done(await byAdmin(scene, 'PATCH', `/${scene.userId}`, { status: 'suspended' }), 200)
    done(await byAdmin(scene, 'PATCH', `/${scene.userId}`, { status: 'active' }), 200)
    return all(scene, reply)
  },
  async 'signed out by an admin'(scene) {
    await scene.cut()
    const body = { action: 'end_sessions', ids: [scene.userId] }
    return all(scene, done(await byAdmin(scene, 'POST', '/bulk', body), 200))
  },
  async 'factors removed by an admin'(scene) {
    const { here } = await withApp(scene)
    await scene.cut()
    const reply = done(await byAdmin(scene, 'DELETE', `/${scene.userId}/factors`), 204)
    return { ended: [...scene.pairs, here], living: [], password: scene.password, reply }
  },
  async 'an app removed'(scene) {
    const { here } = await withApp(scene)
    await scene.cut()
    const reply = done(await own(scene.system, here, 'DELETE', '/factors/totp'), 204)
    return { ended: scene.pairs, living: [here], password: scene.password, reply }
  },
  async 'an app replaced, then removed'(scene) {
    const { here } = await withApp(scene)
    await scene.cut()
    const begun = done(await own(scene.system, here, 'POST', '/factors/totp'), 201)
    const code = authenticatorApp(begun.body.secret, scene.system.clock).code()
    done(await own(scene.system, here, 'POST', '/factors/totp/confirm', { code }), 200)
    const reply = done(await own(scene.system, here, 'DELETE', '/factors/totp'), 204)
    return { ended: scene.pairs, living: [here], password: scene.password, reply }
  },
  async 'a passkey removed'(scene) {
    const { system, pairs, password } = scene
    const { passkey, id } = await addPasskey(system, pairs[0].access_token)
    const here: Pair = done(await showPasskey(system, 'passkey/login', { shown: passkey }), 200).body
    await scene.cut()
    const reply = done(await own(system, here, 'DELETE', `/passkeys/${id}`), 204)
    return { ended: pairs, living: [here], password, reply }
  },
  async 'taken back by its owner'(scene) {
    const { system, username } = scene
    const email = `${username}@example.com`
    done(await byAdmin(scene, 'POST', `/${scene.userId}/verify-email`, { email }), 200)
    await withApp(scene)
    const token = await tokenFor(system, email, 'take-back')
    await mailIsSent(system)
    await scene.cut()
    const reply = done(
      await system.send('POST', `${system.authUrl}/api/v1/auth/take-back`, { body: { token } }),
      200,
    )
    return { ended: scene.pairs, living: [], password: undefined, reply }
  },
  async deleted(scene) {
    await scene.cut()
    const url = `${scene.system.usersUrl}/users/${scene.userId}`
    const reply = done(await scene.system.send('DELETE', url, { token: scene.admin.access_token }), 200)
    return { ended: scene.pairs, living: [], password: undefined, reply }
  },
}

/** Begins a scene with a user who has two sessions. */
export async function newScene(
  cut: CutSystem,
  { username, admin }: { username: string; admin: Pair },
): Promise<Scene> {
  const first = await cut.system.signUpAndLogIn(username)
  const pairs: [Pair, Pair] = [first, await cut.system.logIn(username, first.password)]
  return {
    system: cut.system,
    cut: () => cut.cut(first.user.id),
    username,
    password: first.password,
    userId: first.user.id,
    pairs,
    admin,
    logIn: (password) => cut.system.logIn(username, password),
  }
}
