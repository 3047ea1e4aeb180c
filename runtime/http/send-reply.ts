import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Answer } from '../requests/route.ts'
import { replyWriter } from './reply-writer.ts'

const json = 'application/json; charset=utf-8'

/** The headers that every reply has, unless the reply sets them itself. */
export const commonHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

export const commonHeadersOf = ({ id }: FastifyRequest) => ({ 'x-request-id': id, ...commonHeaders })

/** The part of a reply that does not depend on its request. */
interface Written {
  /** The headers as one list in which names and values alternate. Node writes this form without checking each header. */
  headers: string[]
  /** The content; undefined for a reply without content, which must not have a Content-Length either (RFC 9110 section 8.6). */
  text: string | Uint8Array | undefined
}

/**
 * Returns a function that sends the result of a handler, written by the schema of the endpoint, or without content where the
 * endpoint has no schema.
 */
export function resultSender({ reply: schema, success, image }: Endpoint) {
  if (image) return sendImage
  const write = schema && replyWriter(schema)
  return (reply: FastifyReply, result: unknown): void => {
    const given = result instanceof Answer ? result : undefined
    const status = given?.status ?? success
    if (!write) {
      const text = status === 204 ? undefined : ''
      send(reply, status, toWritten(undefined, given?.headers ?? {}, text))
    } else send(reply, status, given ? writtenOnce(given, write) : toWritten(json, {}, write(result)))
  }
}

/** Sends the bytes of an image. Their handler names the media type. */
function sendImage(reply: FastifyReply, result: unknown): void {
  if (!(result instanceof Answer)) throw new Error('A route that replies with an image gave none.')
  send(reply, 200, toWritten(undefined, result.headers, result.body))
}

/** Sends a text with its own headers, including the content type. */
export const sendText = (
  reply: FastifyReply,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string },
): void => send(reply, status, toWritten(undefined, headers, body))

function toWritten(
  contentType: string | undefined,
  headers: Record<string, string>,
  text: string | Uint8Array | undefined,
): Written {
  const all: string[] = []
  if (text !== undefined) all.push('content-length', String(Buffer.byteLength(text)))
  if (contentType !== undefined) all.push('content-type', contentType)
  for (const [name, value] of Object.entries({ ...commonHeaders, ...headers })) all.push(name, value)
  return { headers: all, text }
}

const writtenAnswers = new WeakMap<Answer<unknown>, Written>()

function writtenOnce(answer: Answer<unknown>, write: (body: unknown) => string): Written {
  let known = writtenAnswers.get(answer)
  if (!known) {
    known = toWritten(json, answer.headers, write(answer.body))
    writtenAnswers.set(answer, known)
  }
  return known
}

/**
 * Sends a reply with the response object of Node. Fastify's `send` would search for hooks and serialisers, which no route has.
 */
function send(reply: FastifyReply, status: number, { headers, text }: Written): void {
  const { raw, request } = reply
  // The head is written first, because it throws when a header cannot be sent: after `hijack` Fastify answers nothing.
  raw.writeHead(status, ['x-request-id', request.id, ...headers])
  reply.hijack()
  raw.end(text)
}
