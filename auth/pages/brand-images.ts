import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { type BrandImageName, brandImagePath, brandImages } from '#contract/system/branding.ts'
import type { FollowedBrand } from './core/followed-brand.ts'

const lasting = 'public, max-age=31536000, immutable'

/**
 * Serves the images of the branding from the origin of the pages. A page may come from a node that has read a newer branding: then
 * this node reads it too. For a path that stays unknown, the browser gets the current image, but doesn't store it.
 */
export function brandImageRoutes(app: FastifyInstance, brand: FollowedBrand): void {
  app.get<{ Params: { digest: string; image: string } }>(
    '/account/assets/brand/:digest/:image',
    async ({ params: { digest, image: name } }, reply) => {
      if (!isName(name)) throw new Failure('route_not_found')
      const path = brandImagePath(name, digest)
      if (!brand.imageAt(path)) await brand.catchUp()
      const asked = brand.imageAt(path)
      const image = asked ?? brand.currentImage(name)
      if (!image) throw new Failure('route_not_found')
      return reply
        .headers({
          'content-type': image.type,
          // The image is also safe if it is opened by itself.
          'content-security-policy': "default-src 'none'",
          ...(asked ? { 'cache-control': lasting } : {}),
        })
        .send(image.content)
    },
  )
}

const isName = (name: string): name is BrandImageName => brandImages.some((one) => one === name)
