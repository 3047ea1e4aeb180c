import { type LastingFile, lastingFile } from '#runtime/lasting-file.ts'
import { defaultAccent, readableForms } from '#runtime/look/accent.ts'

/** The folder of the stylesheets with which a page shows a colour that the console does not have itself. */
export const accentFolder = 'accent'

/** Returns the URL of the stylesheet of a colour, relative to `/console/`; without a colour, that of the design system. */
export const accentPath = (color: string | undefined): string =>
  `assets/${accentFolder}/${color?.slice(1) ?? 'default'}.css`

/**
 * Makes the stylesheet of a colour, by the name of its file; undefined for a name that is no colour. `--on-light` and `--on-dark` tell
 * a script which readable variants were made of the colour.
 */
export function accentFile(name: string): LastingFile | undefined {
  const [, color] = /^([0-9a-f]{6}|default)\.css$/.exec(name) ?? []
  if (color === undefined) return undefined
  const { light, dark } = color === 'default' ? defaultAccent : readableForms(`#${color}`)
  const style = `.sample{--accent:light-dark(${light},${dark});--on-light:${light};--on-dark:${dark}}`
  return lastingFile('text/css; charset=utf-8', Buffer.from(style))
}
