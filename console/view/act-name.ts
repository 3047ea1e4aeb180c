import type { ActResource } from '#contract/events/audit.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'

/**
 * Returns what an act is called in the language of the reader, with the command that was run if that is all the act says. The act
 * of a later version has no name here, and is shown with its type.
 */
export function actName({ audit }: Texts, { type, details }: Pick<ActResource, 'type' | 'details'>): Html {
  const name = Object.entries(audit.acts).find(([known]) => known === type)?.[1] ?? type
  const isCommand = type === 'command.began' || type === 'command.ended'
  return isCommand && typeof details.command === 'string'
    ? html`${name}: <code>latchkey ${details.command}</code>`
    : html`${name}`
}
