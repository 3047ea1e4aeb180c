import { isUuid } from '#contract/declaration/fields.ts'
import type { Visit } from '../../core/visit.ts'

const maxChosen = 100
const idBytes = 16

/** Returns the name of the checkbox of a user in a list. */
export const tickName = (id: string): string => `id.${id}`

/**
 * Returns the ids of the chosen users: those whose checkbox in the list is checked, and those in the field `ids` of a later
 * form.
 */
export function chosenIds({ sent }: Pick<Visit, 'sent'>): string[] {
  const ticked = Object.keys(sent).flatMap((name) =>
    name.startsWith('id.') ? [name.slice(3).toLowerCase()] : [],
  )
  const ids = new Set([...ticked.filter(isUuid), ...unpacked(sent.ids ?? '')])
  return [...ids].slice(0, maxChosen)
}

/**
 * Returns ids as base64url, about 22 characters for each, so that a whole page of the list (50 users) fits into the URL that
 * leads back after a sign-in.
 */
export const packed = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url')

/** Returns the fields of the list or of a later form with the chosen users packed into one field. */
export function packChosen(sent: Record<string, string>): Record<string, string> {
  const others = Object.entries(sent).filter(([name]) => !name.startsWith('id.'))
  return { ...Object.fromEntries(others), ids: packed(chosenIds({ sent })) }
}

function unpacked(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url')
  const count = Math.floor(bytes.length / idBytes)
  return Array.from({ length: count }, (_, at) =>
    bytes
      .toString('hex', at * idBytes, (at + 1) * idBytes)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  ).filter(isUuid)
}
