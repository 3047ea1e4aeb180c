import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { databaseUrl } from './database/open-database.ts'
import {
  choice,
  durationMs,
  flagOf,
  httpUrl,
  keys32,
  list,
  listenAddress,
  pageBase,
  port,
  readSettings,
  type Setting,
  type Settings,
  type Sources,
  secrets,
  text,
  unsetOr,
} from './settings.ts'
import { StartFault } from './start-fault.ts'

const from = (sources: Partial<Sources>): Sources => ({
  flags: {},
  environment: {},
  envFile: {},
  profile: {},
  ...sources,
})

function faultsOf(settings: Settings, sources: Partial<Sources>): readonly string[] {
  try {
    readSettings(settings, from(sources))
  } catch (error) {
    assert.ok(error instanceof StartFault)
    assert.equal(error.exitCode, 2)
    assert.ok(error.faults.length > 0)
    return error.faults
  }
  return []
}

/** Reads one setting from the environment. */
const read = <T>(one: Setting<T>, value: string): unknown =>
  readSettings({ one }, from({ environment: { [one.name]: value } })).values.one

function check<T>(one: Setting<T>, good: [string, T][], bad: string[]): void {
  for (const [value, expected] of good)
    assert.deepEqual(read(one, value), expected, `${one.name}=${JSON.stringify(value)}`)
  for (const value of bad) {
    const faults = faultsOf({ one }, { environment: { [one.name]: value } })
    assert.equal(faults.length, 1, `${one.name}=${JSON.stringify(value)} must be refused`)
    assert.match(faults[0] ?? '', new RegExp(`^${one.name} .*\\.$`))
  }
}

const goodSecret = 'Gd7sXq4Wn1vKm9RbLc3Yz6HsTf8Jp2EuA'
const otherSecret = 'Ot5hZq8Wn2vKx7RbLc1Yd9MsGf4Jp6TuE'
const goodKey = hash('sha256', 'a key', 'buffer')
const otherKey = Buffer.from(goodKey.toReversed())

describe('kinds of settings', () => {
  test('a port is a whole number from 0 to 65535', () => {
    check(
      port('LATCHKEY_X', 'a port'),
      [
        ['0', 0],
        ['8080', 8080],
        ['65535', 65_535],
      ],
      ['', ' ', '65536', '-1', '80.5', '8e3', '0x50', ' 80', '80 ', '80,81', 'http', '9'.repeat(20), '٣'],
    )
    assert.equal(readSettings({ one: port('LATCHKEY_X', 'a port', 9) }, from({})).values.one, 9)
  })

  test('a text is anything but empty', () => {
    check(text('LATCHKEY_X', 'a text'), [['./data', './data']], ['', ' ', '\t\n'])
  })

  test('a choice is exactly one of what there is', () => {
    check(
      choice('LATCHKEY_X', 'a choice', ['open', 'closed'], 'open'),
      [
        ['open', 'open'],
        ['closed', 'closed'],
      ],
      ['', 'Open', 'open ', 'ope', 'open,closed', 'constructor'],
    )
  })

  test('a duration has a unit and keeps its bounds', () => {
    check(
      durationMs('LATCHKEY_X', 'a time', { default: '15m', atLeast: '30s', atMost: '2d' }),
      [
        ['30s', 30_000],
        ['15m', 900_000],
        ['1h', 3_600_000],
        ['2d', 172_800_000],
        ['48h', 172_800_000],
        ['172800s', 172_800_000],
      ],
      [
        '',
        '30',
        '29s',
        '3d',
        '49h',
        '172801s',
        '1.5h',
        '-1h',
        '1 h',
        '1h ',
        '1H',
        '1ms',
        '1w',
        '1h30m',
        'P1D',
        '0s',
      ],
    )
    const unset = durationMs('LATCHKEY_X', 'a time', { default: '15m', atLeast: '30s', atMost: '2d' })
    assert.equal(readSettings({ one: unset }, from({})).values.one, 900_000)
  })

  test('a URL is http or https, with a host and a port only, and loses its last slash', () => {
    check(
      httpUrl('LATCHKEY_X', 'a URL'),
      [
        ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
        ['https://auth.example.com/', 'https://auth.example.com'],
        ['http://[::1]:1', 'http://[::1]:1'],
      ],
      [
        '',
        'auth.example.com',
        '//auth.example.com',
        '/auth',
        'https://auth.example.com/auth',
        'ftp://auth.example.com',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'http://',
        'http://user@auth.example.com',
        'http://user:pass@auth.example.com',
        'https://auth.example.com/?a=1',
        'https://auth.example.com/#a',
        'https://auth.example.com/?',
        'https://auth.example.com/#',
        'http://auth.example.com:99999',
      ],
    )
  })

  test('I55 what links begin with is an http or https URL, with a path or without', () => {
    check(
      pageBase('LATCHKEY_X', 'a URL'),
      [
        ['https://auth.example.com', 'https://auth.example.com'],
        ['https://auth.example.com/', 'https://auth.example.com'],
        ['https://example.com/auth/', 'https://example.com/auth'],
        ['http://127.0.0.1:8090', 'http://127.0.0.1:8090'],
      ],
      [
        '',
        'auth.example.com',
        '//auth.example.com',
        'javascript:alert(1)',
        'http://',
        'http://user@auth.example.com',
        'https://auth.example.com/?a=1',
        'https://auth.example.com/#',
        'https://auth.example.com/auth?',
      ],
    )
  })

  test('a listen address is an IP address or localhost', () => {
    check(
      listenAddress('LATCHKEY_X', 'an address', '127.0.0.1'),
      [
        ['127.0.0.1', '127.0.0.1'],
        ['0.0.0.0', '0.0.0.0'],
        ['::', '::'],
        ['::1', '::1'],
        ['localhost', 'localhost'],
      ],
      [
        '',
        'example.com',
        'LOCALHOST',
        'localhost.',
        '127.0.0.256',
        '127.1',
        '[::1]',
        '127.0.0.1:80',
        '10.0.0.0/8',
        '*',
      ],
    )
  })

  test('I47 secrets are one or two, long and not simple', () => {
    const shortest = 'Ahp7Ohquie9ieGohPh1ohy6eiZ0shae4'
    check(
      secrets('LATCHKEY_X', 'secrets'),
      [
        [goodSecret, [goodSecret]],
        [`${goodSecret},${otherSecret}`, [goodSecret, otherSecret]],
        [` ${goodSecret} , ${otherSecret} `, [goodSecret, otherSecret]],
        [shortest, [shortest]],
      ],
      [
        '',
        'changeme',
        shortest.slice(1),
        'a'.repeat(64),
        'abcdefg'.repeat(5),
        'abcdefgh'.repeat(4),
        'CHANGE-ME-'.repeat(4),
        'CHANGE-ME-CHANGE-ME-CHANGE-ME-CHANGE-',
        'please-change_me-before-you-go-live-1',
        'This is my password, nobody else has it',
        'abcdefghijklmnopqrstuvwxyz0123456789',
        'zyxwvutsrqponmlkjihgfedcba9876543210',
        'acegikmoqsuwyACEGIKMOQSUWY02468acegi',
        ' '.repeat(40),
        `${goodSecret},`,
        `,${goodSecret}`,
        `${goodSecret},short`,
        `${goodSecret},${otherSecret},${shortest}`,
      ],
    )
  })

  test('I47 a key is 32 bytes in base64, and not simple; there may be two', () => {
    check(
      keys32('LATCHKEY_X', 'a key'),
      [
        [goodKey.toString('base64'), [goodKey]],
        [`${goodKey.toString('base64')}, ${otherKey.toString('base64')}`, [goodKey, otherKey]],
      ],
      [
        '',
        goodSecret,
        goodKey.subarray(1).toString('base64'),
        Buffer.concat([goodKey, Buffer.of(1)]).toString('base64'),
        Buffer.alloc(32).toString('base64'),
        Buffer.alloc(32, 'abcdefg').toString('base64'),
        Buffer.alloc(32, 'abcdefgh').toString('base64'),
        Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('base64'),
        Buffer.from(Array.from({ length: 32 }, (_, n) => 250 - n)).toString('base64'),
        Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 7 + 1) & 255)).toString('base64'),
        Buffer.from('CHANGE-ME-to-thirty-two-bytes-ok').toString('base64'),
        goodKey.toString('hex'),
        `${goodKey.toString('base64')},`,
        Array.from({ length: 3 }, () => goodKey.toString('base64')).join(','),
      ],
    )
  })

  test('a list has up to 100 items, each of which is checked', () => {
    const small = list('LATCHKEY_X', 'a list', (item) => {
      if (!/^[a-z]$/.test(item)) throw new Error('holds something else than letters')
    })
    check<string[]>(
      small,
      [
        ['', []],
        [' , ,', []],
        ['a', ['a']],
        [' a, b ,,c', ['a', 'b', 'c']],
        [Array(100).fill('a').join(), Array(100).fill('a')],
      ],
      ['A', 'a;b', 'a,b,1', 'a b', Array(101).fill('a').join()],
    )
    assert.deepEqual(readSettings({ small }, from({})).values.small, [])
  })

  test('a database is sqlite:PATH or a postgres URL', () => {
    const one = databaseUrl('LATCHKEY_X', 'a database')
    const good = [
      'sqlite:data/users.db',
      'sqlite:/var/lib/users.db',
      'postgres://localhost/users',
      'postgresql://ada:secret@one,two:5433/users?target_session_attrs=read-write',
    ]
    check(
      one,
      good.map((url) => [url, url]),
      ['', 'sqlite:', 'users.db', 'SQLITE:users.db', 'postgres://', 'postgres:///users', ' sqlite:users.db'],
    )
  })

  test('a database is shown without its password', () => {
    const { show } = databaseUrl('LATCHKEY_X', 'a database')
    assert.equal(
      show('postgres://ada:p%40ss@one,two:5433/users'),
      'postgres://ada:********@one,two:5433/users',
    )
    for (const login of ['me@server:secret', 'ada:se@cret', 'ada:se/cret', 'me@server:se@cret']) {
      const url = show(`postgres://${login}@one/users`)
      assert.equal(url, `postgres://${login.split(':', 1)[0]}:********@one/users`)
    }
    assert.equal(show('postgres://me@server/users'), 'postgres://me@server/users')
    assert.equal(
      show('postgres://one/users?user=ada&password=p&x=1'),
      'postgres://one/users?user=ada&password=********&x=1',
    )
    assert.equal(show('sqlite:a:b@c.db'), 'sqlite:a:b@c.db')
  })

  test('what may stay unset is undefined then, and checked otherwise', () => {
    const one = unsetOr(port('LATCHKEY_X', 'a port'))
    assert.equal(readSettings({ one }, from({})).values.one, undefined)
    assert.equal(read(one, '80'), 80)
    assert.deepEqual(faultsOf({ one }, { environment: { LATCHKEY_X: '' } }).length, 1)
    const needed = port('LATCHKEY_X', 'a port')
    assert.deepEqual(faultsOf({ needed }, {}), ['LATCHKEY_X must be set.'])
  })
})

describe('reading settings', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const file = (name: string, content: string): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  const settings = {
    usersPort: port('LATCHKEY_USERS_PORT', 'a port', 1),
    serviceToken: unsetOr(secrets('LATCHKEY_SERVICE_TOKEN', 'a secret')),
    masterKey: unsetOr(keys32('LATCHKEY_MASTER_KEY', 'a key')),
  }

  test('a flag beats the environment, then comes the env file, then the profile, then the default', () => {
    const sources = {
      flags: { '--users-port': '5' },
      environment: { LATCHKEY_USERS_PORT: '4' },
      envFile: { LATCHKEY_USERS_PORT: '3' },
      profile: { LATCHKEY_USERS_PORT: '2' },
    }
    const expected = [
      ['flags', 5, 'flag'],
      ['environment', 4, 'environment'],
      ['envFile', 3, 'env file'],
      ['profile', 2, 'profile'],
      [undefined, 1, 'default'],
    ] as const
    const left: Partial<typeof sources> = { ...sources }
    for (const [strongest, value, origin] of expected) {
      const { values, origins } = readSettings(settings, from(left))
      assert.equal(values.usersPort, value)
      assert.deepEqual(origins.usersPort, { text: String(value), origin })
      if (strongest) delete left[strongest]
    }
  })

  test('a bad value is refused though a weaker source has a good one', () => {
    const weaker = { envFile: { LATCHKEY_USERS_PORT: '3' }, profile: { LATCHKEY_USERS_PORT: '2' } }
    for (const environment of [{ LATCHKEY_USERS_PORT: 'x' }, { LATCHKEY_USERS_PORT: '' }])
      assert.equal(faultsOf(settings, { ...weaker, environment }).length, 1)
    assert.deepEqual(faultsOf(settings, weaker), [])
  })

  test('a secret is refused as a flag, which every process of the machine can read', () => {
    const all = { ...settings, usersDatabase: databaseUrl('LATCHKEY_USERS_DATABASE', 'a database') }
    for (const [flag, value] of [
      ['--service-token', goodSecret],
      ['--master-key', goodKey.toString('base64')],
      ['--users-database', 'postgres://ada:p@one/users'],
      ['--users-database', 'postgres://one/users?user=ada&password=p'],
    ] as const) {
      const faults = faultsOf(all, { flags: { '--users-database': 'sqlite:a.db', [flag]: value } })
      assert.equal(faults.length, 1, `${flag} ${value}`)
      assert.match(faults[0] ?? '', /^LATCHKEY_\w+ is a secret, which no flag may hold: .*_FILE\.$/)
    }
    for (const url of ['sqlite:a.db', 'postgres://ada@one/users'])
      assert.deepEqual(faultsOf(all, { flags: { '--users-database': url } }), [])
  })

  test('a flag is the name in small letters with hyphens', () => {
    assert.equal(flagOf('LATCHKEY_ACCESS_TOKEN_LIFETIME'), '--access-token-lifetime')
  })

  test('a secret may stand in a file, whose last line break does not count', () => {
    const environment = {
      LATCHKEY_SERVICE_TOKEN_FILE: file('token', `${goodSecret}\n`),
      LATCHKEY_MASTER_KEY_FILE: file('key', `${goodKey.toString('base64')}\r\n`),
    }
    for (const sources of [{ environment }, { envFile: environment }]) {
      const { values, origins } = readSettings(settings, from(sources))
      assert.deepEqual(values.serviceToken, [goodSecret])
      assert.deepEqual(values.masterKey, [goodKey])
      assert.equal(origins.serviceToken.origin, 'secret file')
    }
  })

  test('only the white space around a secret in a file is dropped', () => {
    const one = { ...text('LATCHKEY_X', 'a text'), secret: true }
    const environment = { LATCHKEY_X_FILE: file('text', '\n two words \r\n') }
    assert.equal(readSettings({ one }, from({ environment })).values.one, 'two words')
    assert.equal(
      readSettings({ one }, from({ environment: { LATCHKEY_X: ' two words ' } })).values.one,
      ' two words ',
    )
  })

  test('a secret that is given both ways, or in a file that cannot be read, is refused', () => {
    const path = file('token-2', goodSecret)
    const both = { LATCHKEY_SERVICE_TOKEN: goodSecret, LATCHKEY_SERVICE_TOKEN_FILE: path }
    assert.match(
      faultsOf(settings, { environment: both }).join('\n'),
      /^LATCHKEY_SERVICE_TOKEN .*both set\.$/,
    )
    assert.match(faultsOf(settings, { envFile: both }).join('\n'), /^LATCHKEY_SERVICE_TOKEN .*both set\.$/)
    for (const unreadable of [join(folder, 'none'), folder]) {
      const faults = faultsOf(settings, { environment: { LATCHKEY_SERVICE_TOKEN_FILE: unreadable } })
      assert.match(faults.join('\n'), /^LATCHKEY_SERVICE_TOKEN cannot be read from the file .*\.$/)
    }
    const short = file('token-3', 'short\n')
    assert.deepEqual(faultsOf(settings, { environment: { LATCHKEY_SERVICE_TOKEN_FILE: short } }), [
      `The file ${short} of LATCHKEY_SERVICE_TOKEN_FILE is shorter than 32 characters: set it to what \`openssl rand -base64 32\` prints.`,
    ])
  })

  test('the environment beats the env file also when one names a file and the other the secret', () => {
    const path = file('token-4', otherSecret)
    const inFile = { LATCHKEY_SERVICE_TOKEN_FILE: path }
    const inPlace = { LATCHKEY_SERVICE_TOKEN: goodSecret }
    const first = readSettings(settings, from({ environment: inFile, envFile: inPlace }))
    assert.deepEqual(first.values.serviceToken, [otherSecret])
    const second = readSettings(settings, from({ environment: inPlace, envFile: inFile }))
    assert.deepEqual(second.values.serviceToken, [goodSecret])
  })

  test('I47 a name that is no setting is refused in the environment, the env file and the flags', () => {
    assert.deepEqual(faultsOf(settings, { environment: { LATCHKEY_USER_PORT: '1' } }), [
      'LATCHKEY_USER_PORT is not a setting.',
    ])
    assert.deepEqual(faultsOf(settings, { envFile: { LATCHKEY_USER_PORT: '1' } }), [
      'LATCHKEY_USER_PORT is not a setting.',
    ])
    assert.deepEqual(faultsOf(settings, { flags: { '--user-port': '1' } }), ['--user-port is not a setting.'])
    assert.deepEqual(faultsOf(settings, { environment: { LATCHKEY_USERS_PORT_FILE: '/x' } }), [
      'LATCHKEY_USERS_PORT_FILE is not a setting.',
    ])
    // Variables without the prefix of Latchkey belong to other programs, and are ignored.
    const others = { PATH: '/bin', HOME: '/root', OTHER_PORT: 'x' }
    assert.deepEqual(faultsOf(settings, { environment: others, envFile: others }), [])
  })

  test('the environment of an application in the same shell is ignored, and refused in the env file of Latchkey', () => {
    const application = { LATCHKEY_APP_ORIGIN: 'http://localhost:3000', LATCHKEY_CLIENT_ID: 'x' }
    assert.deepEqual(faultsOf(settings, { environment: application }), [])
    assert.deepEqual(faultsOf(settings, { envFile: application }), [
      'LATCHKEY_APP_ORIGIN is not a setting.',
      'LATCHKEY_CLIENT_ID is not a setting.',
    ])
  })

  test('all faults are told at once, each in a line that names its setting', () => {
    const faults = faultsOf(settings, {
      environment: { LATCHKEY_USERS_PORT: 'x', LATCHKEY_SERVICE_TOKEN: 'short', LATCHKEY_TYPO: '1' },
      envFile: { LATCHKEY_MASTER_KEY: 'short', LATCHKEY_OTHER_TYPO: '1' },
      flags: { '--typo': '1' },
    })
    const about = (name: string): number => faults.filter((line) => line.startsWith(`${name} `)).length
    for (const name of [
      'LATCHKEY_USERS_PORT',
      'LATCHKEY_SERVICE_TOKEN',
      'LATCHKEY_MASTER_KEY',
      'LATCHKEY_TYPO',
      'LATCHKEY_OTHER_TYPO',
      '--typo',
    ])
      assert.equal(about(name), 1, name)
    assert.equal(faults.length, 6)
    for (const line of faults) assert.doesNotMatch(line, /[\r\n]/)
  })

  test('no fault shows what a secret was set to', () => {
    const all = { ...settings, usersDatabase: databaseUrl('LATCHKEY_USERS_DATABASE', 'a database') }
    const marks = ['hidden-1', 'hidden-2 hidden-2 hidden-2 hidden-2 hidden-2 hidden-2', 'h1dden!'.repeat(20)]
    for (const mark of marks) {
      const values = {
        LATCHKEY_SERVICE_TOKEN: `${mark},${mark},${mark}`,
        LATCHKEY_MASTER_KEY: mark,
        LATCHKEY_USERS_DATABASE: `mysql://user:${mark}@localhost/users`,
        LATCHKEY_USERS_PORT: mark,
        LATCHKEY_TYPO: mark,
      }
      const flags = Object.fromEntries(Object.entries(values).map(([name, value]) => [flagOf(name), value]))
      for (const sources of [{ environment: values }, { envFile: values }, { flags }]) {
        const faults = faultsOf(all, sources)
        assert.equal(faults.length, 5)
        assert.ok(!faults.join('\n').includes(mark), faults.join('\n'))
      }
    }
    for (const [name, content] of [
      ['LATCHKEY_SERVICE_TOKEN_FILE', 'hidden-3'],
      ['LATCHKEY_MASTER_KEY_FILE', 'hidden-3'],
    ] as const) {
      const faults = faultsOf(settings, { environment: { [name]: file('secret', content) } })
      assert.equal(faults.length, 1)
      assert.ok(!faults.join('\n').includes(content))
    }
  })
})
