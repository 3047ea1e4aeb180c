import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** How a message uses an argument: as text, as a number with a format or a plural, or to choose between texts. */
export type ArgumentKind = 'text' | 'number' | 'choice'

/** @throws {SyntaxError} for a text that is no ICU message */
export const parseMessage = (text: string): MessageFormatElement[] => parse(text, { ignoreTag: true })

/** Returns the arguments of a message, by their names. */
export function argumentsOf(text: string): Map<string, ArgumentKind> {
  const found = new Map<string, ArgumentKind>()
  for (const element of elementsOf(parseMessage(text))) {
    const kind = kindOf(element)
    // An argument that chooses between texts may also stand in them.
    if (kind && 'value' in element && (kind !== 'text' || !found.has(element.value)))
      found.set(element.value, kind)
  }
  return found
}

/** Returns the elements of a message, also those inside plurals and choices. */
export function* elementsOf(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) yield* elementsOf(value)
  }
}

const kinds: Partial<Record<TYPE, ArgumentKind>> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.select]: 'choice',
}
const kindOf = ({ type }: MessageFormatElement): ArgumentKind | undefined => kinds[type]
