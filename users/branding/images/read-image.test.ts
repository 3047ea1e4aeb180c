import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { pngChunk, pngHeader, pngOf, pngWith, sampleLogo, webp } from '#tests/support/images.ts'
import { readImage } from './read-image.ts'

const end = pngChunk('IEND', Buffer.alloc(0))
const data = (size: number) => pngChunk('IDAT', deflateSync(Buffer.alloc(size)))
/** The data of an image of 2 × 1 pixels: one line with the byte of its filter. */
const twoPixels = data(9)
const twoWide = pngHeader({ width: 2, height: 1 })

/** Returns a copy of a file in which a number of four bytes is another one. */
function changed(file: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(value, at)
  return copy
}

const sizeOf = async (file: Buffer) => {
  const { type, width, height } = await readImage(file)
  return [type, width, height]
}

test('whole PNG and WebP files are accepted, with the dimensions that they have', async () => {
  assert.deepEqual(await sizeOf(sampleLogo), ['image/png', 64, 32])
  assert.deepEqual(await sizeOf(pngOf({ width: 1_024, height: 1_024 })), ['image/png', 1_024, 1_024])
  for (const kind of ['lossy', 'lossless', 'alpha'] as const)
    assert.deepEqual(await sizeOf(webp(kind)), ['image/webp', 1, 1], kind)
  // Adam7 divides 5 × 3 pixels of one byte into seven lines, each with the byte of its filter.
  const interlaced = pngHeader({ width: 5, height: 3, color: 0, interlace: 1 })
  assert.deepEqual(await sizeOf(pngWith(interlaced, data(15 + 7), end)), ['image/png', 5, 3])
  const divided = deflateSync(Buffer.alloc(9))
  const parts = [divided.subarray(0, 3), divided.subarray(3)].map((part) => pngChunk('IDAT', part))
  assert.deepEqual(await sizeOf(pngWith(twoWide, ...parts, end)), ['image/png', 2, 1])
})

const isRefused = async (code: string, files: Record<string, Buffer>): Promise<void> => {
  await Promise.all(
    Object.entries(files).map(([name, file]) =>
      assert.rejects(readImage(file), { name: 'Failure', code }, name),
    ),
  )
}

test('other files are refused, whatever they begin with', () =>
  isRefused('image_unsupported', {
    'an empty file': Buffer.alloc(0),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    GIF: Buffer.from('GIF89a/*'),
    JPEG: Buffer.from('ffd8ffe000104a464946', 'hex'),
    'a sound in RIFF': Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVEfmt ')]),
    'HTML before a PNG': Buffer.concat([Buffer.from('<script>'), sampleLogo]),
    'an animated PNG': pngWith(twoWide, pngChunk('acTL', Buffer.alloc(8)), twoPixels, end),
    'an animated WebP': webp('animated'),
  }))

test('damaged and incomplete files, and files with another one behind them, are refused', async () => {
  const script = Buffer.from('<script>alert(1)</script>')
  const lossless = webp('lossless')
  await isRefused('image_damaged', {
    'a signature alone': sampleLogo.subarray(0, 8),
    'a PNG without its end': sampleLogo.subarray(0, -12),
    'a PNG without its last byte': sampleLogo.subarray(0, -1),
    'a PNG with HTML behind it': Buffer.concat([sampleLogo, script]),
    'a wrong checksum': changed(sampleLogo, 29, 0),
    'a chunk that is longer than the file': changed(sampleLogo, 33, 0xffffffff),
    'no header': pngWith(twoPixels, end),
    'two headers': pngWith(twoWide, twoWide, twoPixels, end),
    'no data': pngWith(twoWide, end),
    'data in two places': pngWith(twoWide, twoPixels, pngChunk('tEXt', script), twoPixels, end),
    'too little data': pngWith(twoWide, data(8), end),
    'too much data': pngWith(twoWide, data(10), end),
    'data that decompresses to megabytes': pngWith(twoWide, data(32 * 1024 * 1024), end),
    'data that is not compressed': pngWith(twoWide, pngChunk('IDAT', script), end),
    'HTML behind the compressed data': pngWith(
      twoWide,
      pngChunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(9)), script])),
      end,
    ),
    'no width': pngWith(pngHeader({ width: 0, height: 1 }), data(1), end),
    'an unknown color type': pngWith(pngHeader({ width: 2, height: 1, color: 5 }), twoPixels, end),
    'a bit depth that the color type has not': pngWith(
      pngHeader({ width: 2, height: 1, depth: 4 }),
      twoPixels,
      end,
    ),
    'no palette': pngWith(pngHeader({ width: 2, height: 1, color: 3 }), data(3), end),
    'an unknown chunk that must be understood': pngWith(twoWide, pngChunk('ABCD', script), twoPixels, end),
    'a WebP without its last byte': lossless.subarray(0, -1),
    'a WebP with HTML behind it': Buffer.concat([lossless, script]),
    'a WebP whose size includes the HTML behind it': changed(
      Buffer.concat([lossless, script]),
      4,
      lossless.length + script.length - 8,
    ),
    'a WebP without chunks': changed(lossless.subarray(0, 12), 4, 4),
    'a WebP chunk that is longer than the file': changed(lossless, 16, 0xfffffff0),
    'a WebP with another first byte of its data': changed(lossless, 20, 0),
    'an extended WebP without data': changed(webp('alpha').subarray(0, 30), 4, 22),
    'an extended WebP of other dimensions than its data': changed(webp('alpha'), 24, 9),
  })
})

test('images that need much memory are refused, however small their files are', () =>
  isRefused('image_dimensions_invalid', {
    'a wide PNG': pngOf({ width: 1_025, height: 1 }),
    'a high PNG': pngOf({ width: 1, height: 1_025 }),
    'a PNG of 65,535 pixels': pngWith(pngHeader({ width: 65_535, height: 65_535 }), data(9), end),
    'a PNG of 4 gigapixels in a line': pngWith(pngHeader({ width: 2 ** 32 - 1, height: 1 }), data(9), end),
    'a wide lossless WebP': changed(webp('lossless'), 21, 1_024),
    'a wide lossy WebP': changed(webp('lossy'), 26, 0x0001_0401),
    'a wide extended WebP': changed(webp('alpha'), 24, 1_024),
  }))
