import { crc32, createInflate } from 'node:zlib'
import { Failure } from '#contract/declaration/failures.ts'
import { type Dimensions, requireDimensions } from './dimensions.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature)

/** The samples of a pixel, and the bit depths that are allowed, by colour type (PNG third edition, section 11.2.1). */
const colorTypes: Record<number, { samples: number; depths: readonly number[] } | undefined> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

interface Chunk {
  type: string
  data: Buffer
}

/**
 * Reads the dimensions of a PNG. It is decompressed to its last byte, so that no file is stored that browsers show in part only.
 * @throws {Failure} `image_damaged`, `image_unsupported`, `image_dimensions_invalid`
 */
export async function readPng(bytes: Buffer): Promise<Dimensions> {
  const chunks = chunksOf(bytes)
  const types = chunks.map(({ type }) => type)
  // An animated PNG begins like any other one, and has this chunk before its data.
  if (types.includes('acTL')) throw new Failure('image_unsupported')
  const header = chunks[0]
  const parts = chunks.filter(({ type }) => type === 'IDAT')
  const begin = types.indexOf('IDAT')
  const isOrdered =
    header?.type === 'IHDR' &&
    header.data.length === 13 &&
    types.lastIndexOf('IHDR') === 0 &&
    types.at(-1) === 'IEND' &&
    types.indexOf('IEND') === types.length - 1 &&
    begin > 0 &&
    types.lastIndexOf('IDAT') === begin + parts.length - 1
  if (!header || !isOrdered) throw new Failure('image_damaged')
  const width = header.data.readUInt32BE(0)
  const height = header.data.readUInt32BE(4)
  const [depth = 0, color = 0, compression, filter, interlace = 0] = header.data.subarray(8)
  const form = colorTypes[color]
  if (!form?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new Failure('image_damaged')
  const palette = chunks.slice(0, begin).find(({ type }) => type === 'PLTE')?.data.length
  if (color === 3 && (palette === undefined || palette === 0 || palette % 3 !== 0))
    throw new Failure('image_damaged')
  requireDimensions({ width, height })
  const size = dataSize({ width, height, bits: depth * form.samples, isInterlaced: interlace === 1 })
  await requireData(
    parts.map(({ data }) => data),
    size,
  )
  return { width, height }
}

const critical = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** Reads the chunks of a PNG, which fill the file to its end. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < bytes.length; ) {
    const end = at + 12 + (at + 12 <= bytes.length ? bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY)
    if (end > bytes.length) throw new Failure('image_damaged')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw new Failure('image_damaged')
    // A decoder must not ignore an unknown chunk whose name begins with an upper-case letter.
    if (!/^[A-Za-z]{4}$/.test(type) || (/^[A-Z]/.test(type) && !critical.has(type)))
      throw new Failure('image_damaged')
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return chunks
}

/** The first pixel and the distance of pixels of each pass of Adam7, in both directions (section 8.1). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the size of the decompressed data: each line has one byte for its filter before its pixels. */
function dataSize({
  width,
  height,
  bits,
  isInterlaced,
}: Dimensions & { bits: number; isInterlaced: boolean }): number {
  const sizeOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8))
  if (!isInterlaced) return sizeOf(width, height)
  return passes.reduce(
    (sum, [x, y, across, down]) =>
      sum + sizeOf(Math.ceil(Math.max(0, width - x) / across), Math.ceil(Math.max(0, height - y) / down)),
    0,
  )
}

/**
 * Decompresses the data, outside the event loop, and requires that it has the given size. What is decompressed is dropped part by
 * part, so that a small file can't fill the memory.
 */
async function requireData(parts: readonly Buffer[], size: number): Promise<void> {
  const inflate = createInflate()
  const data = Buffer.concat(parts)
  let seen = 0
  try {
    inflate.end(data)
    for await (const part of inflate) {
      seen += (part as Buffer).length
      if (seen > size) break
    }
  } catch (cause) {
    throw new Failure('image_damaged', { cause })
  } finally {
    inflate.destroy()
  }
  // Bytes behind the end of the compressed data are ignored by decoders, and could be another file.
  if (seen !== size || inflate.bytesWritten !== data.length) throw new Failure('image_damaged')
}
