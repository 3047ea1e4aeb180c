import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import { foldWaiting } from '#users/directory/lists/fold-store.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  bounded: {
    user_folds: 'At most one row for each user.',
    unfolded_users: 'At most one row for each user, until the name is folded.',
    user_fold_scan: 'One row after an upgrade, until all users were looked through.',
  },
  leftBehind: {
    user_folds: 'An index of the users, which the service makes itself.',
    unfolded_users: 'Users whose names are put into that index here.',
    user_fold_scan: 'How far that has come here.',
  },
  fill: {
    users: (id) => `INSERT INTO user_folds SELECT ${id}, 'name ' || n FROM generate_series(1, 20000) AS n`,
  },
  use: searchInScripts,
}

/** Gives the user a name outside ASCII, and searches for it before and after it is folded. */
async function searchInScripts(system: System, { userId, token }: { userId: string; token: string }) {
  const { access_token: admin } = await system.admin()
  const users = `${system.usersUrl}/api/v1/users`
  const body = { name: '王伟' }
  assert.equal((await system.send('PATCH', `${users}/${userId}`, { token, body })).status, 200)
  for (const fold of [async () => {}, async () => foldWaiting(await system.database('users'))]) {
    await fold()
    for (const text of ['王伟', 'a王伟', 'ca', 'c', 'Canary']) {
      const url = `${users}?search=${encodeURIComponent(text)}`
      assert.equal((await system.send('GET', url, { token: admin })).status, 200)
    }
  }
}
