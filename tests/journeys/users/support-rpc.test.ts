import assert from 'node:assert/strict'
import { test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type System, stillClock } from '#tests/support/system.ts'

const usersOf = (system: System) => rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
const authOf = (system: System) => rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')

onEachEngine((startSystem) => {
  test('support finds a user by a part of the name, and suspends with a reason by gRPC', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const { id } = await system.signUp('ada')
    using users = usersOf(system)
    const found = await users.call('ListUsers', { search: 'DA@exam' }, { token })
    assert.deepEqual(
      found.users.map((user: { id: string }) => user.id),
      [id],
    )
    const suspended = { status: 'USER_STATUS_SUSPENDED', suspension_reason: 'Asked by the bank' }
    await users.call('UpdateUser', { id, changes: suspended }, { token })
    const state = async () => users.call('GetLoginState', { id }, { token })
    const { suspension, password, temporary_until } = await state()
    assert.deepEqual(
      [suspension.reason, suspension.by, password, temporary_until],
      ['Asked by the bank', admin.id, 'PASSWORD_STATE_SET', null],
    )
    const seen = await system.send('GET', `${system.usersUrl}/api/v1/users/${id}/login-state`, { token })
    assert.equal(
      Date.parse(seen.body.suspension.at),
      Number(suspension.suspended_at.seconds) * 1000 + suspension.suspended_at.nanos / 1e6,
    )
    await users.call('UpdateUser', { id, update_mask: { paths: ['suspension_reason'] } }, { token })
    assert.equal(
      (await state()).suspension.reason,
      undefined,
      'a reason that the mask names and nobody gives goes',
    )
    await users.call('UpdateUser', { id, changes: { status: 'USER_STATUS_ACTIVE' } }, { token })
    assert.equal((await state()).suspension, null)
  })

  test('support sees a lock, and unlocks by gRPC', async () => {
    const clock = stillClock()
    await using system = await startSystem({ clock })
    const { access_token: token } = await system.admin()
    const ada = await system.signUpAndLogIn('ada')
    using auth = authOf(system)
    const request = { user_id: ada.user.id }
    const none = { locked: false, locked_until: null, wrong_passwords: [] }
    assert.deepEqual(await auth.call('GetUserLock', request, { token }), none)
    for (let guess = 1; guess <= 5; guess++)
      await assert.rejects(auth.call('Login', { username: 'ada', password: 'wrong' }), {
        reason: 'invalid_credentials',
      })
    const lock = await auth.call('GetUserLock', request, { token })
    const [counted] = lock.wrong_passwords
    assert.deepEqual(
      [lock.locked, counted.what, counted.login_name, counted.count, counted.network],
      [true, 'WRONG_PASSWORDS_KIND_LOGINS', 'LOGIN_NAME_KIND_ANY', 5, '127.0.0.0/24'],
    )
    assert.deepEqual(counted.paused_until, lock.locked_until)
    for (const unlocked of [true, false])
      assert.deepEqual(await auth.call('UnlockUser', request, { token }), { unlocked })
    assert.deepEqual(await auth.call('GetUserLock', request, { token }), none)
    await auth.call('Login', { username: 'ada', password: ada.password })
  })

  test('support confirms an address and gives a way back in by gRPC', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id, email, password: forgotten } = await system.signUp('ada')
    using users = usersOf(system)
    using auth = authOf(system)
    await assert.rejects(users.call('ConfirmEmail', { id, email: 'ada@example.org' }, { token }), {
      code: status.FAILED_PRECONDITION,
      reason: 'email_differs',
    })
    const confirmed = await users.call('ConfirmEmail', { id, email }, { token })
    const seen = await system.send('GET', `${system.usersUrl}/api/v1/users/${id}`, { token })
    assert.deepEqual([confirmed.user.email_verified, confirmed.etag], [true, seen.headers.get('etag')])

    assert.deepEqual(await users.call('SendPasswordReset', { id }, { token }), {})
    assert.ok(await tokenFor(system, email, 'reset-password'))

    const made = await users.call('SetTemporaryPassword', { id }, { token })
    const credentials = { username: 'ada', password: made.temporary_password }
    await assert.rejects(auth.call('Login', credentials), {
      code: status.PERMISSION_DENIED,
      reason: 'password_change_required',
    })
    await assert.rejects(auth.call('Login', { username: 'ada', password: forgotten }), {
      reason: 'invalid_credentials',
    })
    const { password, temporary_until } = await users.call('GetLoginState', { id }, { token })
    assert.deepEqual([password, temporary_until], ['PASSWORD_STATE_TEMPORARY', made.expires_at])
    system.clock.advance(6 * 60_000)
    await assert.rejects(users.call('SetTemporaryPassword', { id }, { token }), {
      code: status.UNAUTHENTICATED,
      reason: 'reauthentication_required',
    })
  })
})
