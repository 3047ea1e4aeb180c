import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { hChaCha20 } from '#cli/moving-in/xchacha20.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines } from '#tests/support/engines.ts'
import { type Row, rowId, summaryOf } from '#tests/support/export-file.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { type Installation, newInstallation, type Served } from '#tests/support/installation.ts'
import { sealAsBetterAuth } from '#tests/support/seal-as-better-auth.ts'
import { allRows } from '#tests/support/stored.ts'
import { send } from '#tests/support/system.ts'

/**
 * The exports are small ones of our own, in the forms that these pages and files describe:
 * - Keycloak: OTPCredentialModel.java and UserRepresentation.java of https://github.com/keycloak/keycloak
 * - Clerk: https://clerk.com/docs/guides/development/migrating/export-from-clerk
 * - better-auth: https://www.better-auth.com/docs/plugins/2fa and its function `symmetricEncrypt`
 * - Ory Kratos: https://www.ory.sh/docs/kratos/reference/api#tag/identity/operation/getIdentity
 * - ZITADEL: internal/api/grpc/admin/export.go of https://github.com/zitadel/zitadel
 */
const bcrypt = foreignHashVectors.find(
  ({ format, hash }) => format === 'bcrypt' && hash.startsWith('$2b$04$'),
)
const phc = foreignHashVectors.find(({ hash }) => hash.startsWith('$argon2id$v=19$m=64,t=2,p=1$'))

function write(installation: Installation, text: string): string {
  const file = installation.newPath()
  writeFileSync(file, text)
  return file
}

const newSecret = (bytes: number) => new Secret({ size: bytes })
const codeOf = (secret: Secret, form: object = {}) => new TOTP({ secret, ...form }).generate()

/** Signs in with the old password and the old app, and requires that the password alone, or another code, is not enough. */
async function signIn(
  { auth }: Served,
  username: string,
  password: string,
  codeNow: () => string,
): Promise<string> {
  const first = await send('POST', `${auth}/auth/login`, { body: { username, password } })
  assert.deepEqual([first.status, first.body.code], [401, 'second_factor_required'], username)
  const second = (sent: string) =>
    send('POST', `${auth}/api/v1/auth/login/totp`, {
      body: { login_token: first.body.login_token, code: sent },
    })
  const code = codeNow()
  const wrong = await second(code.replace(/./g, (digit) => String((Number(digit) + 1) % 10)))
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'second_factor_invalid'], username)
  const short = await second(code.length > 6 ? code.slice(-6) : `${code}0`)
  assert.deepEqual([short.status, short.body.code], [401, 'second_factor_invalid'], username)
  const right = await second(codeNow())
  assert.equal(right.status, 200, `${username}: ${JSON.stringify(right.body)}`)
  return right.body.access_token
}

async function take(installation: Installation, ...args: string[]): Promise<string> {
  const { code, out, err } = await installation.run('import', ...args)
  assert.equal(code, 0, err)
  return out
}

async function metadataOf(installation: Installation, email: string): Promise<unknown> {
  const rows = (await installation.rows('users')).map((row) => JSON.parse(row) as Row)
  return JSON.parse(String(rows.find((row) => row.email === email)?.metadata))
}

async function linksIn(installation: Installation): Promise<unknown[]> {
  const rows = (await installation.rows('identities')).map((row) => JSON.parse(row) as Row)
  return rows.map(({ issuer, subject, provider }) => [issuer, subject, provider]).sort()
}

test('the key of XChaCha20 is that of draft-irtf-cfrg-xchacha-03, section 2.2.1', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
  const nonce = Buffer.from('000000090000004a0000000031415927', 'hex')
  assert.equal(
    hChaCha20(key, nonce).toString('hex'),
    '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc',
  )
})

for (const engine of engines)
  describe(`people of another system on ${engine}`, () => {
    test('sign in with their password and their authenticator app of Keycloak, whatever its codes are', async () => {
      await using installation = await newInstallation(engine)
      installation.environment.LATCHKEY_MASTER_KEY = randomBytes(32).toString('base64')
      const forms = [
        { digits: 6, period: 30, algorithm: 'SHA1' },
        { digits: 8, period: 60, algorithm: 'SHA256' },
        { digits: 8, period: 30, algorithm: 'SHA512' },
      ]
      const letters = 'kG3mQ9sTzA2cXw7LbN4v'
      const coded = newSecret(10)
      const secrets = [Secret.fromUTF8(letters), Secret.fromUTF8(letters), coded]
      const [, , , cost = '', salt = '', value = ''] = String(phc?.hash).split('$')
      const [memory, passes, lanes] = cost.split(',').map((part) => part.slice(2))
      const padded = (base64: string) => Buffer.from(base64, 'base64').toString('base64')
      const password = {
        type: 'password',
        secretData: JSON.stringify({ value: padded(value), salt: padded(salt), additionalParameters: {} }),
        credentialData: JSON.stringify({
          hashIterations: Number(passes),
          algorithm: 'argon2',
          additionalParameters: { memory: [memory], type: ['id'], version: ['1.3'], parallelism: [lanes] },
        }),
      }
      const otp = (at: number, more: object = {}) => ({
        type: 'otp',
        secretData: JSON.stringify({ value: at === 2 ? coded.base32 : letters }),
        credentialData: JSON.stringify({
          subType: 'totp',
          counter: 0,
          ...forms[at],
          algorithm: `Hmac${forms[at]?.algorithm}`,
          ...(at === 2 && { secretEncoding: 'BASE32' }),
          ...more,
        }),
      })
      const person = (at: number, more: object) => ({
        id: rowId(at + 1),
        username: `user-${at}`,
        email: `user-${at}@example.com`,
        emailVerified: true,
        enabled: true,
        credentials: [password, otp(at % 3)],
        ...more,
      })
      const realm = {
        realm: 'main',
        identityProviders: [
          { alias: 'google', providerId: 'google', config: { clientId: 'c' } },
          { alias: 'corp', providerId: 'oidc', config: { issuer: 'https://id.example.com' } },
        ],
        users: [
          person(0, {
            attributes: { locale: ['de'], phone: ['+44 1'], tags: ['a', 'b'] },
            federatedIdentities: [
              { identityProvider: 'google', userId: '1077', userName: 'u' },
              { identityProvider: 'corp', userId: 'c-1', userName: 'u' },
              { identityProvider: 'facebook', userId: '9', userName: 'u' },
            ],
          }),
          person(1, {}),
          person(2, {}),
          person(3, { credentials: [password], requiredActions: ['UPDATE_PASSWORD', 'CONFIGURE_TOTP'] }),
          person(4, {
            credentials: [password, otp(0, { subType: 'hotp' }), { type: 'webauthn' }],
            emailVerified: false,
            federatedIdentities: [{ identityProvider: 'google', userId: '5', userName: 'u' }],
            notes: 'something new',
          }),
        ],
      }
      const file = write(installation, JSON.stringify(realm))
      const dry = await take(installation, file, '--from', 'keycloak', '--dry-run')
      assert.deepEqual(await installation.rows('users'), [])
      const out = await take(installation, file, '--from', 'keycloak')
      assert.equal(dry.slice(0, dry.indexOf('\nThis was')), out)
      for (const note of [
        '3 +authenticator apps',
        '1 +an authenticator app is left behind: it counts codes \\(HOTP\\)',
        '1 +a credential of the type webauthn is left behind',
        '1 +a link to facebook is left behind: its users cannot be matched here',
        "1 +a link to google is left behind: the user's email address is not confirmed",
        '1 +links to google: they work when it is set up',
        '1 +must change the password at the next sign-in',
        '1 +the required action CONFIGURE_TOTP is left behind',
        '1 +notes is left behind',
      ])
        assert.match(out, new RegExp(`^${note}$`, 'm'))
      assert.deepEqual(await metadataOf(installation, 'user-0@example.com'), {
        phone: '+44 1',
        tags: ['a', 'b'],
      })
      assert.deepEqual(await linksIn(installation), [
        ['https://accounts.google.com', '1077', 'google'],
        ['https://id.example.com', 'c-1', 'corp'],
      ])

      const started = await installation.start()
      for (const [at, form] of forms.entries())
        await signIn(started, `user-${at}`, String(phc?.password), () => codeOf(secrets[at] as Secret, form))
      const body = { username: 'user-3', password: String(phc?.password) }
      const must = await send('POST', `${started.auth}/auth/login`, { body })
      assert.deepEqual(
        [must.status, must.body.code],
        [403, 'password_change_required'],
        JSON.stringify(must.body),
      )
      const changed = { token: must.body.reset_token, password: 'another long password' }
      const reset = await send('POST', `${started.auth}/api/v1/auth/password/reset`, { body: changed })
      assert.ok(reset.status < 300, JSON.stringify(reset.body))

      await using other = await newInstallation(engine)
      other.environment.LATCHKEY_MASTER_KEY = installation.environment.LATCHKEY_MASTER_KEY
      const exported = installation.newPath()
      assert.equal((await installation.run('export', exported)).code, 0)
      assert.deepEqual(summaryOf(await take(other, exported), 'totp_factor'), [3, 3, 0, 0, 0])
      const formsOf = async (one: Installation) =>
        (await one.rows('totp_factors'))
          .map((row) => JSON.parse(row) as Row)
          .map(({ user_id, digits, period, algorithm }) => [user_id, digits, period, algorithm].join(' '))
          .sort()
      assert.deepEqual(await formsOf(other), await formsOf(installation))
    })

    test('sign in with both after an import of Clerk, whose two files are joined, and users overwrite nothing', async () => {
      await using installation = await newInstallation(engine)
      installation.environment.LATCHKEY_MASTER_KEY = randomBytes(32).toString('base64')
      const secret = newSecret(10)
      const columns = [
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
      const ada = [
        'user_1',
        'Ada',
        'L',
        'ada',
        'ada@example.com',
        '+1555',
        'ada@example.com',
        '',
        '+1555',
        '',
        secret.base32,
        String(bcrypt?.hash),
        'bcrypt',
      ]
      const csv = write(installation, `${columns.join(',')}\r\n${ada.join(',')}\r\n`)
      const api = [
        {
          id: 'user_1',
          object: 'user',
          public_metadata: { plan: 'pro', beta: false },
          unsafe_metadata: { theme: 'dark', plan: 'any' },
          private_metadata: { stripe: 'c' },
          backup_code_enabled: true,
          banned: false,
          external_accounts: [
            { object: 'external_account', provider: 'oauth_google', provider_user_id: '42' },
          ],
        },
        { id: 'user_2', object: 'user' },
      ]
      const also = write(installation, JSON.stringify(api))
      const out = await take(installation, csv, '--from', 'clerk', '--also', also)
      assert.deepEqual(summaryOf(out, 'user'), [2, 1, 0, 1, 0])
      for (const note of [
        'private_metadata is left behind',
        'plan of the metadata that users write is left behind: the system has its own',
        'backup_code_enabled is left behind',
        'left out: users who are only in the file of --also',
      ])
        assert.match(out, new RegExp(`^1 +${note}$`, 'm'))
      assert.deepEqual(await metadataOf(installation, 'ada@example.com'), {
        plan: 'pro',
        beta: false,
        theme: 'dark',
        phone: '+1555',
        external_id: 'user_1',
      })
      assert.deepEqual(await linksIn(installation), [['https://accounts.google.com', '42', 'google']])
      const started = await installation.start()
      await signIn(started, 'ada', String(bcrypt?.password), () => codeOf(secret))
    })

    test('sign in with both after an import of better-auth, whose secrets its own secret opens', async () => {
      await using installation = await newInstallation(engine)
      installation.environment.LATCHKEY_MASTER_KEY = randomBytes(32).toString('base64')
      const letters = 'R7aQm2LxTz09bVwYcN5pKdGhJsEfUiOq'
      const row = (name: string, more: object) => ({
        id: `id-${name}`,
        name,
        email: `${name}@example.com`,
        emailVerified: true,
        username: name,
        createdAt: '2024-01-02T03:04:05.000Z',
        twoFactorEnabled: true,
        ...more,
      })
      const accounts = [
        { providerId: 'credential', accountId: 'id-ada', password: bcrypt?.hash },
        { providerId: 'github', accountId: '583231' },
        { providerId: 'microsoft', accountId: 'm' },
      ]
      const lines = [
        row('ada', {
          accounts,
          twoFactorSecret: sealAsBetterAuth('a secret of the old app', letters),
          twoFactorDigits: 8,
          phoneNumber: '+1555',
        }),
        row('eve', { password: bcrypt?.hash, twoFactorSecret: sealAsBetterAuth('another secret', letters) }),
      ]
      const file = write(installation, lines.map((line) => JSON.stringify(line)).join('\n'))
      const secretFile = write(installation, 'a secret of the old app\n')
      for (const from of [['--from', 'clerk'], []]) {
        const refused = await installation.run('import', file, ...from, '--secret-file', secretFile)
        assert.deepEqual([refused.code, refused.out], [2, ''], refused.err)
      }
      const without = await take(installation, file, '--from', 'better-auth', '--dry-run')
      assert.match(without, /^2 +an authenticator app is left behind: --secret-file is missing$/m)
      const out = await take(installation, file, '--from', 'better-auth', '--secret-file', secretFile)
      assert.match(out, /^1 +an authenticator app is left behind: its secret cannot be read$/m)
      assert.match(out, /^1 +a link to microsoft is left behind/m)
      assert.deepEqual(await linksIn(installation), [['https://github.com', '583231', 'github']])
      const started = await installation.start()
      const code = () => codeOf(Secret.fromUTF8(letters), { digits: 8 })
      await signIn(started, 'ada', String(bcrypt?.password), code)
    })

    test('sign in with both after an import of Kratos, and the app can be left out', async () => {
      await using installation = await newInstallation(engine)
      installation.environment.LATCHKEY_MASTER_KEY = randomBytes(32).toString('base64')
      const secret = newSecret(20)
      const identity = {
        id: rowId(1),
        schema_id: 'default',
        state: 'active',
        created_at: '2024-01-02T03:04:05.123456Z',
        traits: {
          email: 'ada@example.com',
          username: 'ada',
          name: { first: 'Ada', last: 'L' },
          phone: '+1555',
        },
        verifiable_addresses: [{ value: 'ada@example.com', verified: true, via: 'email' }],
        metadata_public: { plan: 'pro' },
        metadata_admin: { note: 'x' },
        credentials: {
          password: { type: 'password', config: { hashed_password: bcrypt?.hash } },
          totp: {
            type: 'totp',
            config: {
              totp_url: `otpauth://totp/Old:ada?secret=${secret.base32}&issuer=Old&algorithm=SHA256&digits=8&period=60`,
            },
          },
          oidc: { type: 'oidc', config: { providers: [{ provider: 'google', subject: '7' }] } },
          lookup_secret: { type: 'lookup_secret', config: { recovery_codes: [{ code: 'a' }] } },
        },
      }
      const file = write(installation, JSON.stringify([identity]))
      await using bare = await newInstallation(engine)
      const refused = await bare.run('import', file, '--from', 'kratos')
      assert.deepEqual([refused.code, (await bare.rows('users')).length], [1, 0])
      assert.match(refused.err, /LATCHKEY_MASTER_KEY.*--without-second-factors/)
      const left = await take(bare, file, '--from', 'kratos', '--without-second-factors')
      assert.match(
        left,
        /^1 +an authenticator app is left out: these users sign in with the password alone$/m,
      )
      const out = await take(installation, file, '--from', 'kratos')
      assert.match(out, /^1 +a credential of the type lookup_secret is left behind$/m)
      assert.match(out, /^1 +metadata_admin is left behind$/m)
      assert.deepEqual(await metadataOf(installation, 'ada@example.com'), { plan: 'pro', phone: '+1555' })
      assert.deepEqual(await linksIn(installation), [['https://accounts.google.com', '7', 'google']])
      const started = await installation.start()
      const form = { algorithm: 'SHA256', digits: 8, period: 60 }
      const password = String(bcrypt?.password)
      const token = await signIn(started, 'ada', password, () => codeOf(secret, form))
      const own = `${started.users}/api/v1/users/me/factors/totp`
      assert.equal((await send('DELETE', own, { token })).status, 204)
      const body = { username: 'ada', password }
      const alone = await send('POST', `${started.auth}/auth/login`, { body })
      assert.equal(alone.status, 200, 'an app that was removed is asked for no longer')
    })

    test('sign in with both after an import of ZITADEL, whose links, metadata and roles are beside its users', async () => {
      await using installation = await newInstallation(engine)
      installation.environment.LATCHKEY_MASTER_KEY = randomBytes(32).toString('base64')
      const secret = newSecret(20)
      const base64 = (text: string) => Buffer.from(text).toString('base64')
      const link = (idpId: string, idpName: string) => ({
        userId: '7',
        idpId,
        idpName,
        providedUserId: 'a-7',
      })
      const user = {
        userName: 'ada',
        profile: {
          firstName: 'Ada',
          lastName: 'L',
          displayName: 'Ada L',
          preferredLanguage: 'de',
          nickName: 'a',
        },
        email: { email: 'ada@example.com', isEmailVerified: true },
        phone: { phone: '+1555', isPhoneVerified: true },
        hashedPassword: { value: bcrypt?.hash },
        otpCode: secret.base32,
      }
      const organization = {
        orgId: '1',
        org: { name: 'Acme' },
        humanUsers: [{ userId: '7', user }],
        machineUsers: [{ userId: '8', user: { userName: 'robot' } }],
        oidcIdps: [{ idpId: '3', idp: { name: 'Corp', issuer: 'https://id.example.com' } }],
        userLinks: [link('3', 'Corp'), link('4', 'GitHub')],
        userMetadata: [
          { id: '7', key: 'plan', value: base64('pro') },
          { id: '7', key: 'key', value: '//8=' },
        ],
        projects: [{ projectId: '2', project: { name: 'shop' } }],
        userGrants: [{ userId: '7', projectId: '2', roleKeys: ['boss'] }],
        orgMembers: [{ userId: '7', roles: ['ORG_OWNER'] }],
      }
      const file = write(installation, JSON.stringify({ orgs: [organization, { orgId: '9' }] }))
      const out = await take(installation, file, '--from', 'zitadel', '--roles', 'shop/boss=admin')
      for (const note of [
        'authenticator apps',
        'a link to GitHub is left behind: its users cannot be matched here',
        'admins by --roles',
        'left out: machine users',
        'links to corp: they work when it is set up',
        'members of organizations: the membership is left behind',
        'metadata that is no text is left behind',
        'nickName is left behind',
        'the role ORG_OWNER does not come along: --roles does not name it',
      ])
        assert.match(out, new RegExp(`^1 +${note}$`, 'm'))
      assert.deepEqual(await metadataOf(installation, 'ada@example.com'), {
        plan: 'pro',
        phone: '+1555',
        external_id: '7',
      })
      assert.deepEqual(await linksIn(installation), [['https://id.example.com', 'a-7', 'corp']])
      const started = await installation.start()
      await signIn(started, 'ada', String(bcrypt?.password), () => codeOf(secret))
    })

    test('leave their secret nowhere in the clear, and their hash in its own column only', async () => {
      await using installation = await newInstallation(engine)
      installation.environment.LATCHKEY_MASTER_KEY = randomBytes(32).toString('base64')
      const secret = newSecret(20)
      const hash = String(bcrypt?.hash)
      const uri = `otpauth://totp/Old:ada?secret=${secret.base32}`
      const identity = {
        id: rowId(1),
        traits: { email: 'ada@example.com', username: 'ada' },
        credentials: {
          password: { type: 'password', config: { hashed_password: hash } },
          totp: { type: 'totp', config: { totp_url: uri } },
        },
      }
      const folder = dirname(installation.newPath())
      const file = write(installation, JSON.stringify(identity))
      const said: string[] = []
      for (const more of [['--dry-run'], ['--json'], []])
        said.push(await take(installation, file, '--from', 'kratos', ...more))
      rmSync(file)
      const started = await installation.start()
      await signIn(started, 'ada', String(bcrypt?.password), () => codeOf(secret))
      await started.stop()
      const stored: string[] = []
      for (const url of Object.values(installation.urls)) {
        const db = await openDatabase(url, commandDatabaseOptions)
        for (const [table, rows] of await allRows(db)) {
          if (table === 'users') for (const row of rows) Object.assign(row as Row, { password_hash: '' })
          stored.push(JSON.stringify(rows))
        }
        await db.close()
      }
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      for (const one of files)
        if (one.isFile()) stored.push(readFileSync(join(one.parentPath, one.name), 'latin1'))
      const everything = [...said, ...stored].join('\n')
      const bytes = Buffer.from(secret.buffer)
      const encoded = (['base64', 'base64url', 'hex', 'latin1'] as const).map((one) => bytes.toString(one))
      for (const text of [hash, secret.base32, secret.hex, ...encoded])
        assert.ok(!everything.includes(text), 'a secret stands in the clear')
      assert.ok(everything.includes('ada@example.com'), 'the search reads what is there')
    })
  })
