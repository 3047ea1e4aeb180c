import type { Language } from '#contract/declaration/languages.ts'
import { type Html, html, joinHtml, type Part } from '#runtime/html.ts'
import { type Link, linkHtml } from './view.ts'

/** Makes a part (`section`) of a page that has more than one form. */
export const section = (title: string, inside: Html): Html =>
  html`<section><h2>${title}</h2>${inside}</section>`

/**
 * Makes a form that is a button only. `item` is the entry of a list that the form is about: its id is sent, and its name is part of the
 * accessible name of the button, because several buttons have the same text.
 */
export const buttonForm = (action: string, text: string, item?: { id: string; name: string }): Html =>
  html`<form method="post" action="${action}">${item && html`<input type="hidden" name="id" value="${item.id}">`}<button class="plain"${item && html` aria-label="${text}: ${item.name}"`}>${text}</button></form>`

/** Makes an entry of a list: a name, what there is to know about it, and what can be done with it. */
export const listItem = (name: string, notes: Part, ways: Part): Html =>
  html`<li><div><strong>${bdi(name)}</strong>${notes}</div>${ways}</li>`

export const bdi = (text: string): Html => html`<bdi>${text}</bdi>`
export const quiet = (text: string): Html => html`<span class="quiet">${text}</span>`

/**
 * Makes a row in a list of values, with links to change the value. The accessible names of the links also contain the
 * label of the row.
 */
export function rowHtml(label: string, value: Html | string, links: readonly Link[]): Html {
  const ways = links.map((link) => linkHtml({ ...link, to: `account/${link.to}`, about: label }))
  return html`<div><dt>${label}</dt><dd><span>${value}</span>${ways.length > 0 && html`<span class="ways">${joinHtml(ways, ' ')}</span>`}</dd></div>`
}

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** Formats a time for people. The time is in UTC, because a server does not know the time zone of the reader. */
export function timeIn(time: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(time))} UTC`
}

/** Formats a day for people. */
export const dayIn = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time))
