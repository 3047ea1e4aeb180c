import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { PeerFetch } from '../http/peer-fetch.ts'
import type { Within } from '../log/open-span.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Metric } from '../metrics/metrics.ts'

/**
 * The export of traces by OTLP. It exists only where the environment variables of OpenTelemetry ask for it. Each function wraps
 * something that works without traces, once at the start, so that traces cost nothing where they are off.
 */
export interface Traces {
  within: Within
  /** Makes a span of each request to an HTTP server, but not of streams, which have no end, and health checks. */
  requests(app: FastifyInstance): void
  /** Makes a span of an rpc that has one reply. `metadata` is what the client sent. */
  rpc(path: string, metadata: Record<string, string>, answer: () => Promise<void>): Promise<void>
  /** Makes a span of each call to the other service, which continues the trace. */
  peer(fetch: PeerFetch): PeerFetch
  /** Makes a span of each statement, transaction and commit that a request waits for. */
  database(db: Database): Database
  /** Makes a span of each mail that is handed to the mail server. */
  mailer(mailer: Mailer): Mailer
  metric: Metric
  /** Sends the spans that wait to be sent, within a time limit. */
  stop(): Promise<void>
}
