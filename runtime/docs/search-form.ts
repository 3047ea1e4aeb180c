import { type Html, html } from '../html.ts'

/** Returns the field that searches the documentation. It is a form, so that it works without a script. */
export const searchForm = (query = ''): Html =>
  html`<form action="/docs" role="search" class="search"><label for="q">Search the documentation</label><input id="q" name="q" type="search" value="${query}" maxlength="${maxQueryLength}" autocomplete="off" class="input"><button class="button">Search</button></form>`

/** The style of the field, for the pages that have it. */
export const searchStyle = html`
main > .search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 1rem 0 } .search label { flex-basis: 100% } .search input { flex: 1; min-width: 12rem; margin: 0 }`

/** The form leads to this server. Pages of the documentation allow it; all others send no forms. */
export const searchAllowed = { allows: ["form-action 'self'"] } as const

/** The most characters of a query that are read. */
export const maxQueryLength = 100
