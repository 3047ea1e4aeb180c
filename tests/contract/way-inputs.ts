import type { About, Way } from './way.ts'

export const text = { loneSurrogate: '\ud800', nul: '\0' }

export const long = (length: number, start = '') => start.padEnd(length, 'x')
/** Unusual texts that are tried in every field for text. */
const oddTexts: [string, string][] = [
  ['a NUL', `a${text.nul}b`],
  ['a lone surrogate', `a${text.loneSurrogate}b`],
  ['U+FFFD', 'a\ufffdb'],
  ['a line break', 'a\nb'],
  ['U+0085', 'a\u0085b'],
  ['characters beyond U+FFFF', 'a😀b'],
  ['white space', ' '],
  ['the name of a prototype', '__proto__'],
  ['SQL', "' OR 1=1 --"],
]

export const inBody = (name: string, what: string, value: unknown): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid) => ({ ...valid, body: { ...valid.body, [name]: value } }),
]
export const inBodyOf = (
  name: string,
  what: string,
  value: (about: About) => unknown,
): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid, about) => ({ ...valid, body: { ...valid.body, [name]: value(about) } }),
]
export const inParams = (name: string, what: string, value: string): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid) => ({ ...valid, params: { ...valid.params, [name]: value } }),
]
export const inQuery = (name: string, what: string, value: unknown): Way['inputs'][number] => [
  `${name}: ${what}`,
  (valid) => ({ ...valid, query: { ...valid.query, [name]: value } }),
]
const ifMatch = (what: string, value: (about: About) => string): Way['inputs'][number] => [
  `etag: ${what}`,
  (valid, about) => ({ ...valid, ifMatch: value(about) }),
]

export const asIs: Way['inputs'][number] = ['as it should be', (valid) => valid]

export const oddBodies = (name: string) => oddTexts.map(([what, value]) => inBody(name, what, value))
export const oddParams = (name: string) => oddTexts.map(([what, value]) => inParams(name, what, value))

export const usernames = (name: string): Way['inputs'] => [
  ...oddBodies(name),
  inBody(name, 'empty', ''),
  inBody(name, '2 characters', 'ab'),
  inBodyOf(name, '64 characters', ({ username }) => long(64, username)),
  inBodyOf(name, '65 characters', ({ username }) => long(65, username)),
  inBody(name, 'begins with a dot', '.abc'),
  inBody(name, 'ends with a dash', 'abc-'),
  inBodyOf(name, 'dots and dashes within', ({ username }) => `${username}.a-b_c`),
  inBodyOf(name, 'like an id', ({ id }) => id),
  inBody(name, 'taken', 'ada'),
  inBody(name, 'taken in capitals', 'ADA'),
  inBody(name, 'with an @', 'a@b'),
]
export const emails = (name: string): Way['inputs'] => [
  ...oddBodies(name),
  inBody(name, 'empty', ''),
  inBody(name, 'no @', 'example.com'),
  inBody(name, 'nothing before the @', '@example.com'),
  inBody(name, 'two of them', 'a@example.com,b@example.com'),
  inBody(name, 'quoted', '"a b"@example.com'),
  inBody(name, 'a literal', 'a@[127.0.0.1]'),
  inBody(name, 'a local part of 65', `${long(65)}@example.com`),
  inBody(name, '255 characters', `a@${long(63)}.${long(63)}.${long(63)}.${long(57)}.com`),
  inBodyOf(name, 'a domain with an umlaut', ({ username }) => `${username}@bücher.example`),
  inBody(name, 'taken', 'ada@example.com'),
  inBody(name, 'taken in capitals', 'ADA@EXAMPLE.COM'),
]
export const displayNames = (name: string): Way['inputs'] => [
  ...oddBodies(name),
  inBody(name, 'empty', ''),
  inBody(name, '1 character', 'a'),
  inBody(name, '200 characters', long(200)),
  inBody(name, '200 characters beyond U+FFFF', '😀'.repeat(200)),
  inBody(name, '201 characters', long(201)),
]
export const enums = (name: string, ...values: string[]): Way['inputs'] =>
  [...values, unknownValue].map((value) => inBody(name, value, value))
/** A value that no enum has. In a message it becomes the number 99. */
export const unknownValue = 'nobody'
export const locales = (name: string): Way['inputs'] => [
  inBody(name, 'a language', 'de'),
  inBody(name, 'with a region', 'fr-CA'),
  inBody(name, 'no language', 'deutsch!'),
  inBody(name, 'empty', ''),
  inBody(name, '36 characters', `de-${'x'.repeat(33)}`),
]

export const metadatas = (name: string): Way['inputs'] => [
  inBody(name, 'empty', {}),
  inBody(name, 'every type there is', {
    a: 'b',
    n: -1.5,
    t: true,
    f: false,
    l: [1, 'x', null],
    o: { p: {} },
  }),
  inBody(name, 'a NUL in a name', { [`a${text.nul}`]: 1 }),
  inBody(name, 'a NUL in a value', { a: [`a${text.nul}`] }),
  inBody(name, 'a lone surrogate in a value', { a: { b: text.loneSurrogate } }),
  inBody(name, 'the name of a prototype', JSON.parse('{"__proto__":{"a":1}}')),
  inBody(name, 'names of methods', { constructor: 1, toString: 2, hasOwnProperty: 3 }),
  inBody(name, '8 KiB', { a: long(8_184) }),
  inBody(name, '8 KiB and a byte', { a: long(8_185) }),
  inBody(name, '8 KiB in characters beyond U+FFFF', { a: '😀'.repeat(2_100) }),
  inBody(name, '7 levels', nested(7)),
  inBody(name, '8 levels', nested(8)),
  inBody(name, '20 levels', nested(20)),
  inBody(name, 'a number that is not exact', { a: 0.1 + 0.2 }),
  inBody(name, 'the largest exact number', { a: Number.MAX_SAFE_INTEGER }),
  inBody(name, 'a larger number', { a: 2 ** 60 }),
]
function nested(levels: number): object {
  let value: object = {}
  for (let level = 1; level < levels; level++) value = { a: value }
  return value
}
export const passwords = (name: string): Way['inputs'] => [
  inBody(name, 'empty', ''),
  inBody(name, '7 characters', 'q7!kd2z'),
  inBody(name, '8 characters', 'q7!kd2zp'),
  inBody(name, '256 characters', long(256, 'q7!kd2zp')),
  inBody(name, '257 characters', long(257, 'q7!kd2zp')),
  inBody(name, '1,025 characters', long(1_025, 'q7!kd2zp')),
  inBody(name, 'common', 'password123'),
  inBodyOf(name, 'the address', ({ username }) => `${username}n@example.com`),
  inBody(name, 'a NUL', `q7!kd2zp${text.nul}`),
  inBody(name, 'a lone surrogate', `q7!kd2zp${text.loneSurrogate}`),
]
export const etags: Way['inputs'] = [
  ifMatch('the present one', ({ etag }) => etag),
  ifMatch('another', () => '"77"'),
  ifMatch('any', () => '*'),
  ifMatch('several', ({ etag }) => `"77", ${etag}`),
  ifMatch('a weak one', ({ etag }) => `W/${etag}`),
  ifMatch('no quotes', ({ etag }) => etag.replaceAll('"', '')),
  ifMatch('no etag', () => 'x'),
]
export const ids = (name: string): Way['inputs'] => [
  ...oddParams(name),
  inParams(name, 'of nobody', '01890000-0000-7000-8000-000000000000'),
  inParams(name, 'no id', 'abc'),
  inParams(name, '100 characters', long(100)),
  inParams(name, '101 characters', long(101)),
  [
    `${name}: in capitals`,
    (valid) => ({ ...valid, params: { ...valid.params, [name]: valid.params?.[name]?.toUpperCase() ?? '' } }),
  ],
  inParams(name, 'oneself', 'me'),
  inParams(name, 'oneself in capitals', 'ME'),
  inParams(name, 'a path', '../users'),
]
export const pages = (cursor = 'cursor'): Way['inputs'] => [
  ...[1, 2, 199, 200, 201, -1, 2_147_483_647].map((limit) => inQuery('limit', `${limit}`, limit)),
  inQuery(cursor, 'none of ours', 'abc'),
  inQuery(cursor, 'no base64', '!!!'),
  inQuery(cursor, 'of a place', Buffer.from('1 01890000-0000-7000-8000-000000000000').toString('base64url')),
  inQuery(
    cursor,
    'far away',
    Buffer.from('999999999999999 01890000-0000-7000-8000-000000000000').toString('base64url'),
  ),
  inQuery(cursor, '200 characters', long(200)),
  inQuery(cursor, '201 characters', long(201)),
  inQuery(cursor, 'a NUL', `a${text.nul}`),
  inQuery(cursor, 'a lone surrogate', `a${text.loneSurrogate}`),
]
export const times = (name: string): Way['inputs'] =>
  [
    '1970-01-01T00:00:00.000Z',
    '2020-02-29T12:00:00.123Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ].map((time) => inQuery(name, time, time))
