import type { BrandingResource, brandingEndpoints } from '../system/branding.ts'
import type { ExamplesOf } from './example.ts'

const branding: BrandingResource = {
  name: 'Acme',
  color: '#0b57d0',
  privacy_url: 'https://example.com/privacy',
  terms_url: null,
  help_url: null,
  language: null,
  logo: null,
  logo_dark: null,
  favicon: null,
}

const withLogo: BrandingResource = {
  ...branding,
  logo: {
    type: 'image/png',
    width: 64,
    height: 32,
    size: 149,
    path: '/account/assets/brand/3410f2fb22a7786d29e16abc15ab94ea/logo',
  },
}

/** An example for each endpoint of the branding. */
export const brandingExamples = {
  updateBranding: {
    body: { name: 'Acme', color: '#0b57d0', privacy_url: 'https://example.com/privacy' },
    reply: branding,
  },
  getBranding: { reply: branding },
  putBrandImage: { params: { image: 'logo' }, reply: withLogo },
  getBrandImage: { params: { image: 'logo' } },
  deleteBrandImage: { params: { image: 'logo' } },
} satisfies ExamplesOf<typeof brandingEndpoints>
