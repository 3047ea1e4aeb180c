import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#contract/declaration/languages.ts'
import type { TextTree } from '#runtime/texts/texts.ts'
import { root } from '#tests/sources.ts'
import { type ArgumentKind, argumentsOf } from './arguments.ts'

/** A folder with a file of texts for each language, and the folders whose sources use them. */
export interface Surface {
  folder: string
  usedIn: readonly string[]
}

export const surfaces: readonly Surface[] = [
  { folder: 'auth/pages/texts', usedIn: ['auth/'] },
  { folder: 'console/texts', usedIn: ['console/', 'runtime/components/'] },
  { folder: 'users/messages/texts', usedIn: ['users/'] },
]

export const textFileOf = ({ folder }: Surface, language: Language): string => `${folder}/${language}.json`

export const typesFileOf = ({ folder }: Surface): string => `${folder}/generated-texts.ts`

export const readTexts = (surface: Surface, language: Language): TextTree =>
  JSON.parse(readFileSync(join(root, textFileOf(surface, language)), 'utf8')) as TextTree

/** Returns the source of the types of a surface, made from its English file. */
export const typesSource = (surface: Surface): string =>
  `// Written by npm run generate, from en.json.
import type { Message } from '#runtime/texts/message.ts'

export interface Texts ${typeOf(readTexts(surface, 'en'), '')}
`

function typeOf(tree: TextTree, indent: string): string {
  if (typeof tree === 'string') return messageType(argumentsOf(tree))
  const inner = `${indent}  `
  if (Array.isArray(tree))
    return tree.length === 0
      ? 'readonly string[]'
      : `readonly [${tree.map((one) => typeOf(one, inner)).join(', ')}]`
  const lines = Object.entries(tree).map(([key, one]) => `${inner}${quoted(key)}: ${typeOf(one, inner)}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

function messageType(kinds: ReadonlyMap<string, ArgumentKind>): string {
  if (kinds.size === 0) return 'string'
  const fields = [...kinds].map(([name, kind]) => `${name}: ${kind === 'number' ? 'number' : 'string'}`)
  return `Message<{ ${fields.join('; ')} }>`
}

const quoted = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : `'${key}'`)
