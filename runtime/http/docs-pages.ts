import type { FastifyInstance } from 'fastify'
import { commonFailures, type Endpoint, isForClients, statusOf } from '#contract/declaration/endpoint.ts'
import { openApiDocument } from '#contract/declaration/openapi.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { Failure, failures, isFailureCode } from '#contract/failures.ts'
import { escapeHtml, type KeptPage, keptPage, sendKept } from './page.ts'

/** Serves `/openapi.json`, `/docs` and a page for each failure code, without scripts and without other resources. */
export function docsPages(
  app: FastifyInstance,
  {
    title,
    routes,
    defaultUrl,
  }: { title: string; routes: readonly { endpoint: Endpoint }[]; defaultUrl?: string | undefined },
): void {
  const endpoints = routes.map((route) => route.endpoint)
  // Each page is made once: the page of all endpoints takes some 10 ms, and all replies under way share one
  // buffer.
  const kept = new Map<string, KeptPage>()
  const keep = (path: string, make: () => KeptPage): KeptPage => {
    const known = kept.get(path) ?? make()
    kept.set(path, known)
    return known
  }
  app.get('/openapi.json', (_, reply) => {
    const make = () => ({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(
        JSON.stringify(openApiDocument({ title, endpoints: inDocument(endpoints), defaultUrl })),
      ),
    })
    return sendKept(reply, keep('openapi', make))
  })
  app.get('/docs', (_, reply) => {
    const make = () => keptPage({ title, body: docsBody(title, endpoints) })
    return sendKept(reply, keep('docs', make))
  })
  app.get<{ Params: { code: string } }>('/problems/:code', ({ params: { code } }, reply) => {
    if (!isFailureCode(code)) throw new Failure('route_not_found')
    const make = () => keptPage({ title: code, body: problemBody(code, endpoints) })
    return sendKept(reply, keep(`problems/${code}`, make))
  })
}

/**
 * Leaves out internal routes, because clients generate code from the document. A listener that has only
 * internal routes documents them.
 */
function inDocument(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const forClients = endpoints.filter(isForClients)
  return forClients.length > 0 ? forClients : endpoints
}

/** Escapes a text, and turns text in backticks into `code` elements. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

function docsBody(title: string, endpoints: readonly Endpoint[]): string {
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))]
  const sections = tags.map(
    (tag) =>
      `<h2 class="tag">${escapeHtml(tag)}</h2>${endpoints
        .filter((one) => one.tag === tag)
        .map(endpointSection)
        .join('')}`,
  )
  return `<h1>${escapeHtml(title)}</h1><p>The machine-readable contract is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1), which has each operation once, under the first of its paths, and no internal routes. Errors are RFC 9457 problem documents; decide by <code>code</code>.</p>${sections.join('')}`
}

function endpointSection(endpoint: Endpoint): string {
  const codes = [...new Set([...endpoint.failures, ...commonFailures(endpoint)])]
    .map((code) => ({ code, status: statusOf(endpoint, code) }))
    .sort((a, b) => a.status - b.status)
  const rows = codes.map(
    ({ code, status }) =>
      `<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${escapeHtml(failures[code].message)}</td></tr>`,
  )
  return `<section id="${endpoint.name}"><h3>${endpoint.paths
    .map((path) => `<span class="method">${endpoint.method}</span> <code>${escapeHtml(path)}</code>`)
    .join(
      '<br>',
    )}</h3><p>${prose(sentence(endpoint.summary))} ${prose(endpoint.description ?? '')}</p><p>${accessSentence(endpoint)}</p>${fieldTable('Path', endpoint.params)}${fieldTable('Query', endpoint.query)}${fieldTable('Body', endpoint.body)}${fieldTable(`Reply ${endpoint.success}`, endpoint.reply)}${headerTable(endpoint)}${eventTables(endpoint)}<details><summary>Failures</summary><table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr>${rows.join('')}</table></details></section>`
}

function headerTable({ headers = {} }: Endpoint): string {
  const rows = Object.entries(headers).map(
    ([name, { description }]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${prose(description)}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<details><summary>Reply headers</summary><table>${rows.join('')}</table></details>`
}

const eventTables = ({ stream = {} }: Endpoint): string =>
  Object.entries(stream)
    .map(([name, data]) => fieldTable(`Event ${name}`, data))
    .join('')

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

function accessSentence({ access, serviceToo }: Endpoint): string {
  if (access === 'anyone') return 'Anyone may call it.'
  if (access === 'token') return 'Takes an access token in the <code>Authorization</code> header.'
  if (access === 'signed_in') return 'Needs an access token or an API key.'
  if (access === 'service') return 'Needs the service credential.'
  const orService = serviceToo ? ', or the service credential' : ''
  return `Needs an access token or an API key with <code>${access}</code>, which admins have${orService}.`
}

function fieldTable(caption: string, schema: Endpoint['body']): string {
  if (!schema) return ''
  const { properties = {}, required = [] } = schema
  const rows = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : ' <i>optional</i>'
    return `<tr><td><code>${escapeHtml(name)}</code>${optional}</td><td>${escapeHtml(typeName(field))}</td><td>${prose(field.description ?? '')}</td></tr>`
  })
  return `<details><summary>${escapeHtml(caption)}</summary><table>${rows.join('')}</table></details>`
}

function typeName(field: Schema): string {
  if (field.title) return field.title
  if (field.enum) return field.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (field.const !== undefined) return JSON.stringify(field.const)
  return [field.type ?? ''].flat().join(' | ')
}

function problemBody(code: keyof typeof failures, endpoints: readonly Endpoint[]): string {
  const users = endpoints.filter((one) => one.failures.includes(code) || commonFailures(one).includes(code))
  const rows = users.map(
    (one) =>
      `<tr><td>${statusOf(one, code)}</td><td><a href="/docs#${one.name}">${one.method} <code>${escapeHtml(one.paths[0] ?? '')}</code></a></td></tr>`,
  )
  const table = rows.length > 0 ? `<h2>Where it can come from</h2><table>${rows.join('')}</table>` : ''
  return `<p><a href="/docs">All endpoints</a></p><h1><code>${code}</code></h1><p>${escapeHtml(failures[code].message)}</p><p>HTTP ${failures[code].http}, gRPC ${failures[code].grpc}.</p>${table}`
}
