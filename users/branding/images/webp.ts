import { Failure } from '#contract/declaration/failures.ts'
import { type Dimensions, requireDimensions } from './dimensions.ts'

export const isWebp = (bytes: Buffer): boolean =>
  bytes.length >= 12 &&
  bytes.toString('latin1', 0, 4) === 'RIFF' &&
  bytes.toString('latin1', 8, 12) === 'WEBP'

interface Chunk {
  type: string
  data: Buffer
}

const animationFlag = 0x02
/** The chunks that may be beside the data of a still image (RFC 9649 section 2.7). */
const additions = new Set(['ICCP', 'ALPH', 'EXIF', 'XMP '])

/**
 * Reads the dimensions of a WebP (RFC 9649), and checks its chunks to the last byte.
 * @throws {Failure} `image_damaged`, `image_unsupported`, `image_dimensions_invalid`
 */
export function readWebp(bytes: Buffer): Dimensions {
  const [first, ...others] = chunksOf(bytes)
  if (!first) throw new Failure('image_damaged')
  if (first.type !== 'VP8X') {
    if (others.length > 0) throw new Failure('image_damaged')
    return dataDimensions(first)
  }
  if (first.data.length !== 10) throw new Failure('image_damaged')
  const flags = first.data.readUInt8(0)
  const types = others.map(({ type }) => type)
  if ((flags & animationFlag) !== 0 || types.includes('ANIM') || types.includes('ANMF'))
    throw new Failure('image_unsupported')
  const data = others.filter(({ type }) => !additions.has(type))
  const [only] = data
  if (!only || data.length > 1 || new Set(types).size < types.length) throw new Failure('image_damaged')
  const width = first.data.readUIntLE(4, 3) + 1
  const height = first.data.readUIntLE(7, 3) + 1
  requireDimensions({ width, height })
  const own = dataDimensions(only)
  if (own.width !== width || own.height !== height) throw new Failure('image_damaged')
  return { width, height }
}

/** Reads the chunks, which fill the file to its end. Each has an even number of bytes. */
function chunksOf(bytes: Buffer): Chunk[] {
  if (bytes.readUInt32LE(4) !== bytes.length - 8) throw new Failure('image_damaged')
  const chunks: Chunk[] = []
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw new Failure('image_damaged')
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size
    if (end + (size % 2) > bytes.length) throw new Failure('image_damaged')
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) })
    at = end + (size % 2)
  }
  return chunks
}

function dataDimensions({ type, data }: Chunk): Dimensions {
  const read =
    type === 'VP8 ' ? lossyDimensions(data) : type === 'VP8L' ? losslessDimensions(data) : undefined
  if (!read) throw new Failure('image_damaged')
  requireDimensions(read)
  return read
}

/** Reads the header of a key frame of VP8 (RFC 6386 section 9.1), the size of whose first partition must fit into the data. */
function lossyDimensions(data: Buffer): Dimensions | undefined {
  if (data.length < 10) return undefined
  const tag = data.readUIntLE(0, 3)
  const isKeyFrame = (tag & 1) === 0
  const isShown = ((tag >> 4) & 1) === 1
  const firstPartition = tag >> 5
  if (!isKeyFrame || !isShown || data.readUIntBE(3, 3) !== 0x9d012a || 10 + firstPartition > data.length)
    return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

/** Reads the header of lossless data (RFC 9649 section 3.4). */
function losslessDimensions(data: Buffer): Dimensions | undefined {
  if (data.length < 6 || data.readUInt8(0) !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  const version = bits >>> 29
  if (version !== 0) return undefined
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
