import { type Html, html } from '#runtime/html.ts'
import { readableForms } from '#runtime/look/accent.ts'
import { mark } from '#runtime/look/mark.ts'
import { accentPath } from '../../core/accent-file.ts'
import type { Visit } from '../../core/visit.ts'
import type { Present } from './branding-values.ts'

/** The parts of the branding that the preview shows. Empty: not set. */
interface Previewed {
  name: string
  color: string
  privacy_url: string
  terms_url: string
  help_url: string
}

const modes = ['light', 'dark'] as const
type Mode = (typeof modes)[number]

/**
 * Makes the preview: the sign-in page on light and on dark, in a colour that need not be saved. The colour comes with a stylesheet of
 * its own (`accentPath`), because no page of the console may have inline styles. The script `branding.js` puts in what is typed.
 */
export function previewOf(visit: Visit, { stored, fixed }: Present, shown: Previewed): Html {
  const { branding: text } = visit.texts
  const { logo, logo_dark: dark } = stored
  // The console may load images from its own origin only, so the preview has no logo of the environment.
  const logos = fixed.logo === undefined ? { light: logo?.path, dark: (dark ?? logo)?.path } : undefined
  const color = /^#[0-9a-f]{6}$/i.test(shown.color) ? shown.color.toLowerCase() : undefined
  return html`<section class="card preview" aria-labelledby="preview-title"><link rel="stylesheet" href="${accentPath(color)}" data-accent><h2 id="preview-title">${text.preview}</h2><div class="modes">${modes.map((mode) => figure(visit, mode, { ...shown, color: color ?? '' }, logos?.[mode]))}</div></section>`
}

function figure(
  { texts: { branding: text } }: Visit,
  mode: Mode,
  shown: Previewed,
  logo: string | undefined,
): Html {
  const { name, color } = shown
  const used = color === '' ? '' : readableForms(color)[mode]
  // The script fills these sentences with another colour.
  const sentences = html`data-default="${text.colors.default}" data-chosen="${text.colors.chosen({ color: '{color}' })}" data-adjusted="${text.colors.adjusted({ color: '{color}' })}"`
  const says =
    used === ''
      ? text.colors.default
      : used === color
        ? text.colors.chosen({ color: used })
        : text.colors.adjusted({ color: used })
  const links = (['privacy_url', 'terms_url', 'help_url'] as const).map(
    (link) =>
      html`<span data-shows="${link}"${shown[link] === '' && html` hidden`}>${text.sample[link]}</span>`,
  )
  return html`<figure><figcaption><strong>${text[mode]}</strong> <span class="quiet" data-mode="${mode}" ${sentences} role="status">${says}</span></figcaption><div class="sample ${mode}" role="img" aria-label="${text.picture[mode]}"><div class="brand">${logo === undefined ? mark(28) : html`<img src="..${logo}" alt="">`}<span data-shows="name"${name === '' && html` hidden`}>${name}</span></div><div class="panel"><p class="title">${text.sample.signIn}</p><p class="label">${text.sample.username}</p><p class="blank"></p><p class="label">${text.sample.password}</p><p class="blank"></p><p class="fill">${text.sample.signIn}</p><p class="ways"><span>${text.sample.forgot}</span></p></div><p class="site">${links}</p></div></figure>`
}
