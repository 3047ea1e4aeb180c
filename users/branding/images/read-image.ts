import { hash } from 'node:crypto'
import type { ImageType } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Dimensions } from './dimensions.ts'
import { isPng, readPng } from './png.ts'
import { isWebp, readWebp } from './webp.ts'

/** An image that was checked, with what is stored beside its content. */
export interface ReadImage extends Dimensions {
  type: ImageType
  /** A part of the SHA-256 digest, in hex. The path of the image has it. */
  digest: string
  content: Buffer
}

/**
 * Checks an image that somebody uploads. The file must be a whole PNG or WebP to its last byte, so that no other file can be
 * hidden behind it. SVG is refused, because it can have scripts.
 * @throws {Failure} `image_damaged`, `image_dimensions_invalid`, `image_unsupported`
 */
export async function readImage(bytes: Uint8Array): Promise<ReadImage> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const digest = hash('sha256', content, 'hex').slice(0, 32)
  if (isPng(content)) return { ...(await readPng(content)), type: 'image/png', digest, content }
  if (isWebp(content)) return { ...readWebp(content), type: 'image/webp', digest, content }
  throw new Failure('image_unsupported')
}
