import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { foreignExportsIn } from '#contract/rules/foreign-exports.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import { readPage } from '#tests/documents/markdown.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { sealAsBetterAuth } from '#tests/support/seal-as-better-auth.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readForeignHash } from '#users/foreign-hashes/formats.ts'
import { isLeftBehind } from './move-report.ts'
import type { MovedUser, ReaderOptions } from './moved-user.ts'
import { type SystemName, systemNames } from './system-names.ts'
import { readers } from './systems.ts'

const hashOf = (format: string): string =>
  String(foreignHashVectors.find((one) => one.format === format)?.hash)
const bcrypt = hashOf('bcrypt')
const [, , rounds, salt, value] = hashOf('pbkdf2').replaceAll('.', '+').split('$')
const base32 = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const ada = { id: '0f3a5b3e-4a57-4c1a-9a83-3a6c8d1fb0aa', email: 'ada@example.com' }
const phone = '+4930123456'

const otp = (subType: string) => ({
  type: 'otp',
  credentialData: JSON.stringify({ subType, digits: 6, period: 30, algorithm: 'HmacSHA1' }),
  secretData: JSON.stringify({ value: 'kG3mQ9sTzA2cXw7LbN4v' }),
})

interface Sample {
  /** An export in which users have everything that the guide names. */
  file: unknown
  /** Further files by the flags that name them. */
  options?: Partial<Record<keyof ReaderOptions, string>>
  /** What the report says is left behind, by the column of the guide. */
  counted: Record<string, readonly string[]>
}

const samples: Record<SystemName, Sample> = {
  keycloak: {
    file: {
      realm: 'main',
      organizations: [{ members: [{ username: 'ada' }] }],
      users: [
        {
          ...ada,
          username: 'ada',
          emailVerified: true,
          attributes: { plan: ['pro'], phone: [phone] },
          credentials: [
            {
              type: 'password',
              credentialData: JSON.stringify({ hashIterations: rounds, algorithm: 'pbkdf2-sha512' }),
              secretData: JSON.stringify({ salt, value }),
            },
            otp('totp'),
            otp('totp'),
            { type: 'webauthn' },
            { type: 'recovery-authn-codes' },
          ],
          federatedIdentities: [{ identityProvider: 'google', userId: '1' }],
          requiredActions: ['UPDATE_PASSWORD', 'VERIFY_EMAIL', 'CONFIGURE_TOTP', 'TERMS_AND_CONDITIONS'],
        },
        { email: 'eve@example.com', credentials: [otp('hotp')], requiredActions: ['UPDATE_PASSWORD'] },
      ],
    },
    counted: {
      'second factors': [
        'a further authenticator app of a user is left behind',
        'an authenticator app is left behind: it counts codes (HOTP)',
        'a credential of the type webauthn is left behind',
        'a credential of the type recovery-authn-codes is left behind',
      ],
      'must change': [
        'the required action VERIFY_EMAIL is left behind',
        'the required action CONFIGURE_TOTP is left behind',
        'the required action TERMS_AND_CONDITIONS is left behind',
        'the required action UPDATE_PASSWORD is left behind: the user has no password',
      ],
      organizations: ['members of organizations: the membership is left behind'],
    },
  },
  auth0: {
    file: {
      user_id: 'auth0|1',
      email: ada.email,
      email_verified: true,
      passwordHash: bcrypt,
      identities: [{ provider: 'google-oauth2', user_id: '1' }],
      multifactor: ['guardian'],
      user_metadata: { plan: 'pro' },
      app_metadata: { quota: 1 },
      phone_number: phone,
    },
    counted: {
      'second factors': ['multifactor is left behind'],
      attributes: ['app_metadata does not come along'],
    },
  },
  firebase: {
    file: {
      users: [
        {
          localId: 'a',
          email: ada.email,
          emailVerified: true,
          passwordHash: 'AAAA',
          salt: 'AAAA',
          providerUserInfo: [
            { providerId: 'google.com', rawId: '1' },
            { providerId: 'github.com', rawId: '2' },
          ],
          customAttributes: '{"quota":1}',
          phoneNumber: phone,
        },
      ],
    },
    options: {
      hashConfig: 'algorithm: SCRYPT, base64_signer_key: AAAA, rounds: 8, mem_cost: 14',
    },
    counted: { attributes: ['custom claims do not come along'] },
  },
  supabase: {
    file: {
      ...ada,
      encrypted_password: bcrypt,
      email_confirmed_at: '2024-01-02T03:04:05Z',
      phone,
      raw_user_meta_data: { plan: 'pro' },
      identities: [{ provider: 'google', provider_id: '1' }],
      mfa_factors: [
        { factor_type: 'totp', secret: base32 },
        { factor_type: 'totp', secret: base32 },
        { factor_type: 'phone' },
      ],
    },
    counted: {
      'second factors': [
        'a further authenticator app of a user is left behind',
        'a second factor of the type phone is left behind',
      ],
    },
  },
  clerk: {
    file: {
      id: 'user_1',
      primary_email_address: ada.email,
      verified_email_addresses: ada.email,
      primary_phone_number: phone,
      verified_phone_numbers: `${phone}|+4940`,
      totp_secret: base32,
      password_digest: bcrypt,
    },
    options: {
      also: JSON.stringify([
        {
          id: 'user_1',
          public_metadata: { plan: 'pro' },
          private_metadata: { note: 'x' },
          external_accounts: [{ provider: 'oauth_google', provider_user_id: '1' }],
        },
      ]),
    },
    counted: {
      attributes: ['private_metadata is left behind'],
      phone: ['further phone numbers of a user are left behind'],
    },
  },
  'better-auth': {
    file: {
      id: 'a',
      email: ada.email,
      emailVerified: true,
      twoFactorEnabled: true,
      phoneNumber: phone,
      twoFactorSecret: sealAsBetterAuth('the secret', base32),
      backupCodes: 'aa',
      plan: 'pro',
      accounts: [
        { providerId: 'credential', password: hashOf('better-auth') },
        { providerId: 'github', accountId: '2' },
      ],
    },
    options: { secretFile: 'the secret' },
    counted: { 'second factors': ['backupCodes is left behind'], attributes: ['plan is left behind'] },
  },
  kratos: {
    file: {
      id: ada.id,
      schema_id: 'default',
      traits: { email: ada.email, phone },
      organization_id: ada.id,
      metadata_public: { plan: 'pro' },
      metadata_admin: { note: 'x' },
      verifiable_addresses: [{ value: ada.email, verified: true }],
      credentials: {
        password: { config: { hashed_password: bcrypt } },
        totp: { config: { totp_url: `otpauth://totp/Old:ada?secret=${base32}` } },
        oidc: { config: { providers: [{ provider: 'google', subject: '1' }] } },
        lookup_secret: { config: { recovery_codes: [{ code: 'a' }] } },
        passkey: { config: { credentials: [{ id: 'a' }] } },
        webauthn: { config: { credentials: [{ id: 'a' }] } },
      },
    },
    counted: {
      'second factors': [
        'a credential of the type lookup_secret is left behind',
        'a credential of the type passkey is left behind',
        'a credential of the type webauthn is left behind',
      ],
      attributes: ['metadata_admin is left behind'],
      organizations: ['organization_id is left behind'],
    },
  },
  zitadel: {
    file: {
      orgs: [
        {
          humanUsers: [
            {
              userId: '7',
              user: {
                userName: 'ada',
                email: { email: ada.email, isEmailVerified: true },
                phone: { phone },
                hashedPassword: { value: bcrypt },
                otpCode: base32,
              },
            },
          ],
          oidcIdps: [{ idpId: '3', idp: { name: 'Corp', issuer: 'https://id.example.com' } }],
          userLinks: [
            { userId: '7', idpId: '3', idpName: 'Corp', providedUserId: 'a' },
            { userId: '7', idpId: '4', idpName: 'GitHub', providedUserId: '2' },
          ],
          userMetadata: [{ id: '7', key: 'plan', value: base64('pro') }],
        },
      ],
    },
    counted: {
      'links to providers': ['a link to GitHub is left behind: its users cannot be matched here'],
      organizations: ['members of organizations: the membership is left behind'],
    },
  },
}

const guide = readPage('docs/guide/moving-in.md')

/** What an export lacks because the request in the guide does not ask for it, for systems whose API exports on request. */
const notAskedFor: Partial<Record<SystemName, (field: string, path: string[]) => boolean>> = {
  kratos(field, path) {
    return field === 'config' && !guide.includes(`include_credential=${path.at(-1)}`)
  },
  zitadel(field) {
    const asksFor = (flag: string) => guide.includes(`"${flag}": true`)
    return (
      (field === 'hashedPassword' && !asksFor('withPasswords')) ||
      (field === 'otpCode' && !asksFor('withOtp'))
    )
  },
}

/** Returns a part of a sample as the request in the guide exports it. */
function asExported(system: SystemName, part: unknown, path: string[] = []): unknown {
  if (Array.isArray(part)) return part.map((one) => asExported(system, one, path))
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) =>
      notAskedFor[system]?.(name, path) ? [] : [[name, asExported(system, value, [...path, name])]],
    ),
  )
}

/** What of each column of the guide comes with a user. */
const comes: Record<string, (user: MovedUser) => boolean> = {
  'password hash': ({ row }) => readForeignHash(String(row.password_hash)) !== undefined,
  'second factors': ({ signInMethods }) => signInMethods?.totp !== undefined,
  'links to providers': ({ signInMethods }) => (signInMethods?.identities ?? []).length > 0,
  attributes: ({ row }) => isObject(row.metadata) && row.metadata.plan === 'pro',
  phone: ({ row }) => isObject(row.metadata) && row.metadata.phone === phone,
  'must change': ({ signInMethods }) => signInMethods?.mustChangePassword === true,
  organizations: () => false,
}

async function usersIn(system: SystemName): Promise<MovedUser[]> {
  const { file, options = {} } = samples[system]
  const folder = temporaryFolder()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const named = Object.entries(options).map(([name, text]) => [name, write(name, text)])
  const users: MovedUser[] = []
  for await (const read of readers[system](
    write('export', JSON.stringify(asExported(system, file))),
    Object.fromEntries(named),
  )) {
    assert.ok('value' in read, JSON.stringify(read))
    users.push(read.value)
  }
  return users
}

test('what the guide says of each system comes along, or is counted and named by the report', async () => {
  const table = guide
    .split('\n')
    .filter((line) => /^\| (system|\[?[A-Z]|\[better)/.test(line) && line.split('|').length === 10)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [[, ...columns] = [], ...systems] = table
  assert.deepEqual(columns, Object.keys(comes))
  assert.equal(systems.length, 12)
  const nameOf = (cell: string) => cell.replace(/^\[(?:Ory )?([^\]]+)\].*$/, '$1').toLowerCase()
  const read = systems.filter((cells) => cells.some((cell) => /✓|counted/.test(cell)))
  assert.deepEqual(read.map(([system = '']) => nameOf(system)).sort(), [...systemNames])
  for (const [name = '', ...cells] of read) {
    const system = nameOf(name) as SystemName
    const users = await usersIn(system)
    const notes = users.flatMap((user) => user.notes ?? [])
    const { counted, file } = samples[system]
    const looksLike = new Set(foreignExportsIn(JSON.stringify(file)).map(({ from }) => from))
    assert.deepEqual([...looksLike], [system], 'the command recognises the file')
    for (const [at, column] of columns.entries()) {
      const cell = cells[at] ?? ''
      assert.equal(
        users.some((user) => comes[column]?.(user)),
        cell.includes('✓'),
        `${system} ${column}: ${cell}`,
      )
      const left = counted[column] ?? []
      assert.equal(left.length > 0, cell.includes('counted'), `${system} ${column}: ${cell}`)
      for (const note of left) {
        assert.ok(notes.includes(note), `${system} ${column}: ${note}\n${notes.join('\n')}`)
        assert.ok(isLeftBehind(note), note)
      }
    }
  }
})
