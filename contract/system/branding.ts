import { endpoint } from '../declaration/endpoint.ts'
import { nullable, object, optional, type Static, string } from '../declaration/schema.ts'

export const BrandName = string({
  minLength: 1,
  maxLength: 80,
  // Mail programs turn a URL into a link, and direction marks reorder the text around the name.
  pattern:
    '^(?!.*://)[^\\u0000-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069<>]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069<>]$',
  inWords: 'must be one line of plain text: no URL, no angle brackets, no control characters',
  description: 'The name on the account pages and in their titles.',
  examples: ['Acme'],
})

export const BrandColor = string({
  pattern: '^#[0-9a-f]{6}$',
  inWords: 'must be a color in lower case, such as #0b57d0',
  description: 'The color of the account pages, adjusted for contrast.',
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
}

export const Branding = object(brandingFields, { title: 'Branding' })
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
    'The branding that is stored; null: not set. Account pages, pages of the OpenID provider and the console show it within five seconds. `LATCHKEY_BRAND_NAME` and `LATCHKEY_BRAND_COLOR` take precedence.',
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
    },
    { title: 'BrandingPatch' },
  ),
  success: 200,
  reply: Branding,
  failures: ['reauthentication_required'],
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
  reply: Branding,
  failures: [],
})

export const brandingEndpoints = [getBrandingEndpoint, updateBrandingEndpoint]
