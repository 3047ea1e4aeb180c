import type { Language } from '#contract/declaration/languages.ts'
import { type Html, html, joinHtml } from '#runtime/html.ts'
import { type Link, linkHtml } from './view.ts'

/** Makes a part (`section`) of a page that has more than one form. */
export const section = (title: string, inside: Html): Html =>
  html`<section><h2>${title}</h2>${inside}</section>`

export const formOf = (action: string, inside: Html): Html =>
  html`<form method="post" action="${action}">${inside}</form>`

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
