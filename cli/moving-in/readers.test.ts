import assert from 'node:assert/strict'
import { createHash, createHmac, scryptSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readForeignHash } from '#users/foreign-hashes/formats.ts'
import { type NewUser, readNewUser } from '#users/import/new-user.ts'
import type { ReaderOptions } from './moved-user.ts'
import type { SystemName } from './system-names.ts'
import { readers } from './systems.ts'

const vectorOf = (format: string, beginning = '') => {
  const found = foreignHashVectors.find((one) => one.format === format && one.hash.startsWith(beginning))
  assert.ok(found, format)
  return found
}
const bcrypt = vectorOf('bcrypt', '$2b$04$')

function write(name: string, text: string, folder = temporaryFolder()): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** Reads an export. For a user who is refused, the list has the text of the reason. */
async function readAll(system: SystemName, file: string, options: ReaderOptions = {}) {
  const users: (NewUser | string)[] = []
  const notes: string[][] = []
  for await (const read of readers[system](file, options)) {
    if ('refused' in read) users.push(read.refused)
    else if (read.value.skipped !== undefined) users.push(`skipped: ${read.value.skipped}`)
    else {
      const known = Object.entries(read.value.row).filter(([, value]) => value !== undefined)
      users.push(
        readNewUser(Object.fromEntries(known), { latest: Date.now(), hashes: { isFastAccepted: true } }),
      )
      notes.push(read.value.notes ?? [])
    }
  }
  return { users, notes }
}

/** Requires that the user can log in with a password, and returns the rest of the row. */
async function rowOf(user: NewUser | string | undefined, password?: string) {
  assert.ok(typeof user === 'object', String(user))
  const { password_hash, ...row } = user.row
  assert.equal(password_hash === undefined, password === undefined)
  if (password !== undefined)
    assert.equal(await readForeignHash(String(password_hash))?.verify(password), true)
  return row
}

const csv = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

describe('an export of Keycloak', () => {
  const argon2 = vectorOf('argon2', '$argon2id$v=19$m=64,t=2,p=1$')
  const pbkdf2 = vectorOf('pbkdf2', '$pbkdf2-sha512$')
  const [, , , cost = '', salt = '', value = ''] = argon2.hash.split('$')
  const [memory, passes, lanes] = cost.split(',').map((part) => part.slice(2))
  const [, , rounds, pbkdf2Salt = '', pbkdf2Value = ''] = pbkdf2.hash.split('$')
  const padded = (base64: string) => Buffer.from(base64.replaceAll('.', '+'), 'base64').toString('base64')
  const credential = (secret: object, facts: object) => ({
    type: 'password',
    secretData: JSON.stringify(secret),
    credentialData: JSON.stringify(facts),
  })
  const ada = {
    id: '0f3a5b3e-4a57-4c1a-9a83-3a6c8d1fb0aa',
    createdTimestamp: 1_704_164_645_000,
    username: 'ada',
    enabled: true,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    attributes: { locale: ['de'] },
    credentials: [
      credential(
        { value: padded(value), salt: padded(salt), additionalParameters: {} },
        {
          hashIterations: Number(passes),
          algorithm: 'argon2',
          additionalParameters: {
            hashLength: ['32'],
            memory: [memory],
            type: ['id'],
            version: ['1.3'],
            parallelism: [lanes],
          },
        },
      ),
      { type: 'otp', secretData: '{"value":"x"}', credentialData: '{}' },
    ],
  }
  const grace = {
    id: 'f2b7a1de-0000-4000-8000-000000000001',
    username: 'grace@example.com',
    enabled: false,
    email: 'grace@example.com',
    emailVerified: false,
    credentials: [
      credential(
        { value: padded(pbkdf2Value), salt: padded(pbkdf2Salt) },
        { hashIterations: Number(rounds), algorithm: 'pbkdf2-sha512' },
      ),
    ],
  }
  const unknown = {
    ...ada,
    credentials: [credential({ value: 'AA==', salt: 'AA==' }, { hashIterations: 1, algorithm: 'md4' })],
  }
  const service = { username: 'service-account-app', serviceAccountClientId: 'app', enabled: true }

  test('in one file brings passwords by argon2 and PBKDF2, names, locale, id and who is disabled', async () => {
    const realm = { realm: 'main', enabled: true, users: [ada, grace, unknown, service] }
    const { users, notes } = await readAll('keycloak', write('realm.json', JSON.stringify(realm)))
    assert.deepEqual(await rowOf(users[0], argon2.password), {
      id: ada.id,
      email: ada.email,
      username: 'ada',
      name: 'Ada Lovelace',
      locale: 'de',
      email_verified: true,
      created_at: ada.createdTimestamp,
    })
    assert.deepEqual(await rowOf(users[1], pbkdf2.password), {
      id: grace.id,
      email: grace.email,
      status: 'suspended',
      email_verified: false,
    })
    assert.deepEqual(users.slice(2), [
      'credentials: The algorithm of the password is not known.',
      'skipped: service accounts of clients',
    ])
    assert.deepEqual(notes, [
      ['an authenticator app is left behind: its secret has less than 80 bits, or more than 1,024'],
      [],
    ])
  })

  test('in a folder brings the users of all its files', async () => {
    const folder = temporaryFolder()
    write('main-realm.json', JSON.stringify({ realm: 'main', enabled: true }), folder)
    write('main-users-0.json', JSON.stringify({ realm: 'main', users: [ada] }), folder)
    write('main-users-1.json', JSON.stringify({ realm: 'main', users: [grace] }), folder)
    const { users } = await readAll('keycloak', folder)
    assert.deepEqual(
      users.map((user) => typeof user === 'object' && user.email),
      ['ada@example.com', 'grace@example.com'],
    )
  })

  test('without its users is refused, with the flag that brings them', async () => {
    const file = write('main-realm.json', JSON.stringify({ realm: 'main', enabled: true }))
    await assert.rejects(readAll('keycloak', file), (error) => {
      assert.ok(error instanceof StartFault)
      assert.match(error.faults.join(), /has no users\. .*--users realm_file/)
      return true
    })
  })
})

test('the file of hashes by the support of Auth0 brings people with the ids that their tokens had', async () => {
  const lines = [
    {
      _id: { $oid: '5dea9f9c82dd7c0e76e4ec93' },
      email: 'ada@example.com',
      email_verified: true,
      passwordHash: bcrypt.hash,
      password_set_date: { $date: '2024-01-02T03:04:05.412Z' },
      tenant: 'example',
      connection: 'Username-Password-Authentication',
      _tmp_is_unique: true,
    },
    {
      _id: { $oid: '5dea9f9c82dd7c0e76e4ec94' },
      alt_id: 'euclid',
      passwordHash: bcrypt.hash,
      identifiers: [{ type: 'email', value: 'euclid@example.com', verified: true }],
    },
    {
      user_id: 'google-oauth2|1',
      email: 'grace@example.com',
      name: 'Grace',
      blocked: true,
      created_at: '2024-01-02T03:04:05.678Z',
      user_metadata: { plan: 'pro' },
      app_metadata: { level: 3 },
    },
  ]
  const file = write('auth0.json', lines.map((line) => JSON.stringify(line)).join('\n'))
  const { users, notes } = await readAll('auth0', file)
  assert.deepEqual(await rowOf(users[0], bcrypt.password), {
    id: 'auth0|5dea9f9c82dd7c0e76e4ec93',
    email: 'ada@example.com',
    email_verified: true,
  })
  assert.deepEqual(await rowOf(users[1], bcrypt.password), {
    id: 'auth0|euclid',
    email: 'euclid@example.com',
    email_verified: true,
  })
  assert.deepEqual(await rowOf(users[2]), {
    id: 'google-oauth2|1',
    email: 'grace@example.com',
    name: 'Grace',
    status: 'suspended',
    created_at: Date.parse('2024-01-02T03:04:05.678Z'),
    metadata: { plan: 'pro' },
  })
  assert.deepEqual(notes[2], ['app_metadata does not come along'])
  const first = users[0]
  assert.ok(typeof first === 'object')
  assert.deepEqual(first.metadata, { external_id: 'auth0|5dea9f9c82dd7c0e76e4ec93' })
})

describe('an export of Firebase', () => {
  const { hash, password } = vectorOf('firebase-scrypt')
  const [, , parameters = '', salt = '', value = ''] = hash.split('$')
  const signerKey = /sk=(.*)$/.exec(parameters)?.[1]
  const user = {
    localId: 'kYi4EvWQlQTKSfnJ3dRSP6IH3ed2',
    email: 'user1@test.com',
    emailVerified: false,
    passwordHash: value.replaceAll('+', '-').replaceAll('/', '_'),
    salt,
    displayName: 'Test User 1',
    createdAt: '1508893925000',
    lastSignedInAt: '1508893926000',
    providerUserInfo: [],
  }
  const anonymous = { localId: 'a1', createdAt: '1508893925000', disabled: true }
  const file = write('users.json', JSON.stringify({ users: [user, { ...anonymous, email: 'b@test.com' }] }))

  test('brings passwords with what the hashes of the project share', async () => {
    const config = `hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: ${signerKey},\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}\n`
    const { users } = await readAll('firebase', file, { hashConfig: write('hash-config.txt', config) })
    assert.deepEqual(await rowOf(users[0], password), {
      id: user.localId,
      email: user.email,
      name: 'Test User 1',
      email_verified: false,
      created_at: 1_508_893_925_000,
      last_login_at: 1_508_893_926_000,
    })
    assert.deepEqual(await rowOf(users[1]), {
      id: 'a1',
      email: 'b@test.com',
      status: 'suspended',
      created_at: 1_508_893_925_000,
    })
  })

  test('is refused without it, and nobody comes without their password by mistake', async () => {
    await assert.rejects(readAll('firebase', file), (error) => {
      assert.ok(error instanceof StartFault)
      assert.match(error.faults.join(), /--hash-config is missing/)
      return true
    })
    const hashConfig = write('hash-config.txt', 'hash_config { algorithm: BCRYPT }')
    await assert.rejects(readAll('firebase', file, { hashConfig }), StartFault)
  })
})

test('rows of auth.users bring people of Supabase, without those who were deleted there', async () => {
  const names = [
    'id',
    'email',
    'encrypted_password',
    'email_confirmed_at',
    'created_at',
    'last_sign_in_at',
    'raw_user_meta_data',
    'banned_until',
    'deleted_at',
    'is_sso_user',
    'is_anonymous',
  ]
  const id = '7d3f3c9e-8a52-4b0e-9d3a-0c8f5d1b2a3c'
  const at = '2024-01-02 03:04:05.123456+00'
  const file = write(
    'users.csv',
    csv([
      names,
      [id, 'ada@example.com', bcrypt.hash, at, at, at, '{"full_name": "Ada Lovelace"}', '', '', 'f', 'f'],
      [id.replace('7', '8'), 'eve@example.com', '', '', at, '', '{}', '2999-01-01 00:00:00+00', '', 't', 'f'],
      [id.replace('7', '9'), 'gone@example.com', bcrypt.hash, at, at, '', '', '', at, 'f', 'f'],
      [id.replace('7', 'a'), '', '', '', at, '', '', '', '', 'f', 't'],
    ]),
  )
  const { users, notes } = await readAll('supabase', file)
  const time = Date.parse('2024-01-02T03:04:05.123Z')
  assert.deepEqual(await rowOf(users[0], bcrypt.password), {
    id,
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    email_verified: true,
    created_at: time,
    last_login_at: time,
    metadata: { full_name: 'Ada Lovelace' },
  })
  assert.deepEqual(await rowOf(users[1]), {
    id: id.replace('7', '8'),
    email: 'eve@example.com',
    status: 'suspended',
    email_verified: false,
    created_at: time,
    metadata: {},
  })
  assert.deepEqual(users.slice(2), ['skipped: users who were deleted there', 'skipped: anonymous users'])
  assert.deepEqual(notes[1], ['a link to a provider of SAML is left behind'])
})

test('the CSV of the dashboard brings people of Clerk, and tells whose second factor stays behind', async () => {
  const names = [
    'id',
    'first_name',
    'last_name',
    'username',
    'primary_email_address',
    'primary_phone_number',
    'verified_email_addresses',
    'unverified_email_addresses',
    'verified_phone_numbers',
    'unverified_phone_numbers',
    'totp_secret',
    'password_digest',
    'password_hasher',
  ]
  const file = write(
    'clerk.csv',
    csv([
      names,
      [
        'user_1',
        'Ada',
        'Lovelace',
        'ada',
        'Ada@example.com',
        '',
        'ada@example.com',
        '',
        '',
        '',
        'JBSWY3',
        bcrypt.hash,
        'bcrypt',
      ],
      ['user_2', '', '', '', 'eve@example.com', '', '', 'eve@example.com|e@example.com', '', '', '', '', ''],
    ]),
  )
  const { users, notes } = await readAll('clerk', file)
  assert.deepEqual(await rowOf(users[0], bcrypt.password), {
    id: 'user_1',
    email: 'Ada@example.com',
    username: 'ada',
    name: 'Ada Lovelace',
    email_verified: true,
  })
  assert.deepEqual(await rowOf(users[1]), { id: 'user_2', email: 'eve@example.com', email_verified: false })
  assert.deepEqual(notes, [
    ['an authenticator app is left behind: its secret has less than 80 bits, or more than 1,024'],
    ['further addresses of a user are left behind'],
  ])
})

test('rows of user and account bring people of better-auth', async () => {
  const { hash, password } = vectorOf('better-auth')
  const lines = [
    {
      id: 'sI3bUeUVP9oNcYyS',
      name: 'Ada',
      email: 'ada@example.com',
      emailVerified: true,
      role: 'admin',
      createdAt: '2024-01-02T03:04:05.000Z',
      password: hash,
      banned: false,
      twoFactorEnabled: true,
    },
    {
      id: 'x1',
      name: 'Eve',
      email: 'eve@example.com',
      emailVerified: 0,
      createdAt: 1_704_164_645,
      banned: 1,
      username: 'e e',
    },
  ]
  const file = write('users.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const { users, notes } = await readAll('better-auth', file)
  const created_at = Date.parse('2024-01-02T03:04:05Z')
  assert.deepEqual(await rowOf(users[0], password), {
    id: 'sI3bUeUVP9oNcYyS',
    name: 'Ada',
    email: 'ada@example.com',
    email_verified: true,
    created_at,
  })
  assert.deepEqual(await rowOf(users[1]), {
    id: 'x1',
    name: 'Eve',
    email: 'eve@example.com',
    status: 'suspended',
    email_verified: false,
    created_at,
  })
  assert.deepEqual(notes, [
    ['an authenticator app is left behind: the file has no twoFactorSecret'],
    ['usernames cannot be kept, and are made from the address'],
  ])
})

/**
 * The forms are those of https://supabase.com/docs/guides/auth/identities,
 * https://auth0.com/docs/manage-users/user-migration/bulk-user-exports and https://firebase.google.com/docs/cli/auth.
 */
describe('links to providers and phones', () => {
  async function foundIn(system: SystemName, file: string) {
    for await (const read of readers[system](file, {})) {
      assert.ok('value' in read, JSON.stringify(read))
      const { row, signInMethods, notes } = read.value
      return { metadata: row.metadata, identities: signInMethods?.identities, notes }
    }
    return assert.fail('The file has no user.')
  }
  const google = { provider: 'google', issuer: 'https://accounts.google.com' }
  const github = { provider: 'github', issuer: 'https://github.com' }
  const worksLater = (name: string) => `links to ${name}: they work when it is set up`

  test('come from Supabase, and a column that is not known is named', async () => {
    const identities = [
      { provider: 'email', provider_id: 'x' },
      { provider: 'google', provider_id: '107' },
      { provider: 'azure', provider_id: 'a' },
    ]
    const names = [
      'id',
      'email',
      'email_confirmed_at',
      'raw_user_meta_data',
      'identities',
      'phone',
      'recovery_token',
    ]
    const at = '2024-01-02 03:04:05+00'
    const row = ['7d3f3c9e-8a52-4b0e-9d3a-0c8f5d1b2a3c', 'ada@example.com', at, '{"plan":"pro"}']
    const file = write('users.csv', csv([names, [...row, JSON.stringify(identities), '+1555', 'x']]))
    assert.deepEqual(await foundIn('supabase', file), {
      metadata: { phone: '+1555', plan: 'pro' },
      identities: [{ ...google, subject: '107' }],
      notes: [
        'a link to azure is left behind: its users cannot be matched here',
        worksLater('google'),
        'recovery_token is left behind',
      ],
    })
  })

  test('come from Auth0, but not for an address that is not confirmed', async () => {
    const user = {
      user_id: 'google-oauth2|107',
      email: 'ada@example.com',
      email_verified: true,
      phone_number: '+1555',
      identities: [
        { provider: 'google-oauth2', user_id: '107', connection: 'google-oauth2', isSocial: true },
        { provider: 'github', user_id: 583231, connection: 'github', isSocial: true },
        { provider: 'auth0', user_id: 'x', connection: 'Username-Password-Authentication', isSocial: false },
      ],
      multifactor: ['google-authenticator'],
    }
    assert.deepEqual(await foundIn('auth0', write('auth0.json', JSON.stringify(user))), {
      metadata: { phone: '+1555' },
      identities: [
        { ...google, subject: '107' },
        { ...github, subject: '583231' },
      ],
      notes: [worksLater('google'), worksLater('github'), 'multifactor is left behind'],
    })
    const unconfirmed = write('auth0.json', JSON.stringify({ ...user, email_verified: false }))
    assert.deepEqual((await foundIn('auth0', unconfirmed)).identities, [])
  })

  test('come from Firebase', async () => {
    const user = {
      localId: 'a1',
      email: 'b@test.com',
      emailVerified: true,
      phoneNumber: '+1555',
      photoUrl: 'https://x.test/a',
      providerUserInfo: [
        { providerId: 'google.com', rawId: '107', email: 'b@test.com' },
        { providerId: 'facebook.com', rawId: '9' },
      ],
      mfaInfo: [{ mfaEnrollmentId: 'm', phoneInfo: '+1555' }],
    }
    assert.deepEqual(await foundIn('firebase', write('users.json', JSON.stringify({ users: [user] }))), {
      metadata: { phone: '+1555' },
      identities: [{ ...google, subject: '107' }],
      notes: [
        'a link to facebook.com is left behind: its users cannot be matched here',
        worksLater('google'),
        'photoUrl is left behind',
        'mfaInfo is left behind',
      ],
    })
  })

  test('come from Keycloak by what the realm says of a provider, not by its name there', async () => {
    const provider = (alias: string, providerId: string, config: object) => ({ alias, providerId, config })
    const link = (identityProvider: string) => ({ identityProvider, userId: `at ${identityProvider}` })
    const folder = temporaryFolder()
    const realms = {
      a: [provider('search', 'google', {}), provider('google', 'oidc', { clientId: 'c' })],
      b: [provider('search', 'oidc', { issuer: 'https://id.example.com' })],
    }
    for (const [realm, identityProviders] of Object.entries(realms)) {
      const organizations = [
        { alias: 'acme', members: [{ username: 'realm-a', membershipType: 'UNMANAGED' }] },
      ]
      const person = {
        username: `realm-${realm}`,
        email: `${realm}@example.com`,
        emailVerified: true,
        federatedIdentities: [link('search'), link('google')],
      }
      const federatedUsers = [{ id: 'f:1', requiredActions: [] }]
      write(`${realm}-realm.json`, JSON.stringify({ realm, identityProviders, organizations }), folder)
      write(`${realm}-users-0.json`, JSON.stringify({ realm, users: [person] }), folder)
      write(`${realm}-federated-users-0.json`, JSON.stringify({ realm, federatedUsers }), folder)
    }
    const found = []
    for await (const read of readers.keycloak(folder, {})) {
      assert.ok('value' in read, JSON.stringify(read))
      const { skipped, signInMethods, notes } = read.value
      found.push(skipped ?? [signInMethods?.identities, notes])
    }
    const unknown = 'a link to google is left behind: its users cannot be matched here'
    const skipped = 'what Keycloak added to users of a user federation (LDAP)'
    assert.deepEqual(found, [
      skipped,
      [
        [{ ...google, subject: 'at search' }],
        [unknown, worksLater('google'), 'members of organizations: the membership is left behind'],
      ],
      skipped,
      [
        [
          { provider: 'search', issuer: 'https://id.example.com', subject: 'at search' },
          { ...google, subject: 'at google' },
        ],
        [worksLater('search'), worksLater('google')],
      ],
    ])
  })

  test('are twenty at most, and the others are named', async () => {
    const identities = Array.from({ length: 22 }, (_, at) => ({ provider: 'github', user_id: at + 1 }))
    const user = { user_id: 'auth0|1', email: 'ada@example.com', email_verified: true, identities }
    const { identities: found, notes } = await foundIn('auth0', write('auth0.json', JSON.stringify(user)))
    const left = 'a link to github is left behind: a user has 20 links at most'
    assert.deepEqual([found?.length, notes], [20, [left, left, worksLater('github')]])
  })
})

/** The columns are those of the table `mfa_factors` in https://github.com/supabase/auth/blob/master/internal/models/factor.go. */
test('passwords of Kratos come in each of its spellings, and one that cannot be compared is refused', async () => {
  const password = 'wonderland'
  const [salt, base64] = ['seasalt', (bytes: string | Buffer) => Buffer.from(bytes).toString('base64')]
  const digest = (name: string, text: string) => base64(createHash(name).update(text).digest())
  const pf = (order: string) => `pf=${base64(order)}$${base64(salt)}`
  const key = base64(scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 }))
  const mac = createHmac('sha256', salt).update(password).digest('hex')
  const parts = vectorOf('firebase-scrypt')
  const [, , facts = '', firebaseSalt, firebaseKey] = parts.hash.split('$')
  const fact = (name: string) => new RegExp(`[=,]${name}=([^,]*)`).exec(`,${facts}`)?.[1]
  const [crypt, crypt6] = [vectorOf('md5-crypt', '$1$'), vectorOf('sha-crypt', '$6$')]
  const hashes: [string, string][] = [
    [`$scrypt$ln=1024,r=8,p=1$${base64(salt)}$${key}`, password],
    [`$md5$${digest('md5', password)}`, password],
    [`$md5$${pf('{SALT}{PASSWORD}')}$${digest('md5', salt + password)}`, password],
    [`$sha512$${pf('{PASSWORD}{SALT}')}$${digest('sha512', password + salt)}`, password],
    [`$sha1$${pf('{PASSWORD}')}$${digest('sha1', password)}`, password],
    [`$hmac-sha256$${base64(mac)}$${base64(salt)}`, password],
    [crypt.hash.replace('$1$', '$md5-crypt$'), crypt.password],
    [crypt6.hash.replace('$6$', '$sha512-crypt$'), crypt6.password],
    [
      `$firescrypt$ln=${fact('n')},r=${fact('r')},p=1$${firebaseSalt}$${firebaseKey}$${fact('ss')}$${fact('sk')}`,
      parts.password,
    ],
    [bcrypt.hash, bcrypt.password],
  ]
  const identityOf = (hashed_password: string, at: number) => ({
    schema_id: 'default',
    traits: { email: `user${at}@example.com` },
    credentials: { password: { config: { hashed_password } } },
  })
  const file = write('kratos.json', JSON.stringify(hashes.map(([hash], at) => identityOf(hash, at))))
  const { users } = await readAll('kratos', file)
  for (const [at, [hash, secret]] of hashes.entries()) {
    assert.ok(typeof users[at] === 'object', hash)
    const read = readForeignHash(String(users[at].row.password_hash))
    assert.equal(await read?.verify(secret), true, hash)
    assert.equal(await read?.verify(`${secret}!`), false, hash)
    assert.equal(read?.fast !== undefined, /^\$(md5|sha1|sha512\$|hmac|sha512-crypt)/.test(hash), hash)
  }
  const odd = `$sha256$${pf('{SALT}{SALT}{PASSWORD}')}$${digest('sha256', salt + salt + password)}`
  const refused = write('kratos.json', JSON.stringify([identityOf(odd, 1)]))
  await assert.rejects(readAll('kratos', refused), (error) => error instanceof Failure)
})

test('second factors of Supabase: a secret comes, one that is encrypted and any other factor is named', async () => {
  const row = (at: number, factors: object[]) => ({
    id: `x${at}`,
    email: `${at}@example.com`,
    mfa_factors: factors,
  })
  const totp = (secret: string, more: object = {}) => ({ factor_type: 'totp', secret, ...more })
  const lines = [
    row(1, [totp('JBSWY3DPEHPK3PXPJBSWY3DP'), { factor_type: 'phone' }, totp('MZXW6YTBOI')]),
    row(2, [totp('{"key_id":"k","alg":"aes-gcm-hkdf","data":"x","nonce":"y"}')]),
    row(3, [totp('JBSWY3DPEHPK3PXPJBSWY3DP', { status: 'unverified' })]),
  ]
  const file = write('users.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const found = []
  for await (const read of readers.supabase(file, {})) {
    assert.ok('value' in read, JSON.stringify(read))
    found.push([read.value.signInMethods?.totp?.form, read.value.notes])
  }
  assert.deepEqual(found, [
    [
      { digits: 6, period: 30, algorithm: 'SHA1' },
      [
        'a further authenticator app of a user is left behind',
        'a second factor of the type phone is left behind',
      ],
    ],
    [undefined, ['an authenticator app is left behind: its secret cannot be read']],
    [undefined, []],
  ])
})

/** The file of the command line: https://github.com/clerk/cli/blob/main/packages/cli-core/src/commands/migrate/export/clerk.ts */
test('the file of the command line of Clerk is joined like the list of its API', async () => {
  const columns = ['id', 'primary_email_address', 'password_digest']
  const file = write('clerk.csv', csv([columns, ['user_1', 'ada@example.com', bcrypt.hash]]))
  const both = {
    id: 'user_1',
    public_metadata: { plan: 'pro' },
    private_metadata: { stripe: 'c' },
    banned: true,
    create_organization_enabled: true,
    delete_self_enabled: true,
  }
  const ofApi = { ...both, object: 'user', email_addresses: [{ email_address: 'ada@example.com' }] }
  const ofCommand = { ...both, primary_email_address: 'ada@example.com', verified_phone_numbers: ['+1555'] }
  const found = []
  for (const other of [ofApi, ofCommand]) {
    const also = write('also.json', JSON.stringify([other]))
    for await (const read of readers.clerk(file, { also })) {
      assert.ok('value' in read, JSON.stringify(read))
      const { row, notes } = read.value
      found.push([row.metadata, row.status, notes])
    }
  }
  const one = [{ plan: 'pro' }, 'suspended', ['private_metadata is left behind']]
  assert.deepEqual(found, [one, one])
})
