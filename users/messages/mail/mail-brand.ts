import type { Language } from '#contract/declaration/languages.ts'
import type { CustomText } from '#contract/rules/custom-text.ts'
import type { BrandImageResource, BrandingResource } from '#contract/system/branding.ts'
import { findBranding, findCustomTexts } from '../../branding/index.ts'
import type { Users } from '../../core/users.ts'

/** The appearance of mails: what the environment sets of it, and else what admins have stored. */
export interface MailBrand {
  name: string | undefined
  /** Written as `#rrggbb`. */
  color: string | undefined
  logo: MailLogo | undefined
  /** The logo of dark mode. */
  darkLogo: MailLogo | undefined
  /** The pages of the operator. */
  links: readonly { to: 'privacy' | 'terms' | 'help'; url: string }[]
  /** The language of mail to users whose language is not known. */
  language: Language
  /** The texts that admins have replaced, in all languages. */
  texts: readonly CustomText[]
}

export interface MailLogo {
  /** Absolute, at the origin of the account pages. */
  url: string
  /** In pixels, as a mail shows it. */
  width: number
  height: number
}

export const plainBrand: MailBrand = {
  name: undefined,
  color: undefined,
  logo: undefined,
  darkLogo: undefined,
  links: [],
  language: 'en',
  texts: [],
}

/** Reads the branding for a mail that is about to be sent. */
export async function findMailBrand({ db, mail }: Pick<Users, 'db' | 'mail'>): Promise<MailBrand> {
  const [stored, texts] = await Promise.all([findBranding(db), findCustomTexts(db)])
  const { publicUrl, brand: fixed } = mail
  const logoOf = (image: BrandImageResource | null) =>
    // A mail program can load the image only from a public address, and a mail must not load anything in clear text.
    image !== null && fixed.showsLogo && publicUrl.startsWith('https://')
      ? { url: publicUrl + image.path, ...shownSize(image) }
      : undefined
  return {
    name: fixed.name ?? stored.name ?? undefined,
    color: fixed.color ?? stored.color ?? undefined,
    logo: logoOf(stored.logo),
    darkLogo: logoOf(stored.logo_dark),
    links: linksOf(stored),
    language: fixed.language ?? stored.language ?? 'en',
    texts,
  }
}

function linksOf({ privacy_url, terms_url, help_url }: BrandingResource): MailBrand['links'] {
  const links = [
    { to: 'privacy', url: privacy_url },
    { to: 'terms', url: terms_url },
    { to: 'help', url: help_url },
  ] as const
  return links.flatMap(({ to, url }) => (url === null ? [] : [{ to, url }]))
}

const maxWidth = 200
const maxHeight = 32

/** Scales an image down to the size of a logo, with its proportions. */
function shownSize({ width, height }: BrandImageResource): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
