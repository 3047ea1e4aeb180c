import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Makes a chunk of a PNG, with its right checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const pngWith = (...chunks: Buffer[]): Buffer => Buffer.concat([signature, ...chunks])

/** Makes the header of a PNG: eight bits in each of red, green, blue and alpha, if not told otherwise. */
export function pngHeader({ width, height, depth = 8, color = 6, interlace = 0 }: PngForm): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, color, 0, 0, interlace], 8)
  return pngChunk('IHDR', data)
}

interface PngForm {
  width: number
  height: number
  depth?: number
  color?: number
  interlace?: number
}

/** Makes a PNG of one color. */
export const pngOf = ({ width, height }: { width: number; height: number }, shade = 0x50): Buffer =>
  pngWith(
    pngHeader({ width, height }),
    pngChunk('IDAT', deflateSync(Buffer.alloc(height * (1 + width * 4), lineOf(width, shade)))),
    pngChunk('IEND', Buffer.alloc(0)),
  )

const lineOf = (width: number, shade: number) =>
  Buffer.concat([Buffer.of(0), Buffer.alloc(width * 4, Buffer.of(shade, 0x80, 0xc0, 0xff))])

/** The logo of the examples, of 64 × 32 pixels. It is written down, because another version of zlib makes other bytes. */
export const sampleLogo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAYAAACinX6EAAAAXElEQVR4nO3QMREAIBDAsJeIJKThDGRkoEP2Xmftc382OkBrgA7QGqADtAboAK0BOkBrgA7QGqADtAboAK0BOkBrgA7QGqADtAboAK0BOkBrgA7QGqADtAboAO0BsF95LT/lRiEAAAAASUVORK5CYII=',
  'base64',
)

/** WebP files of one pixel: lossy, lossless, with an alpha channel, and animated. */
export const webps = {
  lossy: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  lossless: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  alpha:
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
  animated:
    'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
} as const

export const webp = (kind: keyof typeof webps): Buffer => Buffer.from(webps[kind], 'base64')
