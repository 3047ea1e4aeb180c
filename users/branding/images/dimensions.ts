import { Failure } from '#contract/declaration/failures.ts'

export interface Dimensions {
  width: number
  height: number
}

/** The maximum of both dimensions, in pixels. A browser needs 4 MiB of memory for such an image, however small its file is. */
const maxPixels = 1_024

/** @throws {Failure} `image_damaged`, `image_dimensions_invalid` */
export function requireDimensions({ width, height }: Dimensions): void {
  if (width === 0 || height === 0) throw new Failure('image_damaged')
  if (width > maxPixels || height > maxPixels) throw new Failure('image_dimensions_invalid')
}
