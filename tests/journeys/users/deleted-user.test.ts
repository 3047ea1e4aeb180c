import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProvider } from '#tests/support/identity-provider.ts'
import { mailIsSent } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { allEventsAreTold, allRows } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { tourSettings, useEverything } from '#tests/use-everything.ts'

/** The columns in which the id of a deleted user may stay for some time, each with the reason. */
const keptIds: Record<string, string> = {
  'deleted_users.id': 'The tombstone: a repeated DELETE succeeds, and no id is given again.',
  'forgotten_subjects.subject': 'Events of the user that are told late are blanked too.',
  'events.subject': 'That something happened stays, without its data.',
  'events.data': 'Who did something to somebody else, or to a key or a webhook.',
  'outbox.subject': 'An event without its data, until a webhook has taken it or is given up.',
  'acts.subject': 'That an administrator did something to the user stays for 400 days, without names.',
  'acts.actor': 'Who did something to somebody else.',
  'sessions.user_id':
    'Sessions that ended, without address and device, for as long as their tokens would have lived.',
  'session_epochs.user_id': 'A login that was under way at the deletion loses to the epoch.',
  'api_keys.created_by': 'The key outlasts its maker, and other admins see who that was.',
  'webhooks.created_by': 'The webhook outlasts its maker, and other admins see who that was.',
  'oidc_clients.created_by': 'The client outlasts its maker, and other admins see who that was.',
  'oidc_clients.secrets':
    'A secret outlasts its maker too: those that a robbed admin has added can be ended.',
  'rate_limits.bucket': 'A count against a limit, until nothing is counted in it any more: two days at most.',
  'notifications.body': 'What other admins were told of new admins, keys and webhooks.',
  'notifications.data': 'The same.',
  'idempotency_keys.scope': 'For a day: who made another user, a key, a webhook or a client.',
  'mail_budgets.bucket': 'For a day: how many mails the user has had.',
}

/** The tables that have no row about a user even after `useEverything` has used each feature, each with the reason. */
const withoutUsers: Record<string, string> = {
  deleted_users: 'Only a deletion adds rows.',
  deleted_addresses: 'Only a deletion adds rows: digests, without the id of the user.',
  address_keys: 'Keys of the service.',
  forgotten_subjects: 'Only a deletion adds rows.',
  forgotten_in_acts: 'Only a deletion adds rows.',
  forgotten_sessions: 'Only a deletion adds rows.',
  browser_sessions: 'Digests of cookies and ids of sessions.',
  oidc_artifacts: 'Rows go with their grant.',
  oidc_grants:
    'Rows go when their session ends, and the application is told: tests/journeys/oidc/logout.test.ts.',
  held_usernames: 'Only a private sign-up adds rows: tests/journeys/users/private-sign-up.test.ts.',
  outbox: 'Rows go when they are delivered: tests/journeys/system/sweeping.test.ts has those that are not.',
  webhook_deliveries: 'Ids of webhooks and events.',
  used_assertions: 'Digests of what clients have signed.',
  used_challenges: 'Random parts of challenges that were answered.',
  rate_limits:
    'A bucket is there only while little of it is left: tests/journeys/users/change-limits.test.ts.',
  signing_keys: 'Keys of the service.',
  key_sets: 'One row for the keys of the service.',
  event_readers: 'Positions of the readers in the code.',
  feeds: 'Positions of the feeds in the code.',
  branding_images: 'The images of the branding.',
  instance_settings: 'The branding, without the id of the admin who set it.',
  login_hours: 'Counts of everybody together.',
  leases: 'Which node does what.',
  unfolded_users:
    'Rows go when the name is folded, or with the user: users/directory/lists/search-in-scripts.test.ts.',
  user_fold_scan: 'How far an index of the users has come.',
  migrations: 'Which files have run.',
  default_urls: 'Which host the addresses without a setting have.',
}

/**
 * Searches both databases for the id of a user and for a text that occurs only in rows of this user. Returns the names of
 * all tables, of the tables with a match, and of the columns that contain the id or the text.
 */
async function findTraces(system: System, { id, text }: { id: string; text: string }) {
  const traces = {
    tables: [] as string[],
    about: new Set<string>(),
    ids: new Set<string>(),
    texts: new Set<string>(),
  }
  for (const service of ['users', 'auth'] as const)
    for (const [table, rows] of await allRows(await system.database(service))) {
      traces.tables.push(table)
      for (const [column, value] of rows.flatMap((row) => Object.entries(row as object))) {
        const stored = String(value).toLowerCase()
        if (stored.includes(id)) traces.ids.add(`${table}.${column}`)
        if (stored.includes(text)) traces.texts.add(`${table}.${column}`)
        if (stored.includes(id) || stored.includes(text)) traces.about.add(table)
      }
    }
  return traces
}

/**
 * Waits until the authentication service knows of the deletion. The reply to a deletion waits for this only for a limited
 * time; afterwards the order is delivered in the background.
 */
const deletionHasArrived = async (system: System, id: string): Promise<void> => {
  const users = await system.database('users')
  await until('the deletion has arrived at the authentication service', async () => {
    // A webhook of the tour whose receiver is away has its deliveries for days.
    const waiting = await users.query`
      SELECT id FROM outbox WHERE subject = ${id} AND sink NOT LIKE 'webhook:%'`
    return waiting.length === 0
  })
}

onEachEngine((startSystem) => {
  test('of a deleted user that has used everything no table holds more than the id, and that only where it must', async () => {
    await using provider = await startProvider()
    await using system = await startSystem({ settings: tourSettings(provider) })
    const { user } = await useEverything(system, provider)
    await allEventsAreTold(await system.database('auth'))
    const marks = { id: user.id, text: user.username }
    const before = await findTraces(system, marks)
    const unused = before.tables.filter(
      (table) => !before.about.has(table) && !Object.hasOwn(withoutUsers, table),
    )
    const toUse = `No row of ${unused} is about the user of the tour. Use the feature in tests/use-everything.ts, so that
      this test sees its rows go, or say in \`withoutUsers\` why none is about a user.`
    assert.deepEqual(unused, [], toUse)

    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${user.id}`
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    await mailIsSent(system)
    await deletionHasArrived(system, user.id)
    // The data of events is removed a minute after the deletion, when no transaction that began before the deletion is
    // still running.
    for (const service of ['users', 'auth'] as const)
      for (const { remove } of system.sweeps(service))
        await remove(await system.database(service), system.clock.now() + 61_000, 1_000)
    const after = await findTraces(system, marks)
    const toForget = 'Remove it in the `forgetUser` of the module that stores it.'
    const texts = [...after.texts]
    assert.deepEqual(texts, [], `${texts} has a name, an address or a device of a deleted user. ${toForget}`)
    const ids = [...after.ids].filter((column) => !Object.hasOwn(keptIds, column))
    const toKeep = 'If it must stay, say why in `keptIds`.'
    assert.deepEqual(ids, [], `${ids} has the id of a deleted user. ${toForget} ${toKeep}`)
  })
})
