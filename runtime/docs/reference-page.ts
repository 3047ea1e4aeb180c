import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { failures } from '#contract/declaration/failure-table.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { findTag } from '#contract/declaration/tags.ts'
import { inReadingOrder } from '#contract/examples/examples.ts'
import { type Html, html, joinHtml, readScript } from '../html.ts'
import type { Page } from '../http/page.ts'
import type { RpcService } from '../rpc/rpc.ts'
import { type Door, doorList } from './doors.ts'
import type { Guide } from './guides.ts'
import { code, prose } from './html.ts'
import { operationSection } from './operation-section.ts'
import {
  describedServices,
  messageSections,
  type RpcDescriptions,
  rpcsByOperation,
  serviceChapter,
} from './rpc-section.ts'
import { fieldTable, modelId, modelsOf } from './schema-table.ts'
import { searchAllowed, searchForm, searchStyle } from './search-form.ts'
import { referenceStyle } from './style.ts'

export interface Reference {
  /** The groups of documents with which the page begins. */
  doors: readonly Door[]
  title: string
  endpoints: readonly Endpoint[]
  /** The URL in the examples. */
  defaultUrl?: string | undefined
  /** The gRPC services that run beside the HTTP server. */
  rpcServices: readonly RpcService[]
  guides: readonly Guide[]
}

/** A group in the table of contents: a heading, and the links below it as `[id, text]`. */
interface Group {
  id: string
  title: string
  lines: readonly (readonly [string, string])[]
}

/**
 * Makes the page with all operations, models and rpcs. The page works without its script, which only filters what is shown.
 */
export function referencePage(given: Reference): Page {
  const reference = { ...given, endpoints: inReadingOrder(given.endpoints) }
  const { title, endpoints } = reference
  const described = describedServices(reference.rpcServices)
  const models = [...modelsOf(endpoints)].filter(([, schema]) => schema.properties)
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  const groups: Group[] = [
    ...tags.map((tag) => ({
      id: tagId(tag),
      title: tag,
      lines: endpoints
        .filter((one) => one.tag === tag)
        .map((one) => [one.name, ownTitle(one, endpoints)] as const),
    })),
    ...described.services.map(({ name, rpcs }) => ({
      id: name,
      title: name,
      lines: rpcs.map((rpc) => [`${name}/${rpc.name}`, rpc.name] as const),
    })),
    { id: 'models', title: 'models', lines: models.map(([name]) => [modelId(name), name] as const) },
  ]
  const body = [
    html`<h1>${title}</h1>${searchForm()}${doorList(reference.doors, reference.guides)}`,
    introduction(reference),
    ...tags.map((tag) => tagChapter(tag, reference)),
    rpcChapters(described, reference),
    html`<section data-group><h2 id="models">Models</h2>${models.map(modelSection)}</section>`,
  ]
  return {
    title,
    path: '/docs',
    header: contents(groups),
    body: joinHtml(body, '\n'),
    style: html`${referenceStyle}${searchStyle}`,
    script: readScript(new URL('./filter.js', import.meta.url)),
    ...searchAllowed,
  }
}

function modelSection([name, schema]: readonly [string, Schema]): Html {
  const words = `${name} ${Object.keys(schema.properties ?? {}).join(' ')}`.toLowerCase()
  const id = modelId(name)
  return html`<section id="${id}" data-find="${words}"><h3><a href="#${id}">${name}</a></h3>${schema.description && html`<p>${prose(schema.description)}</p>`}${fieldTable(schema)}</section>`
}

/** Returns the summary of an operation, with its name when another operation has the same summary. */
const ownTitle = ({ name, summary }: Endpoint, endpoints: readonly Endpoint[]): string =>
  endpoints.some((one) => one.summary === summary && one.name !== name) ? `${summary} (\`${name}\`)` : summary

const tagId = (tag: string): string => `tag-${tag.replaceAll(' ', '-')}`

const contents = (groups: readonly Group[]): Html =>
  html`<a class="skip" href="#main">Skip the contents</a><nav aria-label="Contents">
<div id="filter" hidden><label for="find">Find an operation, a model or an rpc</label><input id="find" class="input" type="search" autocomplete="off" spellcheck="false"><output for="find" role="status"></output></div>
<details><summary>Contents</summary>${groups.map(groupOfLinks)}</details></nav>`

const groupOfLinks = ({ id, title, lines }: Group): Html =>
  html`<div data-group><h2 class="tag"><a href="#${id}">${title}</a></h2><ul>${lines.map(([to, text]) => html`<li><a href="#${to}">${prose(text)}</a></li>`)}</ul></div>`

function introduction({ endpoints, defaultUrl, rpcServices }: Reference): Html {
  const names = new Set(endpoints.map(({ name }) => name))
  const to = (name: string, text: string) => (names.has(name) ? html`<a href="#${name}">${text}</a>` : text)
  const items = [
    defaultUrl &&
      html`<b>Address.</b> The examples call ${code(defaultUrl)}, the default of this service. If you start both services with one command, port 8080 serves the routes of both.`,
    html`<b>Credentials.</b> ${to('logIn', 'Sign in')} to get an access token, and send it as <code>Authorization: Bearer …</code> (<code>$TOKEN</code> in the examples). It expires after 15 minutes by default; then ${to('refresh', 'refresh')} it. Services and scripts send ${to('createApiKey', 'API keys')} in the same header.`,
    html`<b>TypeScript.</b> The examples use <code>@latchkey/client</code> with <code>const client = createClient({ baseUrl, bearer: token })</code>. Each operation is a method. It takes the fields of path, query and body as one object, and throws a failure with a <code>code</code>. Streams reconnect after a lost connection.`,
    html`<b>Errors.</b> An error is a problem document (RFC 9457). Act on its <code>code</code>, which never changes; the texts are for people. After 429 and 503, wait for <code>Retry-After</code> before a retry.`,
    html`<b>Fields.</b> Requests with unknown fields are rejected. Later versions can add fields to responses: ignore those that you don't know.`,
    html`<b>Lists.</b> Send <code>next_cursor</code> as <code>cursor</code> to get the next page. It is null on the last page.`,
    html`<b>Retries.</b> Send <code>Idempotency-Key</code> to retry a request that creates something when its response was lost. Send the <code>ETag</code> that you read as <code>If-Match</code> to change only that version.`,
    html`<b>Programs.</b> <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1) lists each operation once, under the first of its paths, without internal routes. Also <a href="/llms.txt">/llms.txt</a>${rpcServices.length > 0 && ' and gRPC reflection'}.`,
  ]
  const codes = Object.entries(failures).map(
    ([one, { http, message }]) =>
      html`<li>${http} <a href="/problems/${one}">${code(one)}</a> ${message}</li>`,
  )
  return html`<h2 id="api">API</h2><ul class="facts">${items.map((item) => item && html`<li>${item}</li>`)}</ul><details><summary>All error codes</summary><ul>${codes}</ul></details>`
}

function tagChapter(
  tag: string,
  { endpoints, defaultUrl: baseUrl = '', rpcServices, guides }: Reference,
): Html {
  const rpcs = rpcsByOperation(rpcServices)
  const { description, guide: address } = findTag(tag) ?? {}
  const guide = guides.find(({ path }) => path === address)
  const sections = endpoints
    .filter((one) => one.tag === tag)
    .map((one) => operationSection(one, { baseUrl, rpcs: rpcs.get(one.name) ?? [] }))
  return html`<section data-group><h2 class="tag" id="${tagId(tag)}">${tag}</h2><p>${prose(description ?? '')}${
    guide && html` Guide: <a href="${guide.path}">${prose(guide.title)}</a>.`
  }</p>${sections}</section>`
}

function rpcChapters(described: RpcDescriptions, { rpcServices, endpoints }: Reference): Html | undefined {
  if (described.services.length === 0) return undefined
  const names = new Set(endpoints.map(({ name }) => name))
  const operations = new Map(
    [...rpcsByOperation(rpcServices)]
      .filter(([operation]) => names.has(operation))
      .flatMap(([operation, rpcs]) => rpcs.map((rpc) => [rpc, operation] as const)),
  )
  const chapters = described.services.map(
    (service) => html`<section data-group>${serviceChapter(service, described, operations)}</section>`,
  )
  return html`${chapters}<section data-group><h2 id="messages">gRPC: messages</h2><p>gRPC has ports of its own: <code>LATCHKEY_USERS_GRPC_PORT</code> (10000) and <code>LATCHKEY_AUTH_GRPC_PORT</code> (50051).</p>${messageSections(described)}</section>`
}
