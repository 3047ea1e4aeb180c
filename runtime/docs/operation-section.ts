import { commonFailures, type Endpoint, statusOf } from '#contract/declaration/endpoint.ts'
import { type FailureCode, failures } from '#contract/declaration/failure-table.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { findExample } from '#contract/examples/examples.ts'
import { table } from '../components/table.ts'
import { type Html, html, joinHtml } from '../html.ts'
import { curlOf, replyText, typescriptOf } from './code-examples.ts'
import { code, codeBlock, details, prose, sentence } from './html.ts'
import { fieldTable, typeName } from './schema-table.ts'

export interface OperationOptions {
  /** The URL of the service in the examples. */
  baseUrl: string
  /** The rpcs that do the same as the operation, such as `latchkey.users.v1.UserService/GetUser`. */
  rpcs: readonly string[]
}

/** Returns the section of one operation: what it does, who may call it, its fields, its failures and its example. */
export function operationSection(endpoint: Endpoint, options: OperationOptions): Html {
  const { name, summary, description = '', method, paths } = endpoint
  const routes = paths.map((path) => html`<li><span class="method">${method}</span> ${code(path)}</li>`)
  return html`<section id="${name}" data-find="${wordsOf(endpoint)}">
<h3><a href="#${name}">${prose(summary)}</a></h3>
<ul class="routes">${routes}</ul>
<div class="sides"><div>
<p>${prose(sentence(description === '' ? summary : description))}</p>
<p class="quiet">${accessSentence(endpoint)} Operation ${code(name)}${rpcNames(options.rpcs)}.</p>
${details('Path', fields(endpoint.params))}${details('Query', fields(endpoint.query))}${details(bodyTitle(endpoint), fields(endpoint.body))}
${successOf(endpoint)}${failureList(endpoint)}
</div><div>${exampleOf(endpoint, options)}</div></div></section>`
}

/** Returns the words by which the filter of the page finds an operation. */
export const wordsOf = ({ name, paths, summary, tag, access, failures: codes }: Endpoint): string =>
  [name, ...paths, summary, tag, access, ...codes].join(' ').toLowerCase()

const rpcNames = (rpcs: readonly string[]): Html[] =>
  rpcs.map((rpc) => html`, by gRPC <a href="#${rpc}">${code(rpc)}</a>`)

const fields = (schema: Schema | undefined): Html | undefined => schema && fieldTable(schema)

const bodyTitle = ({ form }: Endpoint): string => `Body (JSON${form ? ', or a form' : ''})`

function accessSentence({ access, serviceToo }: Endpoint): Html | string {
  if (access === 'anyone') return 'Anyone may call it.'
  if (access === 'token') return html`Takes an access token in the <code>Authorization</code> header.`
  if (access === 'signed_in') return 'Needs an access token or an API key.'
  if (access === 'service') return 'Needs the service credential.'
  const orService = serviceToo ? ', or the service credential' : ''
  return html`Needs an access token or an API key with ${code(access)}, which admins have${orService}.`
}

/** Describes the reply of a success. A type that has a name is a link to its fields among the models. */
function successOf(endpoint: Endpoint): Html {
  const { success, reply, stream = {}, file, headers = {} } = endpoint
  const events = Object.entries(stream).map(([name, data]) => html`${code(name)} (${typeName(data)})`)
  const content = reply
    ? typeName(reply)
    : events.length > 0
      ? html`events ${joinHtml(events, ', ')}`
      : file
        ? html`a file (${joinHtml(file.map(code), ' or ')})`
        : 'without content'
  const rows = Object.entries(headers).map(([name, { description }]) => [code(name), prose(description)])
  const own = reply && !reply.title && details('Fields of the reply', fieldTable(reply))
  return html`<p>Answers <b>${success}</b> ${content}${endpoint.etag && success !== 204 && html`, with an <code>ETag</code>`}.</p>${own}${details('Headers of the reply', table(['Header', 'Meaning'], rows))}`
}

/**
 * Lists every failure with a link to its page: first those of this operation, then those that all operations of its kind have.
 */
function failureList(endpoint: Endpoint): Html | undefined {
  const own = new Set<FailureCode>(endpoint.failures)
  const common = commonFailures(endpoint).filter((one) => !own.has(one))
  const link = (one: FailureCode) => html`<a href="/problems/${one}">${code(one)}</a>`
  const byStatus = (codes: Iterable<FailureCode>) =>
    [...codes].map((one) => ({ one, status: statusOf(endpoint, one) })).sort((a, b) => a.status - b.status)
  const rows = byStatus(own).map(({ one, status }) => [`${status}`, link(one), failures[one].message])
  const others = byStatus(common).map(({ one, status }) => html`${status} ${link(one)}`)
  return details(
    `Failures (${own.size + common.length})`,
    html`${table(['Status', 'Code', 'Meaning'], rows)}<p>${own.size > 0 && 'And like every such call: '}${joinHtml(others, ', ')}.</p>`,
  )
}

function exampleOf(endpoint: Endpoint, { baseUrl }: OperationOptions): Html | undefined {
  const example = findExample(endpoint)
  if (!example) return undefined
  const reply = replyText(example)
  return html`${[
    codeBlock('curl', curlOf(endpoint, example, baseUrl)),
    codeBlock('TypeScript', typescriptOf(endpoint, example)),
    reply !== undefined && details(`Reply ${endpoint.success}`, codeBlock('Content', reply)),
  ]}`
}
