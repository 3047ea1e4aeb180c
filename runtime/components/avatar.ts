import { type Html, html } from '../html.ts'

/** Makes the picture of a person or an application: the first letters of the name. */
export const avatar = (name: string, size?: 'small' | 'large'): Html =>
  html`<span class="${size === undefined ? 'avatar' : `avatar ${size}`}" aria-hidden="true">${initialsOf(name)}</span>`

/** Makes the account that a page is about, such as the one that a person signs in with. */
export const chip = (name: string): Html =>
  html`<span class="chip">${avatar(name, 'small')}<bdi>${name}</bdi></span>`

/** Returns one or two letters: those of the first and the last word. Letters may be of any script, and consist of several characters. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = [first, last].map((word) => segments.segment(word)[Symbol.iterator]().next().value?.segment)
  return letters.join('').toUpperCase() || '?'
}

const segments = new Intl.Segmenter()
