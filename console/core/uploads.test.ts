import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { maxUploadBytes } from '#runtime/http/body.ts'
import { readFields } from './uploads.ts'

const type = 'multipart/form-data; boundary=x'

const part = (headers: string, content: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from('--x--\r\n')])

/** Returns a form as it arrives: in pieces of a number of bytes. */
function* inPieces(bytes: Buffer, size = bytes.length): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (bytes: Buffer, size?: number, contentType = type) =>
  readFields(contentType, Readable.from(inPieces(bytes, size), { objectMode: false }), { takes: 'text' })

test('a form with a file is read, however it is cut on its way', async () => {
  const csv = 'email,name\r\nada@example.com,Ada Lovelace ♥\r\n'
  const sent = form(
    part('name="invite"', 'yes'),
    part('name="file"; filename="a.csv"', csv),
    part('name="é"'),
  )
  for (const size of [1, 2, 7, 64, undefined])
    assert.deepEqual(await read(sent, size), { invite: 'yes', file: csv, é: '' }, `pieces of ${size}`)
  assert.deepEqual(await read(form(part('name="file"; filename="a.csv"', '\u{feff}a'))), { file: 'a' })
  assert.deepEqual(await read(form()), {})
})

test('a page that takes bytes gets the file in Base64, and the other fields as text', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0x0a])
  const sent = form(part('name="image"', 'logo'), part('name="file"; filename="a.png"', bytes))
  const body = Readable.from(inPieces(sent, 3), { objectMode: false })
  assert.deepEqual(await readFields(type, body, { takes: 'bytes' }), {
    image: 'logo',
    file: bytes.toString('base64'),
  })
})

test('a form that could be read in two ways is refused', async () => {
  const file = part('name="file"; filename="a"', 'a')
  const refused: Record<string, Buffer> = {
    'a field twice': form(file, file),
    'a file and a field of one name': form(file, part('name="file"', 'b')),
    'a field without a name': form(part('filename="a"', 'a')),
    'a file that is not UTF-8': form(part('name="file"; filename="a"', Buffer.from([0x5a, 0xf6, 0xeb]))),
    'a field that is not UTF-8': form(part('name="invite"', Buffer.from([0xff]))),
    'a form that ends early': file,
    'a file that ends early': file.subarray(0, -3),
    'six parts': form(...[1, 2, 3, 4, 5, 6].map((name) => part(`name="${name}"`))),
    'nothing at all': Buffer.from(''),
  }
  for (const [what, bytes] of Object.entries(refused))
    for (const size of [1, undefined])
      await assert.rejects(read(bytes, size), { code: 'invalid_request' }, what)
  await assert.rejects(read(form(file), undefined, 'multipart/form-data'), { code: 'invalid_request' })
  const five = form(...[1, 2, 3, 4, 5].map((name) => part(`name="${name}"`)))
  assert.equal(Object.keys(await read(five)).length, 5)
})

test('a form of many parts is refused with its sixth, and the rest is not read', async () => {
  const many = form(...Array.from({ length: 20_000 }, (_, at) => part(`name="f${at}"; filename="f"`)))
  const body = Readable.from(inPieces(many, 1_024), { objectMode: false, highWaterMark: 1_024 })
  let taken = 0
  body.on('data', (piece: Buffer) => {
    taken += piece.length
  })
  await assert.rejects(readFields(type, body, { takes: 'text' }), { code: 'invalid_request' })
  body.destroy()
  assert.ok(taken <= 64 * 1_024, `${taken} of ${many.length} bytes`)
})

test('a form larger than the limit is refused when the limit is reached', async () => {
  const of = (size: number) => form(part('name="file"; filename="a"', 'a'.repeat(size)))
  const frame = of(0).length
  assert.equal((await read(of(maxUploadBytes - frame), 65_536)).file?.length, maxUploadBytes - frame)
  await assert.rejects(read(of(maxUploadBytes - frame + 1), 65_536), { code: 'body_too_large' })
})

test('a form whose client has gone is not waited for', async () => {
  const gone = new Readable({ read() {} })
  gone.push(part('name="file"; filename="a"', 'a'))
  const reading = readFields(type, gone, { takes: 'text' })
  gone.destroy()
  await assert.rejects(reading, { code: 'invalid_request' })
  await assert.rejects(readFields(type, gone, { takes: 'text' }), { code: 'invalid_request' }, 'gone before')
})
