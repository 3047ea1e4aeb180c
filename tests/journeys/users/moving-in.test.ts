import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { engines } from '#tests/support/engines.ts'
import { type Row, rowId, summaryOf } from '#tests/support/export-file.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'
import { latchkey } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'

const vector = foreignHashVectors.find(({ format }) => format === 'bcrypt')
const hash = String(vector?.hash)
const password = String(vector?.password)

function write(installation: Installation, lines: (Row | string)[]): string {
  const file = installation.newPath()
  writeFileSync(
    file,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )
  return file
}

/** Returns the users of an installation by email address, without the fields that differ in each run. */
async function usersIn(installation: Installation): Promise<Record<string, Row>> {
  const rows = (await installation.rows('users')).map((row) => JSON.parse(row) as Row)
  return Object.fromEntries(rows.map((row) => [String(row.email), row]))
}

for (const engine of engines)
  describe(`users of another system on ${engine}`, () => {
    test('come with an address and whatever else is known of them, and log in with their old password', async () => {
      await using installation = await newInstallation(engine)
      const id = rowId(7).toUpperCase()
      const csv = write(installation, [
        'email,id,username,name,email_verified,created_at,role,status,locale,metadata,password_hash,last_login_at',
        `Ada@Example.com,42,Ada,"Lovelace, Ada",true,2024-01-02T03:04:05Z,user,active,de,"{""plan"":""pro""}",${hash},1704164645000`,
        'jo@example.com,,,,,,,,,,,',
        'jo@example.org,,,,f,2024-01-02 03:04:05.5+01,,,,,,',
        `grace.h+x@example.com,${id},,,,,,suspended,,,,`,
      ])
      const imported = await installation.run('import', csv)
      assert.deepEqual([imported.code, summaryOf(imported.out, 'user')], [0, [4, 4, 0, 0, 0]], imported.err)
      const { metadata, created_at, email_verified_at, last_login_at, ...ada } =
        (await usersIn(installation))['Ada@Example.com'] ?? {}
      assert.deepEqual(JSON.parse(String(metadata)), { plan: 'pro', external_id: '42' })
      const createdAt = Date.parse('2024-01-02T03:04:05Z')
      assert.deepEqual([created_at, email_verified_at, last_login_at].map(Number), [
        createdAt,
        createdAt,
        1_704_164_645_000,
      ])
      assert.deepEqual(
        [ada.username, ada.name, ada.locale, ada.role, ada.status, ada.password_form],
        ['Ada', 'Lovelace, Ada', 'de', 'user', 'active', 'bcrypt 4'],
      )
      const users = await usersIn(installation)
      assert.equal(users['jo@example.com']?.username, 'jo-user')
      assert.match(String(users['jo@example.org']?.username), /^jo-user-[0-9a-f]{6}$/)
      assert.equal(Number(users['jo@example.org']?.created_at), Date.parse('2024-01-02T02:04:05.500Z'))
      assert.equal(users['jo@example.org']?.email_verified_at, null)
      const grace = users['grace.h+x@example.com']
      assert.deepEqual([grace?.id, grace?.username, grace?.status], [rowId(7), 'grace.hx', 'suspended'])

      const counted = await installation.run('users', 'foreign-passwords')
      assert.deepEqual([counted.code, counted.err], [0, ''])
      assert.match(
        counted.out,
        /^HASH +USERS\nbcrypt 4 +1\ntotal +1\nThese hashes are accepted without a time limit/,
      )
      const end = await installation.run(
        'users',
        'foreign-passwords',
        '--foreign-passwords-until',
        '2020-01-01',
      )
      assert.match(end.out, /^These hashes have not been accepted since 2020-01-01T00:00:00\.000Z/m)

      const started = await installation.start()
      const logIn = (username: string, secret: string) =>
        send('POST', `${started.auth}/auth/login`, { body: { username, password: secret } })
      assert.equal((await logIn('ada', `${password}!`)).status, 401)
      assert.equal((await logIn('ada@example.com', password)).status, 200)
      const after = (await usersIn(installation))['Ada@Example.com']
      assert.match(String(after?.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      assert.equal(after?.password_form, null)
      assert.equal((await logIn('ada', password)).status, 200)
    })

    test('are imported once, however often the file is, and one who changed here stays as it is', async () => {
      await using installation = await newInstallation(engine)
      const rows = [
        { email: 'ada@example.com' },
        { email: 'jo@example.com', id: rowId(1), username: 'jo-2' },
        { email: 'eve@example.com', id: 'auth0|1' },
      ]
      assert.deepEqual(
        summaryOf((await installation.run('import', write(installation, rows))).out, 'user'),
        [3, 3, 0, 0, 0],
      )
      const before = await installation.rows('users')
      const changed = rows.map((row) => ({ ...row, name: 'Another', password_hash: hash }))
      const again = await installation.run(
        'import',
        write(installation, [...changed, { email: 'ADA@example.com.' }]),
      )
      assert.deepEqual([again.code, summaryOf(again.out, 'user')], [1, [4, 0, 3, 0, 1]], again.err)
      const third = await installation.run('import', write(installation, changed))
      assert.deepEqual([third.code, third.err, summaryOf(third.out, 'user')], [0, '', [3, 0, 3, 0, 0]])
      assert.deepEqual(await installation.rows('users'), before)
    })

    test('are refused each with its line and its reason, duplicates too, and the others come', async () => {
      await using installation = await newInstallation(engine)
      assert.equal(
        (
          await installation.run(
            'import',
            write(installation, [{ email: 'here@example.com', username: 'here' }]),
          )
        ).code,
        0,
      )
      const refused: [Row | string, RegExp][] = [
        ['{', /The text is not JSON/],
        ['[]', /not a JSON object/],
        [{ name: 'Nobody' }, /: email: There is no email address/],
        [{ email: 'a@example.com, b@example.com' }, /: email: This is not a plain/],
        [{ email: 'ADA@example.com' }, /: email: An earlier row has the same one\. See .*:1\./],
        [{ email: 'c@example.com', username: 'ADA' }, /: username: An earlier row/],
        [{ email: 'c@example.com', username: 'Here' }, /: username: Another user has this username/],
        [{ email: 'here@example.com', id: rowId(3) }, /: email: Another user has this email address/],
        [{ email: 'd@example.com', username: 'a b' }, /: username: /],
        [{ email: 'e@example.com', password_hash: 'secret words' }, /: password_hash: It is not a hash/],
        [{ email: 'f@example.com', password_hash: `$P$S${'a'.repeat(30)}` }, /takes more than 65,536 rounds/],
        [{ email: 'g@example.com', email_verified: 'perhaps' }, /: email_verified: This is neither/],
        [{ email: 'h@example.com', created_at: 'yesterday' }, /: created_at: This is not a time/],
        [{ email: 'k@example.com', created_at: '20240102030405' }, /: created_at: This is in the future/],
        [
          { email: 'l@example.com', last_login_at: '2999-01-01T00:00:00Z' },
          /: last_login_at: This is in the/,
        ],
        [{ email: 'j@example.com', passwd: 'x' }, /: passwd: There is no such field/],
      ]
      const rows = [
        { email: 'ada@example.com', username: 'ada' },
        ...refused.map(([row]) => row),
        { email: 'last@example.com' },
      ]
      const file = write(installation, rows)
      const before = await installation.rows('users')
      for (const isDryRun of [true, false]) {
        const { code, err, out } = await installation.run('import', file, ...(isDryRun ? ['--dry-run'] : []))
        assert.equal(code, 1)
        const lines = err.trimEnd().split('\n')
        for (const [at, [, reason]] of refused.entries()) {
          const line = lines.find((one) => one.startsWith(`${file}:${at + 2}: `)) ?? ''
          assert.match(line, reason, `${at + 2}: ${err}`)
        }
        assert.equal(lines.length, refused.length + 1)
        assert.ok(!err.includes('secret words'))
        assert.deepEqual(summaryOf(out, 'user'), [refused.length + 2, 2, 0, 0, refused.length])
        assert.match(out, /^2 +email: An earlier row has|^1 +email: An earlier row has/m)
        assert.equal(out.includes('nothing was changed'), isDryRun)
        if (isDryRun) assert.deepEqual(await installation.rows('users'), before)
      }
      assert.deepEqual(Object.keys(await usersIn(installation)).sort(), [
        'ada@example.com',
        'here@example.com',
        'last@example.com',
      ])
    })
  })

test('a CSV that is not UTF-8 is refused line by line, and the other rows come', async () => {
  await using installation = await newInstallation('sqlite')
  const file = installation.newPath()
  const rows = [
    'email,name',
    'ada@example.com,Ada',
    'zoe@example.com,"Zo\u00eb, a"',
    'jo@example.com,"J\u00f3\r\n2"',
    'bo@example.com,Bo',
  ]
  writeFileSync(file, Buffer.from(rows.join('\r\n'), 'latin1'))
  const { code, out, err } = await installation.run('import', file)
  assert.deepEqual([code, summaryOf(out, 'user')], [1, [4, 2, 0, 0, 2]], err)
  for (const line of [3, 4])
    assert.match(err, new RegExp(`:${line}: The row is not UTF-8\\. Save the file as UTF-8`, 'm'))
  assert.match(err, /^latchkey: 2 users were not imported\. Correct their rows/m)
  assert.deepEqual(Object.keys(await usersIn(installation)).sort(), ['ada@example.com', 'bo@example.com'])
  for (const more of ['', 'cy@example.com,Cy\n']) {
    writeFileSync(file, Buffer.from(`email,name\nzoe@example.com,Zo\u00eb\n${more}`, 'latin1'))
    assert.match((await installation.run('import', file)).err, /:2: The row is not UTF-8/, 'as the first row')
  }
  writeFileSync(file, Buffer.from('email,n\u00e4me\na@example.com,A\n', 'latin1'))
  assert.match((await installation.run('import', file)).err, /The first line of .* is not UTF-8/)
  const realm = { users: [{ id: rowId(1), email: 'zoe@example.com', username: 'zoe', lastName: 'Zo\u00eb' }] }
  writeFileSync(file, Buffer.from(JSON.stringify(realm), 'latin1'))
  assert.match(
    (await installation.run('import', '--from', 'keycloak', file)).err,
    /is not UTF-8.*Nothing was changed/,
  )
})

test('a number is taken as text in JSON as in CSV, and a day that no calendar has is refused', async () => {
  await using installation = await newInstallation('sqlite')
  const file = write(installation, [
    { email: 'ada@example.com', id: 42, username: 12345, name: 7, email_verified: 1, created_at: 1704164645 },
    { email: 'a@example.com', created_at: '2024-02-30T00:00:00Z' },
    { email: 'b@example.com', created_at: '2023-02-29 00:00:00+00' },
    { email: 'c@example.com', last_login_at: '2024-04-31T12:00:00.5+02:00' },
    { email: 'd@example.com', created_at: '2024-01-01T24:00:00Z' },
    { email: 'e@example.com', created_at: 42 },
    { email: 'f@example.com', created_at: '2024-02-29T23:59:59-11:00' },
  ])
  const { code, out, err } = await installation.run('import', file)
  assert.deepEqual([code, summaryOf(out, 'user')], [1, [7, 2, 0, 0, 5]], err)
  for (const [line, field] of [
    [2, 'created_at'],
    [3, 'created_at'],
    [4, 'last_login_at'],
    [5, 'created_at'],
    [6, 'created_at'],
  ])
    assert.match(err, new RegExp(`:${line}: .@example\\.com: ${field}: This is not a time`, 'm'))
  const users = await usersIn(installation)
  const ada = users['ada@example.com']
  assert.deepEqual(
    [ada?.username, ada?.name, JSON.parse(String(ada?.metadata))],
    ['12345', '7', { external_id: '42' }],
  )
  assert.equal(Number(users['f@example.com']?.created_at), Date.parse('2024-03-01T10:59:59Z'))
})

test('faults are sentences with the names that the file has, and one user is one user', async () => {
  await using installation = await newInstallation('sqlite')
  const csv = write(installation, [
    'id,primary_email_address,username,password_digest',
    'user_1,not an address,ada,secret words',
  ])
  const clerk = await installation.run('import', '--from', 'clerk', csv)
  assert.deepEqual(clerk.err.split('\n'), [
    `${csv}:2: ada: primary_email_address: This is not a plain email address, such as ada@example.com.`,
    'latchkey: 1 user was not imported. Correct the row and import the file again. Existing users are not changed.',
    '',
  ])
  const file = write(installation, [
    { email: 'b@example.com', username: 'a b' },
    { email: 'c@example.com', username: '0f3a5b3e-4a57-4c1a-9a83-3a6c8d1fb0aa' },
    { email: 'd@example.com', role: 'root', status: 'gone' },
    { email: `${'e'.repeat(250)}@example.com` },
    { email: 'f@example.com', password_hash: 'x'.repeat(600), id: '' },
    { email: 'g@example.com', id: 'x'.repeat(201) },
  ])
  const { err, out } = await installation.run('import', file, '--dry-run')
  const lines = err.split('\n')
  for (const [at, sentence] of [
    'b@example.com: username: A username has 3 to 64 ASCII letters, digits, dots, underscores and hyphens, and begins and ends with a letter or digit.',
    'c@example.com: username: A username must not look like a UUID.',
    'd@example.com: role: A role is user or admin. status: A status is active or suspended.',
    'email: An email address has at most 254 characters.',
    'f@example.com: password_hash: A password hash has at most 512 characters.',
    'g@example.com: id: An id has at most 200 characters.',
  ].entries())
    assert.equal(lines[at], `${file}:${at + 1}: ${sentence}`)
  assert.match(err, /^latchkey: 6 users would not be imported\./m)
  assert.ok(!/pattern|\^\[|NOT/.test(err + out), err)
})

test('a file of another system than --from names is refused, with the flag that takes it', async () => {
  await using installation = await newInstallation('sqlite')
  const keycloak = ['{"id": "r1", "realm": "main", "notBefore": 0,', '"users": [{"username": "ada"}]}']
  const firebase = [{ users: [{ localId: '1', email: 'ada@example.com', passwordHash: 'AA==', salt: '' }] }]
  const supabase = ['id,email,encrypted_password,raw_user_meta_data', `,ada@example.com,${hash},{}`]
  const rows = [{ email: 'ada@example.com', metadata: { orgs: 1 } }]
  const folder = installation.newPath()
  mkdirSync(folder)
  writeFileSync(`${folder}/main-realm.json`, '{}')
  for (const [file, from, advice] of [
    [keycloak, undefined, 'an export of Keycloak: run it again with --from keycloak.'],
    [folder, undefined, 'an export of Keycloak: run it again with --from keycloak.'],
    [firebase, undefined, 'an export of Firebase: run it again with --from firebase.'],
    [firebase, 'keycloak', 'an export of Firebase, not of Keycloak: run it again with --from firebase.'],
    [supabase, undefined, 'an export of Supabase: run it again with --from supabase.'],
    [
      supabase,
      'better-auth',
      'an export of Supabase, not of better-auth: run it again with --from supabase.',
    ],
    [
      ['user_login,user_pass,user_email'],
      undefined,
      'an export of WordPress: import its users as rows of your own',
    ],
    [
      [{ type: 'latchkey-export', version: 1 }],
      'clerk',
      'an export of Latchkey, not of Clerk: run it again without',
    ],
    [rows, 'firebase', 'rows with the names of Latchkey, not of Firebase: run it again without --from.'],
  ] as const) {
    const path = typeof file === 'string' ? file : write(installation, [...file])
    const { code, err } = await installation.run('import', path, ...(from ? ['--from', from] : []))
    assert.deepEqual([code, err.startsWith(`latchkey: ${path} looks like ${advice}`)], [2, true], err)
    assert.match(err, /Nothing was changed\.$/m)
  }
  assert.deepEqual(await installation.rows('users'), [])
  const { code, err } = await installation.run('import', write(installation, rows))
  assert.equal(code, 0, err)
})

test('who is refused or comes without something is named with the row, and no hash or secret is', async () => {
  await using installation = await newInstallation('sqlite')
  const numbers = Array.from({ length: 25 }, (_, at) => at)
  const digest = 'd41d8cd98f00b204e9800998ecf8427e'
  const mixedUp = [hash, digest, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP']
  const file = write(installation, [
    'email,username,password,image',
    ...numbers.map((at) => `kept${at}@example.com,,,x.png`),
    ...numbers.map((at) => `bad${at}@example.com,,words,`),
    ...mixedUp.map((secret) => `${secret},${secret},${secret},`),
  ])
  const { out, err } = await installation.run('import', '--from', 'better-auth', file, '--dry-run')
  const rows = (name: string, first: number) => (text: string) =>
    numbers.filter((at) => new RegExp(`:${at + first}:? +${name}${at}@example\\.com:? `).test(text)).length
  assert.deepEqual([rows('kept', 2)(out), rows('bad', 27)(err)], [20, 20], out + err)
  assert.match(out, /^ROW +USER +LEFT BEHIND\n.*:2 +kept0@example\.com +image is left behind$/m)
  assert.match(out, /These are the first 20 rows of each\. --json lists all of them/)
  assert.match(err, /Further rows with this reason are counted\. --json lists them\./)
  const asJson = await installation.run('import', '--from', 'better-auth', file, '--json')
  const { not_imported: refused, left_behind: left, reasons } = JSON.parse(asJson.out)
  const name = file.slice(file.lastIndexOf('/') + 1)
  const place = (line: number) => refused.find(({ row }: Row) => String(row).endsWith(`${name}:${line}`))
  assert.deepEqual([left.length, refused.length], [25, 28])
  assert.equal(place(51)?.user, 'bad24@example.com')
  assert.match(place(51)?.reason, /It is not a hash of a known format/)
  assert.deepEqual([place(52)?.user, place(53)?.user, place(54)?.user], [null, null, null])
  assert.equal(reasons[place(51).reason], 25)
  const credentials = [{ type: 'password', credentialData: '{}', secretData: `{"salt":"${digest}"}` }]
  const realm = write(installation, [{ realm: 'main', users: [{ email: 'ada@example.com', credentials }] }])
  const keycloak = await installation.run('import', '--from', 'keycloak', realm, '--dry-run')
  assert.match(
    keycloak.err,
    /users\[0\]: ada@example\.com: credentials: The password credential is missing its salt/,
  )
  const nameless = write(installation, [`ada@example.com,${hash}`, `eve@example.com,${hash}`])
  const named = await installation.run('import', '--from', 'better-auth', nameless)
  assert.match(named.err, /has no names of columns, but an address or a password hash/)
  for (const run of [{ out, err }, asJson, keycloak, named])
    for (const secret of mixedUp) assert.ok(!(run.out + run.err).includes(secret), secret)
})

test('a field that cannot be kept is left out and counted, and its user comes', async () => {
  await using installation = await newInstallation('sqlite')
  const picture = `data:image/png;base64,${'iVBORw0K'.repeat(60_000)}`
  const file = write(installation, [
    JSON.stringify({ email: 'pat@example.com', metadata: { plan: 'pro', picture } }),
    '{"email": "big@example.com", "id": 12345678901234567890, "metadata": {"a": [1e400], "plan": "pro"}}',
    JSON.stringify({ email: 'lin@example.com', name: 'Lin\nLee', locale: 'pt_BR', metadata: ['a'] }),
    JSON.stringify({ email: 'ok@example.com', name: 'x'.repeat(201), locale: 'pt-BR' }),
    JSON.stringify({ email: 'not', name: 'Lin\nLee' }),
  ])
  for (const flag of ['--dry-run', '--json']) {
    const { code, out, err } = await installation.run('import', file, flag)
    assert.equal(code, 1, err)
    if (flag === '--json') {
      const { rows, notes } = JSON.parse(out)
      assert.deepEqual([rows.user.imported, rows.user.bad], [4, 1])
      assert.equal(notes['name is left out: A name is one line of 1 to 200 characters.'], 2)
      assert.equal(notes['metadata/a is left out: A number in it is too large to be kept.'], 1)
    } else {
      assert.match(out, /^1 +metadata\/picture is left out: With it, the metadata is larger than 8 KiB\.$/m)
      assert.match(out, /^1 +locale is left out: A locale is a language tag, such as de or pt-BR\.$/m)
      assert.match(out, /^1 +metadata is left out: Metadata is an object\.$/m)
    }
  }
  const users = await usersIn(installation)
  const metadataOf = (name: string) => JSON.parse(String(users[`${name}@example.com`]?.metadata))
  assert.deepEqual(
    [metadataOf('pat'), metadataOf('big'), metadataOf('lin')],
    [{ plan: 'pro' }, { plan: 'pro', external_id: '12345678901234567890' }, {}],
  )
  assert.deepEqual([users['lin@example.com']?.name, users['lin@example.com']?.locale], [null, null])
  const csv = write(installation, [
    'email,metadata,locale',
    `csv@example.com,"{""a"":1e400,""b"":2}",de_DE`,
    `bad@example.com,not JSON,de`,
    `pic@example.com,"{""picture"":""${picture}"",""b"":2}",`,
  ])
  const taken = await installation.run('import', csv)
  assert.deepEqual([taken.code, summaryOf(taken.out, 'user')], [0, [3, 3, 0, 0, 0]], taken.err)
  assert.match(taken.out, /^1 +metadata is left out: The text is not JSON\.$/m)
  const later = await usersIn(installation)
  assert.deepEqual(
    ['csv', 'bad', 'pic'].map((name) => JSON.parse(String(later[`${name}@example.com`]?.metadata))),
    [{ b: 2 }, {}, { b: 2 }],
  )
})

test('an export of another system comes by one command, and the report says what stays behind', async () => {
  await using installation = await newInstallation('sqlite')
  const id = rowId(5)
  const file = write(installation, [
    'id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,is_anonymous,deleted_at,is_sso_user',
    `${id},ada@example.com,${hash},2024-01-02 03:04:05+00,"{""full_name"":""Ada""}",f,,t`,
    ',,,,,t,,f',
  ])
  const { code, out, err } = await installation.run('import', '--from', 'supabase', file)
  assert.deepEqual([code, summaryOf(out, 'user')], [0, [2, 1, 0, 1, 0]], err)
  assert.match(out, /^1 +left out: anonymous users$/m)
  assert.match(out, /^1 +a link to a provider of SAML is left behind$/m)
  assert.match(out, /^1 +password hashes in the format bcrypt$/m)
  const started = await installation.start()
  const body = { username: 'ada@example.com', password }
  const reply = await send('POST', `${started.auth}/auth/login`, { body })
  assert.deepEqual([reply.status, reply.body.user?.id ?? id], [200, id])
  const again = latchkey(
    ['import', '--from', 'supabase', '-'],
    installation.environment,
    readFileSync(file, 'utf8'),
  )
  assert.deepEqual([again.code, summaryOf(again.out, 'user')], [0, [2, 0, 1, 1, 0]], again.err)
})

test('rows come from the standard input too, and nothing of them stays on the disk', async () => {
  await using installation = await newInstallation('sqlite')
  const folder = installation.newPath()
  mkdirSync(folder)
  const take = (rows: string, ...flags: string[]) =>
    latchkey(['import', '-', ...flags], { ...installation.environment, TMPDIR: folder }, rows)
  const rows = 'email,name\nada@example.com,Ada\njo@example.com,Jo\nADA@example.com,Ada\n'
  const dry = take(rows, '--dry-run')
  assert.deepEqual([dry.code, summaryOf(dry.out, 'user')], [1, [3, 2, 0, 0, 1]])
  assert.deepEqual(await usersIn(installation), {})
  const { code, out, err } = take(rows)
  assert.deepEqual([code, summaryOf(out, 'user')], [1, [3, 2, 0, 0, 1]])
  assert.match(err, /^stdin:4: ADA@example\.com: email: An earlier row has the same one\. See stdin:2\.$/m)
  assert.deepEqual(Object.keys(await usersIn(installation)).sort(), ['ada@example.com', 'jo@example.com'])
  const lines = take('{"email": "eve@example.com"}\n')
  assert.deepEqual([lines.code, summaryOf(lines.out, 'user')], [0, [1, 1, 0, 0, 0]])
  for (const [input, reason] of [
    ['', /^latchkey: stdin is not an export of Latchkey/],
    ['email,plan\na@example.com,1\n', /^latchkey: stdin has fields that are not known here: plan/],
    ['email\n"a@example.com\n', /^latchkey: stdin is not CSV/],
  ] as const)
    assert.match(take(input).err, reason)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('latchkey-import')),
    [],
  )
})

test('roles of another system come as --roles says, and the report names the others', async () => {
  await using installation = await newInstallation('sqlite')
  const file = write(installation, [
    { id: '1', email: 'boss@example.com', role: 'owner' },
    { id: '2', email: 'eve@example.com', role: 'admin' },
    { id: '3', email: 'jo@example.com', role: 'user' },
  ])
  const imported = await installation.run('import', '--from', 'better-auth', '--roles', 'owner=admin', file)
  assert.equal(imported.code, 0, imported.err)
  assert.match(imported.out, /^1 +admins by --roles$/m)
  assert.match(imported.out, /^1 +the role admin does not come along: --roles does not name it$/m)
  const users = await usersIn(installation)
  const roleOf = (name: string) => users[`${name}@example.com`]?.role
  assert.deepEqual([roleOf('boss'), roleOf('eve'), roleOf('jo')], ['admin', 'user', 'user'])
  for (const [args, reason] of [
    [['--roles', 'owner=root', '--from', 'better-auth'], /--roles is NAME=admin or NAME=user/],
    [['--roles', 'owner=admin'], /--roles needs --from/],
  ] as const) {
    const { code, err } = await installation.run('import', ...args, file)
    assert.deepEqual([code, reason.test(err)], [2, true], err)
  }
})

test('a dry run before the first start says what would happen, and makes nothing', async () => {
  await using installation = await newInstallation('sqlite')
  const data = installation.newPath()
  const file = write(installation, [{ email: 'ada@example.com' }, { email: 'ada@example.com' }])
  const { code, out } = latchkey(['import', '--dry-run', file], { LATCHKEY_DATA: data })
  assert.deepEqual([code, summaryOf(out, 'user')], [1, [2, 1, 0, 0, 1]])
  assert.ok(!existsSync(data))
})

test('a file with fields that nobody knows, or that is not CSV, changes nothing', async () => {
  await using installation = await newInstallation('sqlite')
  for (const [lines, reason] of [
    [
      ['email,plan', 'a@example.com,1'],
      /has fields that are not known here: plan\. A row may have email, id/,
    ],
    [['email', '"a@example.com'], /is not CSV: line \d: A quote is never closed/],
    [['email,email', 'a@example.com,b@example.com'], /names a column twice/],
    [['name', 'a@example.com'], /is not an export of Latchkey/],
  ] as const) {
    const { code, err } = await installation.run('import', write(installation, [...lines]))
    assert.equal(code, 1)
    assert.match(err, reason)
  }
  assert.deepEqual(await installation.rows('users'), [])
})
