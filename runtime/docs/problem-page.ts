import { commonFailures, type Endpoint, statusOf } from '#contract/declaration/endpoint.ts'
import { type FailureCode, failures } from '#contract/declaration/failure-table.ts'
import { table } from '../components/table.ts'
import { html } from '../html.ts'
import type { Page } from '../http/page.ts'
import { code } from './html.ts'
import { documentStyle } from './style.ts'

/** Makes the page about a failure code, to which `type` of a problem document points (RFC 9457 section 3.1.1). */
export function problemPage(failure: FailureCode, endpoints: readonly Endpoint[]): Page {
  const { http, grpc, message } = failures[failure]
  const rows = endpoints
    .filter((one) => one.failures.includes(failure) || commonFailures(one).includes(failure))
    .map((one) => [
      `${statusOf(one, failure)}`,
      html`<a href="/docs#${one.name}">${one.method} ${code(one.paths[0] ?? '')}</a>`,
      one.summary,
    ])
  const where =
    rows.length > 0 &&
    html`<h2>Where it can come from</h2>${table(['Status', 'Operation', 'What it does'], rows)}`
  return {
    title: failure,
    path: `/problems/${failure}`,
    style: documentStyle,
    body: html`<p><a href="/docs">All operations</a></p><h1>${code(failure)}</h1><p>${message}</p><p>HTTP ${http}, gRPC ${grpc}.</p>${where}`,
  }
}
