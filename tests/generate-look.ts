import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { iconNames } from '#runtime/look/icon-names.ts'
import { markFile } from '#runtime/look/mark.ts'

const packages = createRequire(import.meta.url)
const folderOf = (name: string): string => dirname(packages.resolve(`${name}/package.json`))

/** The files of the font that the product serves: the letters of Latin languages in all weights, and the licence. */
export const fontFiles: Readonly<Record<string, string>> = {
  'inter.woff2': 'files/inter-latin-wght-normal.woff2',
  'inter-license.txt': 'LICENSE',
}

export const fontSource = (file: string): string => join(folderOf('@fontsource-variable/inter'), file)

/** Makes the source of `runtime/look/generated/icons.ts`: what is inside each icon that pages use, as HTML. */
export function iconsSource(): string {
  const icons = iconNames.map((name) => `  '${name}': html\`${insideOf(name)}\`,`)
  return `// Written by npm run generate, from the package lucide-static. Licence: icons-license.txt
import { html } from '#runtime/html.ts'

export const icons = {
${icons.join('\n')}
}
`
}

const lucide = folderOf('lucide-static')
export const iconLicense = join(lucide, 'LICENSE')

function insideOf(name: string): string {
  const svg = readFileSync(join(lucide, `icons/${name}.svg`), 'utf8')
  const [, inside = ''] = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg) ?? []
  return inside.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../runtime/look/generated/', import.meta.url))
  writeFileSync(join(folder, 'icons.ts'), iconsSource())
  writeFileSync(join(folder, 'mark.svg'), markFile())
  copyFileSync(iconLicense, join(folder, 'icons-license.txt'))
  for (const [name, file] of Object.entries(fontFiles)) copyFileSync(fontSource(file), join(folder, name))
}
