import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import { type LocalServer, startLocalServer } from './local-server.ts'

/** A span as it was received over OTLP. */
export interface ReceivedSpan {
  /** The `service.name` of the process that sent it. */
  service: string
  traceId: string
  spanId: string
  /** The id of the parent span; an empty string when the span has no parent. */
  parentSpanId: string
  name: string
  kind: 'internal' | 'server' | 'client'
  attributes: Record<string, string | number>
  failed: boolean
  /** The start of the span in epoch nanoseconds. */
  startedAt: bigint
  endedAt: bigint
}

export interface OtlpRequest {
  path: string
  headers: IncomingHttpHeaders
  /** The body after decompression. */
  body: Buffer
}

export interface OtlpReceiver extends LocalServer {
  requests: OtlpRequest[]
  spans(): ReceivedSpan[]
  resources(): Record<string, string | number>[]
  /** Replies to a request. The default is a success. */
  answer: (response: ServerResponse, request: IncomingMessage) => void
}

/** Starts a server that receives traces over OTLP/HTTP, as protobuf. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const requests: OtlpRequest[] = []
  const server = await startLocalServer(async (request, response) => {
    const sent = await buffer(request)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    receiver.answer(response, request)
  }, port)
  const received = (): OtlpResourceSpans[] => requests.flatMap((one) => decode(one).resourceSpans)
  const receiver: OtlpReceiver = {
    ...server,
    requests,
    spans: () => received().flatMap(spansIn),
    resources: () => received().map(({ resource }) => read(resource.attributes)),
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(),
  }
  return receiver
}

interface OtlpResourceSpans {
  resource: { attributes: OtlpAttribute[] }
  scopeSpans: { spans: OtlpSpan[] }[]
}

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}

interface OtlpSpan {
  traceId: Buffer
  spanId: Buffer
  parentSpanId: Buffer
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: OtlpAttribute[]
  status?: { code?: number }
}

const service = loadSync(fileURLToPath(new URL('otlp-trace.proto', import.meta.url)), {
  longs: String,
  defaults: true,
  oneofs: true,
}).TraceService as ServiceDefinition

const decode = ({ body }: OtlpRequest) =>
  service.Export?.requestDeserialize(body) as { resourceSpans: OtlpResourceSpans[] }

const spansIn = ({ resource, scopeSpans }: OtlpResourceSpans): ReceivedSpan[] =>
  scopeSpans.flatMap(({ spans }) =>
    spans.map((span) => ({
      service: String(read(resource.attributes)['service.name']),
      traceId: span.traceId.toString('hex'),
      spanId: span.spanId.toString('hex'),
      parentSpanId: span.parentSpanId.toString('hex'),
      name: span.name,
      kind: (['internal', 'internal', 'server', 'client'] as const)[span.kind] ?? 'internal',
      attributes: read(span.attributes),
      failed: span.status?.code === 2,
      startedAt: BigInt(span.startTimeUnixNano),
      endedAt: BigInt(span.endTimeUnixNano),
    })),
  )

const read = (attributes: OtlpAttribute[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? doubleValue ?? Number(intValue),
    ]),
  )
