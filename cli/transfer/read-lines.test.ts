import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Line, readLines } from './read-lines.ts'

async function* chunksOf(text: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
}

async function linesOf(text: string | Buffer, size: number, longest = 100): Promise<Line[]> {
  const lines: Line[] = []
  for await (const line of readLines(chunksOf(Buffer.from(text), size), longest)) lines.push(line)
  return lines
}

test('a line is the same wherever the chunks of the stream begin and end', async () => {
  const text = 'first\n\nwith a \u{1F600}\r\nlast'
  const expected = [
    { number: 1, text: 'first', bytes: 6 },
    { number: 2, text: '', bytes: 7 },
    { number: 3, text: 'with a \u{1F600}\r', bytes: 20 },
    { number: 4, text: 'last', bytes: 24 },
  ]
  for (let size = 1; size <= 30; size++) assert.deepEqual(await linesOf(text, size), expected, `${size}`)
})

test('a line that is too long, or not UTF-8, has no text, and the lines after it are whole', async () => {
  const text = Buffer.concat([
    Buffer.from('x'.repeat(101)),
    Buffer.from('\n'),
    Buffer.from([0xc3, 0x28, 0x0a]),
    Buffer.from(`${'y'.repeat(100)}\n`),
  ])
  for (const size of [1, 7, 1_000]) {
    const lines = await linesOf(text, size)
    assert.deepEqual(
      lines.map((line) => line.text),
      [undefined, undefined, 'y'.repeat(100)],
    )
  }
})

test('a file without an end of line does not fill the memory', async () => {
  const mebibyte = 1 << 20
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  async function* endless(): AsyncGenerator<Buffer> {
    for (let part = 0; part < 400; part++) {
      yield Buffer.alloc(mebibyte, 'x')
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
  }
  for await (const line of readLines(endless(), mebibyte)) assert.equal(line.text, undefined)
  assert.ok(most < 200 * mebibyte, `${most}`)
})
