import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StartFault } from '#runtime/start-fault.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readRoleMap, roleGiver } from './roles.ts'
import type { SystemName } from './system-names.ts'
import { readers } from './systems.ts'

const email = 'ada@example.com'

/** Reads the roles of the one user in an export. */
async function rolesIn(system: SystemName, text: string): Promise<string[] | undefined> {
  const file = join(temporaryFolder(), 'export')
  writeFileSync(file, text)
  for await (const read of readers[system](file, {})) {
    assert.ok('value' in read, JSON.stringify(read))
    return read.value.roles
  }
  return undefined
}

describe('the roles that a user has in another system', () => {
  for (const [system, user, roles] of [
    [
      'keycloak',
      {
        realmRoles: ['default-roles-main', 'offline_access', 'uma_authorization', 'boss'],
        clientRoles: { app: ['editor'] },
        groups: ['/staff'],
      },
      ['boss', 'app/editor', '/staff'],
    ],
    [
      'auth0',
      {
        app_metadata: { roles: ['boss'], authorization: { roles: ['editor'] }, level: 3 },
        user_metadata: { role: 'own', roles: ['own'], admin: true },
      },
      ['boss', 'editor'],
    ],
    ['firebase', { customAttributes: '{"admin":true,"beta":false,"role":"editor"}' }, ['editor', 'admin']],
    [
      'supabase',
      {
        role: 'authenticated',
        raw_app_meta_data: { provider: 'email', providers: ['email'], role: 'boss' },
        raw_user_meta_data: { role: 'own', admin: true },
      },
      ['boss'],
    ],
    ['better-auth', { role: 'admin, editor,user' }, ['admin', 'editor']],
    ['clerk', { id: 'user_1', role: 'admin' }, undefined],
  ] as const)
    test(`of ${system} are those that only its administrators can give`, async () => {
      const isList = system === 'keycloak' || system === 'firebase'
      const row = system === 'clerk' ? { primary_email_address: email, ...user } : { id: '1', email, ...user }
      const text = JSON.stringify(isList ? { users: [row] } : row)
      assert.deepEqual(await rolesIn(system, text), roles)
    })
})

describe('--roles', () => {
  test('gives the roles that it names, and no others, whatever they are called', () => {
    const give = roleGiver(readRoleMap('boss=admin, editor=user,a=b=admin'))
    const given = (...roles: string[]) => {
      const { row, notes } = give({ row: { email }, roles, notes: ['first'] })
      return [row.role, notes?.slice(1)]
    }
    assert.deepEqual(given('boss', 'editor'), ['admin', ['admins by --roles']])
    assert.deepEqual(given('editor'), [undefined, []])
    assert.deepEqual(given('a=b'), ['admin', ['admins by --roles']])
    const unknown = (name: string) => `the role ${name} does not come along: --roles does not name it`
    for (const name of ['admin', 'Boss', 'boss ', '__proto__', 'constructor'])
      assert.deepEqual(given(name), [undefined, [unknown(name)]], name)
    assert.deepEqual(given('\u001b[2J'), [undefined, [unknown('?[2J')]])
  })

  test('names at most a hundred other roles in the report', () => {
    const give = roleGiver(readRoleMap(undefined))
    const notes = new Set<string>()
    for (let number = 0; number < 200; number++)
      for (const note of give({ row: {}, roles: [`role-${number}`] }).notes ?? []) notes.add(note)
    assert.equal(notes.size, 101)
    assert.ok(notes.has('further roles do not come along'))
  })

  test('is refused when it is not a list of names and roles', () => {
    for (const text of ['', 'boss', 'boss=root', '=admin', 'boss=admin,', 'boss:admin'])
      assert.throws(() => readRoleMap(text), StartFault, text)
    assert.equal(readRoleMap(undefined).size, 0)
  })
})
