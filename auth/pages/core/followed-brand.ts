import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ImageType } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Language } from '#contract/declaration/languages.ts'
import { type CustomText, isAcceptedText } from '#contract/rules/custom-text.ts'
import {
  type BrandImageName,
  type BrandingResource,
  findBrandImageEndpoint,
  findBrandingEndpoint,
} from '#contract/system/branding.ts'
import { findCustomTextsEndpoint } from '#contract/system/custom-texts.ts'
import { createFailureLines } from '#runtime/log/failure-lines.ts'
import type { Auth } from '../../core/auth.ts'
import type { Brand } from '../view/brand.ts'

/** The settings of the environment, which take precedence over what admins store. */
export type FixedBrand = Pick<Brand, 'name' | 'logoUrl' | 'color'> & { language: Language | undefined }

/** An image of the branding, as this service serves it. */
export interface ServedImage {
  path: string
  type: ImageType
  content: Buffer
}

/** The brand of pages that follow the stored branding. */
export interface FollowedBrand {
  /** The brand as this node knows it now. */
  readonly current: Brand
  /**
   * Reads the branding again, if that was more than two seconds ago. It waits for half a second at most and never rejects: a page
   * that can't read the branding shows the last one that this node knew.
   */
  refresh(): Promise<void>
  /**
   * Reads the branding again for a URL that this node doesn't know: another node may have read a newer one, and made the page that
   * names the URL. It waits for half a second at most.
   */
  catchUp(): Promise<void>
  /** Reads the branding again after a change by an admin, with the same patience. */
  reread(): Promise<void>
  /** Finds an image by its path. Those of the branding before the current one are kept, for pages that are being loaded. */
  imageAt(path: string): ServedImage | undefined
  /** Finds the image that the branding has now. */
  currentImage(name: BrandImageName): ServedImage | undefined
}

const freshMs = 2_000
/** A stranger can request unknown URLs, so those don't cause more reads than this allows. */
const catchUpMs = 250
const patienceMs = 500

type Images = ReadonlyMap<BrandImageName, ServedImage>
const noImages: Images = new Map()
const noTexts: readonly CustomText[] = []

/** Follows the branding that the user service stores. It is read when a page is requested, so that an idle node asks nothing. */
export function followBranding(
  { users, clock, log }: Pick<Auth, 'users' | 'clock' | 'log'>,
  fixed: FixedBrand,
): FollowedBrand {
  const lines = createFailureLines(log, { message: 'the branding could not be read' })
  let texts = noTexts
  let textsVersion: number | undefined
  let current = brandOf(fixed, undefined, { images: noImages, texts })
  let images = noImages
  let earlier = noImages
  let askedAt: number | undefined
  let reading: Promise<void> | undefined
  const imageAt = (path: string) =>
    [...images.values(), ...earlier.values()].find((image) => image.path === path)

  async function read(): Promise<void> {
    try {
      const stored = await users.ask(findBrandingEndpoint, undefined)
      const found = await imagesOf(stored)
      if (!isDeepStrictEqual(pathsOf(found), pathsOf(images))) earlier = images
      images = found
      await readTexts(stored)
      current = brandOf(fixed, stored, { images, texts })
      lines.succeeded()
    } catch (error) {
      lines.failed(error)
    }
  }

  /** Reads the texts if the branding has changed since. A user service of the previous version has none, and names no version. */
  async function readTexts({ version }: { version?: number }): Promise<void> {
    if (version === undefined || version === textsVersion) return
    const { data } = await users.ask(findCustomTextsEndpoint, undefined)
    const found = data.filter(isAcceptedText) as CustomText[]
    // An unchanged list keeps the pages that were made of it.
    if (!isDeepStrictEqual(found, texts)) texts = found
    textsVersion = version
  }

  /** Reads the images that this node doesn't have yet, before a page can name them. */
  async function imagesOf({ logo, logo_dark, favicon }: BrandingResource): Promise<Images> {
    const stored = [['logo', logo] as const, ['logo-dark', logo_dark] as const, ['favicon', favicon] as const]
    const found = new Map<BrandImageName, ServedImage>()
    for (const [name, image] of stored) {
      // A user service of the previous version names no images.
      const served = image && (imageAt(image.path) ?? (await findImage(name)))
      if (served) found.set(name, served)
    }
    return found
  }

  async function findImage(name: BrandImageName): Promise<ServedImage | undefined> {
    try {
      const { type, path, content } = await users.ask(findBrandImageEndpoint, { image: name })
      return { type, path, content: Buffer.from(content, 'base64') }
    } catch (error) {
      // The image was deleted after the branding was read.
      if (error instanceof Failure && error.code === 'image_not_found') return undefined
      throw error
    }
  }

  /** Begins to read, unless it was read within this time. Reads don't overlap, so an older one never replaces a newer one. */
  function begin(withinMs: number): boolean {
    const now = clock.now()
    // The clock may have been set back.
    if (reading || (askedAt !== undefined && Math.abs(now - askedAt) < withinMs)) return false
    askedAt = now
    reading = read().finally(() => {
      reading = undefined
    })
    return true
  }
  const patiently = async () => {
    await Promise.race([reading, sleep(patienceMs, undefined, { ref: false })])
  }

  return {
    get current() {
      return current
    },
    refresh: async () => {
      if (begin(freshMs)) await patiently()
    },
    catchUp: async () => {
      begin(catchUpMs)
      if (reading) await patiently()
    },
    async reread() {
      // A read that has begun may still see the branding before the change.
      await patiently()
      begin(0)
      await patiently()
    },
    imageAt,
    currentImage: (name) => images.get(name),
  }
}

const pathsOf = (images: Images): string[] => [...images.values()].map(({ path }) => path)

const brandOf = (
  fixed: FixedBrand,
  stored: BrandingResource | undefined,
  { images, texts }: { images: Images; texts: readonly CustomText[] },
): Brand => ({
  name: fixed.name ?? stored?.name ?? undefined,
  logoUrl: fixed.logoUrl,
  color: fixed.color ?? stored?.color ?? undefined,
  logo: fixed.logoUrl === undefined ? images.get('logo')?.path : undefined,
  darkLogo: fixed.logoUrl === undefined ? images.get('logo-dark')?.path : undefined,
  favicon: images.get('favicon')?.path,
  privacyUrl: stored?.privacy_url ?? undefined,
  termsUrl: stored?.terms_url ?? undefined,
  helpUrl: stored?.help_url ?? undefined,
  language: fixed.language ?? stored?.language ?? 'en',
  texts,
})
