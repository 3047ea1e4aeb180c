import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const clientOf = (system: System) =>
  rpcClient(system.usersGrpc, 'latchkey.notifications.v1.NotificationService')

onEachEngine((startSystem) => {
  test('a notification is made, listed, read and deleted by gRPC, and HTTP sees the same one', async () => {
    await using system = await startSystem()
    const { user, access_token: token } = await system.signUpAndLogIn('ada')
    using client = clientOf(system)
    const request = {
      user_id: user.id,
      type: 'invoice.paid',
      title: 'Paid',
      data: { fields: { number: { numberValue: 7 } } },
    }
    const service = { token: system.serviceToken(), metadata: { 'idempotency-key': 'one' } }
    const { notification: made, channels } = await client.call('CreateNotification', request, service)
    assert.deepEqual([made.user_id, made.title, made.body, made.read_at], [user.id, 'Paid', undefined, null])
    assert.deepEqual(channels, ['CHANNEL_IN_APP'])
    const again = await client.call('CreateNotification', request, service)
    assert.deepEqual(again.notification, made)

    const listed = await client.call('ListNotifications', { page_size: 1 }, { token })
    assert.deepEqual([listed.notifications, listed.unread_count], [[made], 2])
    const rest = await client.call('ListNotifications', { page_token: listed.next_page_token }, { token })
    assert.deepEqual([rest.notifications[0].type, rest.next_page_token], ['user.created', ''])

    const { notification: read } = await client.call('MarkAsRead', { id: made.id }, { token })
    assert.equal(read.id, made.id)
    assert.ok(Number(read.read_at.seconds) > 0)
    const unread = await client.call('ListNotifications', { unread: true }, { token })
    assert.deepEqual([unread.notifications.length, unread.unread_count], [1, 1])
    const seen = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
    const [first] = seen.body.data
    assert.deepEqual([first.id, first.data, first.read_at !== null], [made.id, { number: 7 }, true])
    assert.equal(seen.body.position, listed.position)

    assert.deepEqual(await client.call('DeleteNotification', { id: made.id }, { token }), {})
    const gone = { code: status.NOT_FOUND, reason: 'notification_not_found' }
    await assert.rejects(client.call('DeleteNotification', { id: made.id }, { token }), gone)
    await assert.rejects(
      client.call(
        'MarkAsRead',
        { id: rest.notifications[0].id },
        { token: (await system.admin()).access_token },
      ),
      gone,
    )
  })

  test('all notifications are read, and preferences are replaced by gRPC, and HTTP sees the same ones', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.signUpAndLogIn('ada')
    using client = clientOf(system)
    for (const read of [1, 0]) assert.deepEqual(await client.call('MarkAllAsRead', {}, { token }), { read })

    assert.deepEqual(await client.call('GetPreferences', {}, { token }), { preferences: [] })
    const preferences = [{ channel: 'CHANNEL_EMAIL', type: '*', enabled: true }]
    for (const rpc of ['ReplacePreferences', 'GetPreferences'])
      assert.deepEqual(await client.call(rpc, { preferences }, { token }), { preferences })
    const seen = await system.send('GET', `${system.usersUrl}/api/v1/notifications/preferences`, { token })
    assert.deepEqual(seen.body.preferences, [{ channel: 'email', type: '*', enabled: true }])
    const silent = [{ type: '*', enabled: true }]
    await assert.rejects(client.call('ReplacePreferences', { preferences: silent }, { token }), {
      reason: 'invalid_request',
      fields: ['preferences.0.channel'],
    })
  })

  test('gRPC refuses what HTTP refuses, with the same codes', async () => {
    await using system = await startSystem()
    const { user, access_token: token } = await system.signUpAndLogIn('ada')
    using client = clientOf(system)
    const request = { user_id: user.id, type: 'a.b', title: 'Title' }
    const service = system.serviceToken()
    for (const [rpc, sent, options, reason] of [
      ['CreateNotification', request, {}, 'token_missing'],
      ['CreateNotification', request, { token }, 'forbidden'],
      ['CreateNotification', { ...request, type: 'A' }, { token: service }, 'invalid_request'],
      ['CreateNotification', { ...request, user_id: randomUUID() }, { token: service }, 'user_not_found'],
      ['ListNotifications', {}, { token: service }, 'token_invalid'],
      ['ListNotifications', { page_token: 'x' }, { token }, 'invalid_request'],
      ['MarkAsRead', { id: 'x' }, { token }, 'notification_not_found'],
      ['MarkAllAsRead', {}, {}, 'token_missing'],
      ['GetPreferences', {}, { token: service }, 'token_invalid'],
    ] as const)
      await assert.rejects(client.call(rpc, sent, options), { reason }, `${rpc} ${reason}`)
  })

  test('a stream by gRPC goes on from a position, each notification once and in order', async () => {
    await using system = await startSystem()
    const { user, access_token: token } = await system.signUpAndLogIn('ada')
    using client = clientOf(system)
    const create = (title: string) =>
      client.call(
        'CreateNotification',
        { user_id: user.id, type: 'a.b', title },
        { token: system.serviceToken() },
      )
    const titles: string[] = []
    let { position: after } = await client.call('ListNotifications', {}, { token })
    for (const round of ['1', '2', '3']) {
      await create(`${round} before`)
      const stream = client.open('StreamNotifications', { after }, { token })
      stream.on('error', () => {})
      stream.on('data', ({ position, notification }) => {
        after = position
        if (notification) titles.push(notification.title)
      })
      await until('the one before', () => titles.includes(`${round} before`))
      await create(`${round} now`)
      await until('the one that came', () => titles.includes(`${round} now`))
      stream.cancel()
    }
    assert.deepEqual(
      titles,
      ['1', '2', '3'].flatMap((round) => [`${round} before`, `${round} now`]),
    )
  })
})
