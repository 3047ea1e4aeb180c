import { isUuid } from '#contract/fields.ts'
import type { Visit } from '../../core/visit.ts'

const maxChosen = 100
const idBytes = 16

/** The name of the tick of a user in a list. */
export const tickName = (id: string): string => `id.${id}`

/** Reads who is chosen: by the ticks of a list, or by the list of ids that a form carries on. */
export function chosenIds({ sent }: Pick<Visit, 'sent'>): string[] {
  const ticked = Object.keys(sent).flatMap((name) =>
    name.startsWith('id.') ? [name.slice(3).toLowerCase()] : [],
  )
  const ids = new Set([...ticked.filter(isUuid), ...unpacked(sent.ids ?? '')])
  return [...ids].slice(0, maxChosen)
}

/** Writes ids so shortly that a hundred of them pass through a sign-in and back in a URL, 22 characters for each. */
export const packed = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url')

function unpacked(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url')
  const count = Math.floor(bytes.length / idBytes)
  return Array.from({ length: count }, (_, at) =>
    bytes
      .toString('hex', at * idBytes, (at + 1) * idBytes)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  ).filter(isUuid)
}
