import type { BrandingResource, brandingEndpoints } from '../system/branding.ts'
import type { ExamplesOf } from './example.ts'

const branding: BrandingResource = {
  name: 'Acme',
  color: '#0b57d0',
  privacy_url: 'https://example.com/privacy',
  terms_url: null,
  help_url: null,
}

/** An example for each endpoint of the branding. */
export const brandingExamples = {
  updateBranding: {
    body: { name: 'Acme', color: '#0b57d0', privacy_url: 'https://example.com/privacy' },
    reply: branding,
  },
  getBranding: { reply: branding },
} satisfies ExamplesOf<typeof brandingEndpoints>
