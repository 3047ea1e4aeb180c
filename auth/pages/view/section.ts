import { button, linkButton } from '#runtime/components/button.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Link } from './view.ts'

/** The entry of a list that a button is about. */
export interface Item {
  id: string
  name: string
}

/**
 * Makes a form that is a button only. `item` is the entry of a list that the form is about: its id is sent, and its name is part of the
 * accessible name of the button, because several buttons have the same text.
 */
export const buttonForm = (action: string, text: string, item?: Item): Html =>
  html`<form method="post" action="${action}">${item && html`<input type="hidden" name="id" value="${item.id}">`}${button({ text, kind: 'secondary', isSmall: true, label: item && `${text}: ${item.name}` })}</form>`

/** Makes the links to the pages that change something. `about` is part of their accessible names, as several have the same text. */
export const actionLinks = (about: string, links: readonly Link[]): Html | undefined =>
  links.length === 0
    ? undefined
    : html`<span class="actions">${links.map(({ to, text }) => linkButton({ to, text, kind: 'quiet', isSmall: true, label: `${text}: ${about}` }))}</span>`

export const bdi = (text: string): Html => html`<bdi>${text}</bdi>`
