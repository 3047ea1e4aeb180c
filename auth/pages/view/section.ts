import type { Language } from '#contract/declaration/languages.ts'
import { escapeHtml } from '#runtime/http/page.ts'
import { type Link, linkHtml } from './view.ts'

/** Makes a part (`section`) of a page that has more than one form. `inside` is HTML. */
export const section = (title: string, inside: string): string =>
  `<section><h2>${escapeHtml(title)}</h2>${inside}</section>`

export const formOf = (action: string, inside: string): string =>
  `<form method="post" action="${action}">${inside}</form>`

export const bdi = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`
export const quiet = (text: string): string => `<span class="quiet">${escapeHtml(text)}</span>`

/**
 * Makes a row in a list of values, with links to change the value. The accessible names of the links also contain the
 * label of the row.
 */
export function rowHtml(label: string, value: string, links: readonly Link[]): string {
  const ways = links.map((link) => linkHtml({ ...link, to: `account/${link.to}`, about: label })).join(' ')
  return `<div><dt>${escapeHtml(label)}</dt><dd><span>${value}</span>${ways === '' ? '' : `<span class="ways">${ways}</span>`}</dd></div>`
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
