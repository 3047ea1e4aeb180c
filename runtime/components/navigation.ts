import { type Html, html } from '../html.ts'
import { icon } from '../look/icon.ts'

interface Place {
  to: string
  text: string
}

/** Makes the way from the top to a page. The page itself is not a link. */
export const breadcrumb = (label: string, places: readonly Place[], here: string): Html =>
  html`<nav class="crumbs" aria-label="${label}"><ol>${places.map(({ to, text }) => html`<li><a href="${to}">${text}</a>${icon('chevron-right')}</li>`)}<li aria-current="page">${here}</li></ol></nav>`

/** Makes the tabs of a page, each of which is a page of its own. */
export const tabs = (label: string, places: readonly (Place & { isHere: boolean })[]): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${places.map(({ to, text, isHere }) => html`<li><a href="${to}"${isHere && html` aria-current="page"`}>${text}</a></li>`)}</ul></nav>`

/** Makes the way to the pages of a list before and after this one, with what is shown between them. */
export const pagination = ({
  label,
  shown,
  previous,
  next,
}: {
  label: string
  shown: string
  previous: Place | undefined
  next: Place | undefined
}): Html =>
  html`<nav class="pages" aria-label="${label}"><span>${shown}</span><span class="actions">${previous && html`<a href="${previous.to}" class="button secondary small" rel="prev">${icon('chevron-left')}<span>${previous.text}</span></a>`}${next && html`<a href="${next.to}" class="button secondary small" rel="next"><span>${next.text}</span>${icon('chevron-right')}</a>`}</span></nav>`
