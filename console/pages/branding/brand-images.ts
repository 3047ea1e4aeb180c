import { maxBodyBytes } from '#contract/declaration/endpoint.ts'
import {
  type BrandImageName,
  type BrandImageResource,
  type BrandingResource,
  brandImages,
  deleteBrandImageEndpoint,
  putBrandImageEndpoint,
} from '#contract/system/branding.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { Visit } from '../../core/visit.ts'
import { fileField } from '../../view/forms.ts'
import { number } from '../../view/parts.ts'
import { type Present, variables } from './branding-values.ts'

const fieldOf = { logo: 'logo', 'logo-dark': 'logo_dark', favicon: 'favicon' } as const satisfies Record<
  BrandImageName,
  keyof BrandingResource
>

const imageIn = ({ sent }: Visit): BrandImageName | undefined => brandImages.find((one) => one === sent.image)

/** True for the form of an image, which the page shows beside the form of the other values. */
export const isForImage = (visit: Visit): boolean => imageIn(visit) !== undefined

/** Uploads or deletes the image that the form names. Returns a redirect, or what the admin can correct. */
export async function saveImage(visit: Visit): Promise<{ to: string } | Problem> {
  const { ask, sent, texts } = visit
  const image = imageIn(visit) ?? 'logo'
  const { branding: text } = texts
  const refuse = (fault: string): Problem => ({
    text: text.imageRefused,
    faults: [{ pointer: `/file_${fieldOf[image]}`, text: fault, inEnglish: undefined }],
  })
  try {
    if (sent.delete !== undefined) {
      await ask(deleteBrandImageEndpoint, { params: { image }, ifMatch: sent.version })
      return { to: 'branding?done=no-image' }
    }
    const bytes = Buffer.from(sent.file ?? '', 'base64')
    if (bytes.length === 0) return refuse(text.noFile)
    if (bytes.length > maxBodyBytes) return refuse(text.tooLarge({ size: kibibytes(visit, bytes.length) }))
    await ask(putBrandImageEndpoint, { params: { image }, body: bytes, ifMatch: sent.version })
    return { to: 'branding?done=image' }
  } catch (error) {
    const { text: fault } = problemOf(error, texts)
    return refuse(fault)
  }
}

/** Shows the three images, each with a form that replaces or deletes it. A logo of the environment replaces both logos. */
export function imagesCard(
  visit: Visit,
  { stored, version, fixed }: Present,
  problem: Problem | undefined,
): Html {
  const { branding: text } = visit.texts
  const forms = brandImages.map((image) => {
    const field = fieldOf[image]
    const { label, hint } = text.images[field]
    if (fixed.logo !== undefined && image !== 'favicon')
      return image === 'logo'
        ? html`<div class="image"><h3>${label}</h3><p class="hint fixed">${icon('lock')} ${text.fixed({ variable: variables.logo ?? '' })}</p><p><code>${fixed.logo}</code></p></div>`
        : undefined
    const present = stored[field]
    return html`<form class="image" method="post" action="branding" enctype="multipart/form-data">${hiddenFields({ image, version })}
${fileField({ name: `file_${field}`, sentAs: 'file', label, hint, accept: 'image/png,image/webp', problem })}
${present !== null && stateOf(visit, image, present)}
<div class="actions"><button class="button secondary">${icon('upload')}${text.upload[field]}</button>${present !== null && html`<button class="button quiet" name="delete" value="1">${text.deleteImage[field]}</button>`}</div></form>`
  })
  return html`<section class="card images" id="images"><h2>${text.imagesTitle}</h2><p class="hint">${text.imagesHint({ size: kibibytes(visit, maxBodyBytes) })}</p>${forms}</section>`
}

function stateOf(
  visit: Visit,
  image: BrandImageName,
  { path, width, height, size }: BrandImageResource,
): Html {
  const shown = visit.texts.branding.imageFacts({
    width: number(visit, width),
    height: number(visit, height),
    size: kibibytes(visit, size),
  })
  return html`<p class="current"><span class="sample ${image === 'logo-dark' ? 'dark' : 'light'}"><img src="..${path}" alt=""></span><span class="quiet">${shown}</span></p>`
}

function kibibytes({ language, texts }: Visit, bytes: number): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: bytes < 10_240 ? 1 : 0 })
  return texts.branding.kibibytes({ count: format.format(bytes / 1_024) })
}
