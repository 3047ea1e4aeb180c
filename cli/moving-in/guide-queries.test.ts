import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fencesOf, readPage } from '#tests/documents/markdown.ts'
import { temporaryDatabase } from '#tests/support/engines.ts'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { sealAsBetterAuth } from '#tests/support/seal-as-better-auth.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { fromBase32 } from '#users/factors/core/base32.ts'
import { betterAuthColumns } from './from-better-auth.ts'
import { supabaseColumns } from './from-supabase.ts'
import type { MovedUser, ReaderOptions } from './moved-user.ts'
import type { SystemName } from './system-names.ts'
import { readers } from './systems.ts'

/** A system whose users the guide exports with a query on its database. */
interface Queried {
  /** The tables, as the system makes them. Each column that the reader reads has a value in some row. */
  database: string
  /** The columns that the reader reads. */
  columns: readonly string[]
  /** Further files by the flags that name them. */
  options?: Partial<Record<keyof ReaderOptions, string>>
  /** Each user as the reader reads the result of the query. */
  users: MovedUser[]
}

const base32 = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const [adaId, eveId] = ['0f3a5b3e-4a57-4c1a-9a83-3a6c8d1fb0aa', '0f3a5b3e-4a57-4c1a-9a83-3a6c8d1fb0ab']
const created = Date.UTC(2024, 0, 2, 3, 4, 5)
const form = { digits: 6, period: 30, algorithm: 'SHA1' as const }

/** The forms are those of the schema.ts of each plug-in in https://github.com/better-auth/better-auth. */
const betterAuth: Queried = {
  database: `
    CREATE TABLE "user" (
      id TEXT PRIMARY KEY, name TEXT, email TEXT, "emailVerified" BOOLEAN, image TEXT, "createdAt" TIMESTAMPTZ,
      "updatedAt" TIMESTAMPTZ, username TEXT, "displayUsername" TEXT, "phoneNumber" TEXT, "phoneNumberVerified" BOOLEAN,
      role TEXT, banned BOOLEAN, "banReason" TEXT, "banExpires" TIMESTAMPTZ, "isAnonymous" BOOLEAN, "twoFactorEnabled" BOOLEAN
    );
    CREATE TABLE account (
      id TEXT, "userId" TEXT, "providerId" TEXT, "accountId" TEXT, password TEXT, "accessToken" TEXT
    );
    CREATE TABLE "twoFactor" (id TEXT, "userId" TEXT, secret TEXT, "backupCodes" TEXT, verified BOOLEAN);
    INSERT INTO "user" VALUES
      ('a1', 'Ada', 'ada@example.com', true, NULL, '2024-01-02 03:04:05Z', now(), 'ada', 'Ada', '+4930123456', true,
       'admin', true, 'spam', '2999-01-01Z', false, true),
      ('e1', 'Eve', 'eve@example.com', true, NULL, '2024-01-02 03:04:05Z', now(), 'eve', 'Eve', NULL, NULL,
       'user', true, NULL, '2001-01-01Z', NULL, true),
      ('n1', 'Anonymous', 'temp@example.com', false, NULL, '2024-01-02 03:04:05Z', now(), NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, true, false);
    INSERT INTO account VALUES
      ('1', 'a1', 'credential', 'a1', 'salt:key', NULL), ('2', 'a1', 'github', '583231', NULL, 'a token');
    INSERT INTO "twoFactor" VALUES
      ('1', 'a1', '${sealAsBetterAuth('the secret', base32)}', 'codes', true),
      ('2', 'e1', '${sealAsBetterAuth('the secret', base32)}', 'codes', false);`,
  columns: betterAuthColumns,
  options: { secretFile: 'the secret' },
  users: [
    {
      row: {
        id: 'a1',
        email: 'ada@example.com',
        name: 'Ada',
        username: 'ada',
        email_verified: true,
        status: 'suspended',
        created_at: created,
        metadata: { phone: '+4930123456' },
        password_hash: 'salt:key',
      },
      signInMethods: {
        totp: { secret: Buffer.from(base32), form },
        identities: [{ provider: 'github', issuer: 'https://github.com', subject: '583231' }],
      },
      roles: ['admin'],
      notes: [
        'links to github: they work when it is set up',
        'banReason is left behind',
        'backupCodes is left behind',
      ],
    },
    {
      row: {
        id: 'e1',
        email: 'eve@example.com',
        name: 'Eve',
        username: 'eve',
        email_verified: true,
        status: undefined,
        created_at: created,
        metadata: undefined,
        password_hash: undefined,
      },
      signInMethods: { identities: [] },
      roles: [],
      notes: [
        'an authenticator app is left behind: its setup was never finished',
        'backupCodes is left behind',
      ],
    },
    {
      row: {
        id: 'n1',
        email: 'temp@example.com',
        name: 'Anonymous',
        username: undefined,
        email_verified: false,
        status: undefined,
        created_at: created,
        metadata: undefined,
        password_hash: undefined,
      },
      signInMethods: { identities: [] },
      roles: [],
      notes: [],
      skipped: 'anonymous users',
    },
  ],
}

/** The forms are those of the migrations in https://github.com/supabase/auth. */
const supabase: Queried = {
  database: `
    CREATE SCHEMA auth;
    CREATE TABLE auth.users (
      id UUID PRIMARY KEY, email TEXT, encrypted_password TEXT, email_confirmed_at TIMESTAMPTZ, created_at TIMESTAMPTZ,
      last_sign_in_at TIMESTAMPTZ, raw_user_meta_data JSONB, raw_app_meta_data JSONB, banned_until TIMESTAMPTZ,
      deleted_at TIMESTAMPTZ, is_sso_user BOOLEAN, is_anonymous BOOLEAN, phone TEXT, recovery_token TEXT
    );
    CREATE TABLE auth.identities (user_id UUID, provider TEXT, provider_id TEXT, identity_data JSONB);
    CREATE TYPE auth.factor_status AS ENUM ('unverified', 'verified');
    CREATE TYPE auth.factor_type AS ENUM ('totp', 'webauthn', 'phone');
    CREATE TABLE auth.mfa_factors (
      user_id UUID, factor_type auth.factor_type, status auth.factor_status, created_at TIMESTAMPTZ, secret TEXT
    );
    INSERT INTO auth.users VALUES
      ('${adaId}', 'ada@example.com', '$2a$10$hash', '2024-01-02 03:04:05Z', '2024-01-02 03:04:05Z',
       '2024-01-02 03:04:05Z', '{"name": "Ada"}', '{"role": "admin"}', '2999-01-01Z', NULL, true, false, '4930123456', ''),
      ('${eveId}', 'eve@example.com', '', NULL, '2024-01-02 03:04:05Z', NULL, '{}', '{}', NULL, '2024-01-02 03:04:05Z',
       false, true, NULL, '');
    INSERT INTO auth.identities VALUES ('${adaId}', 'github', '583231', '{}'), ('${adaId}', 'email', '${adaId}', '{}');
    INSERT INTO auth.mfa_factors VALUES
      ('${adaId}', 'totp', 'verified', '2024-01-02 03:04:05Z', '${base32}'),
      ('${adaId}', 'totp', 'unverified', '2024-01-02 03:04:04Z', 'AAAA'),
      ('${adaId}', 'phone', 'verified', '2024-01-02 03:04:06Z', NULL);`,
  columns: supabaseColumns,
  users: [
    {
      row: {
        id: adaId,
        email: 'ada@example.com',
        name: 'Ada',
        email_verified: true,
        status: 'suspended',
        created_at: created,
        last_login_at: created,
        password_hash: '$2a$10$hash',
        metadata: { name: 'Ada', phone: '4930123456' },
      },
      signInMethods: {
        totp: { secret: fromBase32(base32) ?? Buffer.alloc(0), form },
        identities: [{ provider: 'github', issuer: 'https://github.com', subject: '583231' }],
      },
      roles: ['admin'],
      notes: [
        'links to github: they work when it is set up',
        'a second factor of the type phone is left behind',
        'a link to a provider of SAML is left behind',
      ],
    },
    {
      row: {
        id: eveId,
        email: 'eve@example.com',
        name: undefined,
        email_verified: false,
        status: undefined,
        created_at: created,
        last_login_at: undefined,
        password_hash: undefined,
        metadata: {},
      },
      signInMethods: { identities: [] },
      roles: [],
      notes: [],
      skipped: 'users who were deleted there',
    },
  ],
}

const queried: Partial<Record<SystemName, Queried>> = { 'better-auth': betterAuth, supabase }
const commands = fencesOf(readPage('docs/guide/moving-in.md'))
  .map(({ content }) => content)
  .filter((content) => content.includes('\\copy'))

test('each query of the guide is run by a test', () => {
  const systems = commands.map((content) => /--from (\S+)/.exec(content)?.[1]).sort()
  assert.deepEqual(systems, Object.keys(queried).sort())
})

for (const [system, { database, columns, options = {}, users }] of Object.entries(queried))
  test(`the query of the guide for ${system} gives all that its reader reads`, async () => {
    const command = commands.find((content) => content.includes(`--from ${system}`)) ?? ''
    const [, query = ''] =
      /\\copy \((.*)\) TO 'users.csv' CSV HEADER"/.exec(command.replaceAll('\\"', '"')) ?? []
    await using scratch = await temporaryDatabase('postgres')
    await queryOnce(scratch.url, database)
    const found = await queryOnce<{ user: Record<string, unknown> }>(
      scratch.url,
      `SELECT row_to_json(exported) AS user FROM (${query}) exported ORDER BY id`,
    )
    const rows = found.map(({ user }) => user)
    const isGiven = (column: string) => rows.some((row) => row[column] !== null && row[column] !== undefined)
    assert.deepEqual(
      columns.filter((column) => !isGiven(column)),
      [],
      'columns that the query does not give',
    )
    assert.deepEqual(await usersIn(system as SystemName, rows, options), users)
  })

async function usersIn(
  system: SystemName,
  rows: unknown[],
  options: NonNullable<Queried['options']>,
): Promise<MovedUser[]> {
  const folder = temporaryFolder()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const lines = rows.map((row) => JSON.stringify(row)).join('\n')
  const files = Object.entries(options).map(([name, text]) => [name, write(name, text)])
  const users: MovedUser[] = []
  for await (const read of readers[system](write('export', lines), Object.fromEntries(files))) {
    assert.ok('value' in read, JSON.stringify(read))
    const { names: _, ...user } = read.value
    users.push(user)
  }
  return users
}
