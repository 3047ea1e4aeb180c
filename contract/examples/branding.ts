import type { BrandingResource, brandingEndpoints } from '../system/branding.ts'
import type { CustomTextResource, customTextEndpoints } from '../system/custom-texts.ts'
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

const customText: CustomTextResource = {
  id: 'email.invitation.subject',
  multiline: false,
  max_length: 100,
  placeholders: ['duration'],
  defaults: { en: 'You’re invited', de: 'Sie sind eingeladen', fr: 'Vous êtes invité' },
  texts: { en: 'Your account at Acme', de: null, fr: null },
}
const text_id = 'email.invitation.subject'

/** An example for each endpoint of the texts of pages and emails. */
export const customTextExamples = {
  putCustomText: {
    params: { text_id, language: 'en' },
    body: { text: 'Your account at Acme' },
    reply: customText,
  },
  listCustomTexts: { reply: { data: [customText] } },
  getCustomText: { params: { text_id }, reply: customText },
  deleteCustomText: { params: { text_id, language: 'en' } },
} satisfies ExamplesOf<typeof customTextEndpoints>
