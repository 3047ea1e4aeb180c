import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEventStreamParser, type StreamEvent } from './event-stream.ts'

function read(...pieces: (string | Uint8Array)[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const parser = createEventStreamParser((event) => void events.push(event))
  for (const piece of pieces) parser.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
  return events
}

const message = (data: string, lastEventId = '') => ({ type: 'message', data, lastEventId })

describe('reading an event stream', () => {
  const cases: [string, string, StreamEvent[]][] = [
    ['a line feed ends a line', 'data: a\n\n', [message('a')]],
    ['a carriage return ends a line', 'data: a\r\rdata: b\r\r', [message('a'), message('b')]],
    ['both together end one line', 'data: a\r\ndata: b\r\n\r\n', [message('a\nb')]],
    [
      'ends of lines may be mixed',
      'data: a\r\n\ndata: b\r\r\ndata: c\n\r',
      [message('a'), message('b'), message('c')],
    ],
    ['a byte order mark at the beginning is no text', '\uFEFFdata: a\n\n', [message('a')]],
    ['later it is', 'data: a\n\n\uFEFFdata: b\n\n', [message('a')]],
    ['a comment says nothing', ': hello\ndata: a\n:\n\n', [message('a')]],
    [
      'one space after the colon is not of the value',
      'data:  a\n\ndata:b\n\n',
      [message(' a'), message('b')],
    ],
    ['a field without a colon has an empty value', 'data\ndata\n\n', [message('\n')]],
    [
      'the type counts for one event',
      'event: e\ndata: a\n\ndata: b\n\n',
      [{ type: 'e', data: 'a', lastEventId: '' }, message('b')],
    ],
    [
      'the id counts until the next one',
      'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
      [message('a', '1'), message('b', '1'), message('c')],
    ],
    ['an id counts without an event too', 'id: 7\n\ndata: a\n\n', [message('a', '7')]],
    ['an id with a NUL in it is none', 'id: 1\nid: 2\0\ndata: a\n\n', [message('a', '1')]],
    ['an event without data is none', 'event: e\n\ndata: a\n\n', [message('a')]],
    ['unknown fields are passed over', 'retry: 1000\nother: x\ndata: a\n\n', [message('a')]],
    ['an event that the end cuts off is none', 'data: a\n\ndata: b\n', [message('a')]],
    ['text is UTF-8', 'data: Zoë \u{1F511}\n\n', [message('Zoë \u{1F511}')]],
  ]

  for (const [promise, stream, expected] of cases) {
    test(`${promise}, wherever it is split`, () => {
      const bytes = new TextEncoder().encode(stream)
      for (let first = 0; first <= bytes.length; first++) {
        for (let second = first; second <= bytes.length; second++) {
          const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
          assert.deepEqual(read(...pieces), expected, `split at ${first} and ${second}`)
        }
      }
      assert.deepEqual(read(...Array.from(bytes, (byte) => Uint8Array.of(byte))), expected, 'byte by byte')
    })
  }

  test('the time after which to come back is told, if it is a number of milliseconds', () => {
    const told: number[] = []
    const parser = createEventStreamParser(
      () => {},
      (ms) => told.push(ms),
    )
    parser.push(
      new TextEncoder().encode('retry: 60000\n\nretry:0\nretry\nretry: 1s\nretry: -1\nretry: 1.5\n\n'),
    )
    assert.deepEqual(told, [60_000, 0])
  })

  test('bytes that are no UTF-8 do not stop it', () => {
    assert.deepEqual(read('data: ', Uint8Array.of(0xff), '\n\n'), [message('\uFFFD')])
  })

  test('64 KiB fit, and more is refused, in one line or many, whether it ends or not', () => {
    const data = 'x'.repeat(65_000)
    assert.deepEqual(read(`data: ${data}\n\n`), [message(data)])
    for (const stream of [
      `data: ${'x'.repeat(65_536)}\n\n`,
      'x'.repeat(65_537),
      `data: ${data}\n`.repeat(2),
      'data\n'.repeat(65_537),
    ]) {
      assert.throws(() => read(stream), RangeError)
      assert.throws(() => read(...(stream.match(/[\s\S]{1,1000}/g) ?? [])), RangeError)
    }
  })
})
