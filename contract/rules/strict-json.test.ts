import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { parseStrictJson, StrictJsonError } from './strict-json.ts'

const refuses = (text: string, message: RegExp): void =>
  assert.throws(
    () => parseStrictJson(text),
    (error: unknown) => error instanceof StrictJsonError && message.test(error.message),
    text.slice(0, 100),
  )
const accepts = (text: string): void =>
  assert.deepEqual(parseStrictJson(text), JSON.parse(text), text.slice(0, 100))

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`

describe('strict JSON', () => {
  test('a name that stands twice is refused, however deep', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"a":1}',
      '{"":1,"":2}',
      '{"a":1,"b":2,"a":3}',
      '{ "a" : 1 ,\n\t"a" : 2 }',
      '{"a":{"b":1},"a":2}',
      '{"a":[1,{}],"b":{},"a":2}',
      '{"x":{"a":1,"a":2}}',
      '[0,[{"y":[{"a":1,"a":2}]}]]',
      '[[[[[[[{"a":1,"a":2}]]]]]]]',
      '{"a":"}","a":2}',
      '{"a":"\\"","a":2}',
      '{"a":"\\\\","a":2}',
      '{"hasOwnProperty":1,"hasOwnProperty":2}',
    ])
      refuses(text, /twice/)
  })

  test('a number is refused when another one would come out, however it is written', () => {
    for (const number of [
      '9007199254740993',
      '-9007199254740993',
      '9007199254740993.0',
      '9007199254740992.5',
      '90071992547409930e-1',
      '12345678901234567890',
      // A double holds 2^60 exactly, but JSON.stringify writes it as 1152921504606847000.
      '1152921504606846976',
      `9007199254740992.${'0'.repeat(60_000)}1`,
      '1e309',
      '-1e400',
      '1e99999999999999999999',
    ])
      refuses(`{"a":${number}}`, /exactly/)
    for (const number of [
      '9007199254740991',
      '-9007199254740991',
      '9007199254740992',
      '-9007199254740992',
      '9007199254740994',
      '9007199254740992.0',
      '9007199254740992e0',
      '90071992547409920E-1',
      '1152921504606847000',
      '1e15',
      '1e16',
      '10000000000000000',
      '9007199254740993e3',
      '1e22',
      '1E+22',
      '-1e22',
      '10000000000000000000000',
      '0.01e24',
      '1e23',
      '1e300',
      '1.7976931348623157e308',
      '-0',
      '-0.0',
      '0e999999',
      '0.1',
      '-0.1',
      '0.10000000000000001',
      '3.141592653589793238462643',
      '123456.789e3',
      '9007199254740990.5',
      '1e-300',
      '5e-324',
      '1e-400',
    ]) {
      accepts(`{"a":${number}}`)
      // Replies and exports are written by JSON.stringify, so it must give the same text again.
      accepts(JSON.stringify(parseStrictJson(`{"a":${number}}`)))
    }
  })

  test('a name that stands twice is refused when an escape spells it', () => {
    for (const text of [
      '{"a":1,"\\u0061":2}',
      '{"\\u0061":1,"a":2}',
      '{"\\u0061":1,"\\u0061":2}',
      '{"é":1,"\\u00e9":2}',
      '{"é":1,"\\u00E9":2}',
      '{"😀":1,"\\ud83d\\ude00":2}',
      '{"\\"":1,"\\u0022":2}',
      '{"/":1,"\\/":2}',
      '{"\\\\":1,"\\u005c":2}',
      '{"\\n":1,"\\u000a":2}',
    ])
      refuses(text, /twice/)
  })

  test('the same name may stand in different objects, and as a value', () => {
    for (const text of [
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":2}]',
      '{"x":{"a":1},"y":{"a":1},"a":1}',
      '{"a":"a","b":"a","c":["a","a",{"a":"a"},"a"]}',
      '{"a":["b"],"b":1}',
      '{"a":1,"A":2,"\u00e1":3,"a\u0301":4}',
      '{"a":",\\"a\\":","b":"{\\"a\\":1,\\"a\\":2}"}',
    ])
      accepts(text)
  })

  test('"__proto__" is refused as a name at any depth, and is fine as a value', () => {
    refuses('{"__proto__":1}', /__proto__/)
    refuses('{"__proto__":{"isAdmin":true}}', /__proto__/)
    refuses('[{"a":{"__proto__":null}}]', /__proto__/)
    refuses('{"a":1,"\\u005f_proto__":1}', /__proto__/)
    accepts('["__proto__",{"a":"__proto__"}]')
    accepts('{"__proto":1,"proto__":2,"constructor":3}')
  })

  test('a lone surrogate is refused in names and values, escaped or not', () => {
    for (const text of [
      '"\\ud800"',
      '"\\udc00"',
      '"\\uDBFFx"',
      '"\\udc00\\ud800"',
      '"\\ud83d\\ud83d\\ude00"',
      '{"\\ud800":1}',
      '{"a":["b","\\udfff"]}',
      '"\ud800"',
    ])
      refuses(text, /surrogate/)
    accepts('"\\ud83d\\ude00"')
    accepts('"😀"')
    accepts('{"😀":"\\ud800\\udc00"}')
    accepts('"\\\\ud800"')
  })

  test('a NUL is refused in names and values', () => {
    refuses('"\\u0000"', /NUL/)
    refuses('{"a\\u0000":1}', /NUL/)
    refuses('[{"a":"b\\u0000c"}]', /NUL/)
    accepts('"\\\\u0000"')
    accepts('"\\u0001\\u007f"')
  })

  test('eight levels are accepted and nine are refused', () => {
    accepts(nested(8, '[', ']'))
    accepts(nested(8, '{"a":', '}'))
    accepts(nested(4, '[{"a":', '}]'))
    accepts(`[${Array(9).fill('[[]]').join(',')}]`)
    refuses(nested(9, '[', ']'), /nested/)
    refuses(nested(9, '{"a":', '}'), /nested/)
    refuses(`[1,${nested(8, '[', ']')}]`, /nested/)
    refuses(nested(100_000, '[', ']'), /nested|not JSON/)
  })

  test('braces, brackets, commas, quotes and backslashes inside strings mean nothing', () => {
    for (const value of [
      '['.repeat(50),
      '{'.repeat(50),
      ']}]}',
      '","',
      '\\',
      '\\\\',
      '"',
      '\\"',
      '{"a":1,"a":2}',
      ':,"',
    ]) {
      accepts(JSON.stringify(value))
      accepts(JSON.stringify({ [value]: value, b: [value, value], c: { [value]: 1 } }))
      refuses(`{"x":${JSON.stringify(value)},"x":1}`, /twice/)
      refuses(`{${JSON.stringify(value)}:0,${JSON.stringify(value)}:1}`, /twice/)
    }
  })

  test('a large array is walked to its end', () => {
    const items = Array.from({ length: 10_000 }, (_, n) => ({ n, text: `"${n}"` }))
    accepts(JSON.stringify(items))
    refuses(`${JSON.stringify(items).slice(0, -1)},{"n":1,"n":2}]`, /twice/)
    const names = Array.from({ length: 1_500 }, (_, n) => `"n${n}":${n}`).join(',')
    accepts(`{${names}}`)
    refuses(`{${names},"n0":0}`, /twice/)
  })

  test('what is not JSON is refused, with the cause', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '"',
      '"\\',
      '{"a"}',
      '{a:1}',
      "{'a':1}",
      '[1,]',
      '{"a":1,}',
      '[1] 2',
      '01',
      '+1',
      '.5',
      'NaN',
      'Infinity',
      'undefined',
      '// a comment\n1',
      '"a\nb"',
      '"\\x41"',
      '\ufeff{}',
      '\u00a0{}',
    ]) {
      refuses(text, /not JSON/)
    }
    assert.throws(
      () => parseStrictJson('{'),
      (error: unknown) => error instanceof Error && error.cause instanceof SyntaxError,
    )
  })

  test('any value without oddities comes back as it was written', () => {
    const seed = randomInt(2 ** 32)
    const random = seeded(seed)
    for (let round = 0; round < 1_000; round++) {
      const value = randomValue(random, 7)
      const indent = [0, 1, '\t'][Math.floor(random() * 3)]
      assert.deepEqual(
        parseStrictJson(JSON.stringify(value, undefined, indent)),
        value,
        `seed ${seed}, round ${round}`,
      )
    }
  })
})

/** Creates a mulberry32 generator, which is small and gives the same numbers everywhere for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const letters = [
  'a',
  'b',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '/',
  '\n',
  '\u2028',
  'é',
  '😀',
  '\u0001',
  ' ',
]

function randomText(random: () => number): string {
  const length = Math.floor(random() * 6)
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
}

function randomValue(random: () => number, levels: number): unknown {
  const length = Math.floor(random() * 5)
  switch (Math.floor(random() * (levels > 0 ? 7 : 5))) {
    case 0:
      return null
    case 1:
      return random() < 0.5
    case 2:
      return Math.floor(random() * 1_000)
    case 3:
      return (random() - 0.5) * 10 ** (Math.floor(random() * 30) - 18)
    case 4:
      return randomText(random)
    case 5:
      return Array.from({ length }, () => randomValue(random, levels - 1))
    default:
      return Object.fromEntries(
        // The names have no escapes because of a fault of V8 13.6. Once JSON.parse has seen a name that ends
        // in a backslash, it may read other names as that one, such as `n\\"` as `n\\\\`.
        Array.from({ length }, () => [
          randomText(random)
            .replace(/["\\\n]/g, '')
            .replaceAll('\u0001', ''),
          randomValue(random, levels - 1),
        ]),
      )
  }
}

test('an object may have as many names as fit into the metadata of a user, and no more', () => {
  const text = (count: number) =>
    JSON.stringify({ metadata: Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 1])) })
  assert.deepEqual(parseStrictJson(text(1_500)), JSON.parse(text(1_500)))
  assert.throws(() => parseStrictJson(text(1_501)), StrictJsonError)
})

test('a text of many names is refused before it is parsed, in one object or in many', (t) => {
  const objectOf = (from: number, count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"u${from + at}":1`).join()}}`
  const objects = (count: number, names: number) =>
    `[${Array.from({ length: count }, (_, at) => objectOf(at * names, names)).join()}]`
  const parse = t.mock.method(JSON, 'parse')
  for (const text of [objectOf(0, 8_000), objects(6, 1_400), objects(800, 10), `${objectOf(0, 1_501)}}`])
    refuses(text, /more than (1500|2000)/)
  assert.equal(parse.mock.callCount(), 0)
  parseStrictJson(objects(1, 1_500))
  parseStrictJson(objects(2, 1_000))
  const rows = `[${Array.from({ length: 400 }, () => objectOf(0, 20)).join()}]`
  assert.equal((parseStrictJson(rows) as unknown[]).length, 400, 'the same names again are no more names')
})
