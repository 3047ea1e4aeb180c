import { endpoint, type ImageType, maxBodyBytes } from '../declaration/endpoint.ts'
import { languages } from '../declaration/languages.ts'
import {
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  type Static,
  string,
} from '../declaration/schema.ts'

/** Control, direction and invisible characters, and angle brackets, as a class of a regular expression. */
const unsafe =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff<>'

export const BrandName = string({
  minLength: 1,
  maxLength: 80,
  // Mail programs turn a URL into a link. Direction marks reorder the text around the name, and invisible characters make it look
  // like another name.
  pattern: `^(?!.*://)[^${unsafe}]*[^\\s${unsafe}]$`,
  inWords: 'must be one line of plain text: no URL, no angle brackets, no control or invisible characters',
  description: 'The name on the account pages and in emails.',
  examples: ['Acme'],
})

export const BrandColor = string({
  pattern: '^#[0-9a-f]{6}$',
  inWords: 'must be a color in lower case, such as #0b57d0',
  description: 'The color of the account pages and emails, adjusted for contrast.',
  examples: ['#0b57d0'],
})

const link = (page: string, path: string) =>
  string({
    maxLength: 500,
    // A user name before the host makes a URL look like one of another site.
    pattern: '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[\\u0021-\\u007e]*)?$',
    inWords: 'must be an https URL in printable ASCII, without credentials',
    description: `The https URL of your ${page}.`,
    examples: [`https://example.com/${path}`],
  })

export const brandingFields = {
  name: nullable(BrandName),
  color: nullable(BrandColor),
  privacy_url: nullable(link('privacy policy', 'privacy')),
  terms_url: nullable(link('terms of service', 'terms')),
  help_url: nullable(link('help page', 'help')),
  language: nullable(
    oneOf(languages, {
      description: 'The language of pages and emails for users whose language is not known. Null: English.',
      examples: ['de'],
    }),
  ),
}

const BrandingSettings = object(brandingFields)
export type BrandingSettings = Static<typeof BrandingSettings>

/** The images of the branding, as their paths name them. */
export const brandImages = ['logo', 'logo-dark', 'favicon'] as const
export type BrandImageName = (typeof brandImages)[number]

const imageTypes = ['image/png', 'image/webp'] as const satisfies readonly ImageType[]

const ImagePath = string({
  pattern: '^/account/assets/brand/[0-9a-f]{32}/[a-z-]+$',
  description: 'The path of the image at the origin of the account pages. It changes with the image.',
  examples: ['/account/assets/brand/3410f2fb22a7786d29e16abc15ab94ea/logo'],
})

const BrandImage = object({
  type: oneOf(imageTypes, { description: 'The media type.' }),
  width: integer({ minimum: 1, maximum: 1_024, description: 'In pixels.' }),
  height: integer({ minimum: 1, maximum: 1_024, description: 'In pixels.' }),
  size: integer({ minimum: 1, maximum: maxBodyBytes, description: 'In bytes.' }),
  path: ImagePath,
})
export type BrandImageResource = Static<typeof BrandImage>

/** Returns the path at which the account pages serve an image. Another content has another path, so browsers may cache it. */
export const brandImagePath = (name: BrandImageName, digest: string): string =>
  `/account/assets/brand/${digest}/${name}`

const image = (described: string): Schema<BrandImageResource | null> =>
  nullable({ ...BrandImage, description: `${described} Null: not set.` })

export const brandImageFields = {
  logo: image('The logo.'),
  logo_dark: image('The logo of dark mode.'),
  favicon: image('The icon of browser tabs.'),
}

export const Branding = object({ ...brandingFields, ...brandImageFields }, { title: 'Branding' })
export type BrandingResource = Static<typeof Branding>

export const getBrandingEndpoint = endpoint({
  name: 'getBranding',
  method: 'GET',
  paths: ['/api/v1/branding'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'Get the branding',
  description:
    'Returns the stored branding; null means not set. Account pages, pages of the OpenID provider and the console show a change within five seconds; emails have the branding of the time when they are sent. `LATCHKEY_BRAND_NAME`, `LATCHKEY_BRAND_COLOR` and `LATCHKEY_LANGUAGE` take precedence.',
  success: 200,
  reply: Branding,
  failures: [],
  etag: true,
})

export const updateBrandingEndpoint = endpoint({
  name: 'updateBranding',
  method: 'PATCH',
  paths: ['/api/v1/branding'],
  access: 'system:write',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'Change the branding',
  description:
    'A JSON merge patch (RFC 7396): null removes a value. Callers with an access token need a sign-in from the last five minutes.',
  body: object(
    {
      name: optional(brandingFields.name),
      color: optional(brandingFields.color),
      privacy_url: optional(brandingFields.privacy_url),
      terms_url: optional(brandingFields.terms_url),
      help_url: optional(brandingFields.help_url),
      language: optional(brandingFields.language),
    },
    { title: 'BrandingPatch' },
  ),
  success: 200,
  reply: Branding,
  failures: ['reauthentication_required'],
  etag: true,
})

const imageParams = object({
  image: oneOf(brandImages, { description: 'The image.', examples: ['logo'] }),
})
const imagePaths = ['/api/v1/branding/images/{image}']

export const getBrandImageEndpoint = endpoint({
  name: 'getBrandImage',
  method: 'GET',
  paths: imagePaths,
  access: 'system:read',
  httpOnly: 'an image, which is sent as it is',
  tag: 'system',
  summary: 'Get an image of the branding',
  description: 'Returns the file unchanged.',
  params: imageParams,
  success: 200,
  image: imageTypes,
  failures: ['image_not_found'],
  etag: true,
})

export const putBrandImageEndpoint = endpoint({
  name: 'putBrandImage',
  method: 'PUT',
  paths: imagePaths,
  access: 'system:write',
  httpOnly: 'an image, which is sent as it is',
  tag: 'system',
  summary: 'Upload an image of the branding',
  description:
    'The body is a PNG or WebP file without animation, of at most 64 KiB and 1,024 by 1,024 pixels. Latchkey detects the type from the content, so `application/octet-stream` is accepted too. The ETag is that of the branding. Callers with an access token need a sign-in from the last five minutes.',
  params: imageParams,
  upload: imageTypes,
  success: 200,
  reply: Branding,
  failures: ['image_damaged', 'image_dimensions_invalid', 'image_unsupported', 'reauthentication_required'],
  etag: true,
})

export const deleteBrandImageEndpoint = endpoint({
  name: 'deleteBrandImage',
  method: 'DELETE',
  paths: imagePaths,
  access: 'system:write',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'Delete an image of the branding',
  description: 'Callers with an access token need a sign-in from the last five minutes.',
  params: imageParams,
  success: 204,
  failures: ['image_not_found', 'reauthentication_required'],
  etag: true,
})

export const findBrandingEndpoint = endpoint({
  name: 'findBranding',
  method: 'POST',
  paths: ['/internal/branding/find'],
  access: 'service',
  tag: 'internal',
  summary: 'The branding of the account pages',
  success: 200,
  reply: object({
    ...brandingFields,
    ...brandImageFields,
    version: integer({ description: 'Rises with each change, also with one of a text or an image.' }),
  }),
  failures: [],
})

export const findBrandImageEndpoint = endpoint({
  name: 'findBrandImage',
  method: 'POST',
  paths: ['/internal/branding/images/find'],
  access: 'service',
  tag: 'internal',
  summary: 'The content of an image of the branding',
  body: object({ image: oneOf(brandImages) }),
  success: 200,
  reply: object({
    type: oneOf(imageTypes),
    path: ImagePath,
    content: string({ description: 'In Base64.' }),
  }),
  failures: ['image_not_found'],
})

export const brandingEndpoints = [
  getBrandingEndpoint,
  updateBrandingEndpoint,
  getBrandImageEndpoint,
  putBrandImageEndpoint,
  deleteBrandImageEndpoint,
]
export const internalBrandingEndpoints = [findBrandingEndpoint, findBrandImageEndpoint]
