import type { EventCatalogue } from './generated/types.ts'

export type { EventCatalogue } from './generated/types.ts'

/** The type of an event that Latchkey sends to webhooks. */
export type WebhookEventType = keyof EventCatalogue & string

/**
 * An event as a webhook gets it. Compare `type` to know what is in `data`. A field of `data` may be missing:
 * when a user was deleted, the data of that user's earlier events is `{}`. A later version of Latchkey may send
 * types that are not in this list.
 */
export type WebhookEvent = {
  [Type in WebhookEventType]: {
    /** The id of the event. It is the same at each delivery: skip an event that you have processed already. */
    id: string
    type: Type
    /** The time when the event happened: RFC 3339, UTC. */
    timestamp: string
    /** The id of the user whom the event is about. */
    user_id: string | null
    data: Partial<EventCatalogue[Type]>
  }
}[WebhookEventType]

/** A received request, in the form in which servers without `Request` have it. */
export interface ReceivedWebhook {
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** The body exactly as it came. The signature is that of these bytes, not of JSON that was parsed and written again. */
  body: string | Uint8Array
}

/** The options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /**
   * The maximum difference between the time in the request and now, in seconds; 300 if absent. Somebody could have recorded an
   * older request and sent it again.
   */
  toleranceSeconds?: number | undefined
  /** Returns the time in epoch milliseconds; `Date.now` if absent. */
  now?: (() => number) | undefined
}

/**
 * The error for a request that is not a webhook of this Latchkey: answer it with a 401. `reason` is for your log:
 * - `headers`: a header of Standard Webhooks is missing or malformed;
 * - `time`: the request was sent too long ago, or in the future;
 * - `signature`: no signature is right;
 * - `body`: the body is too large, or signed and still no event.
 */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
  readonly reason: 'headers' | 'time' | 'signature' | 'body'

  constructor(reason: WebhookRefused['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * The maximum size of a body: Latchkey sends nothing longer. The limit is needed because the body is in memory before its
 * signature can be checked.
 */
const maxBodyBytes = 256 * 1024
const maxSignatures = 20

/**
 * Checks that a request is a webhook of your Latchkey (Standard Webhooks 1.0), and returns its event. Give it
 * several secrets while you change from one to the next.
 * @throws {WebhookRefused} for any other request
 * @throws {TypeError} for a secret that is not in the form `whsec_…`, or when there is none
 * @example
 * const event = await verifyWebhook(request, process.env.LATCHKEY_WEBHOOK_SECRET)
 * if (event.type === 'user.created') await welcome(event.data.user)
 */
export async function verifyWebhook(
  request: Request | ReceivedWebhook,
  secrets: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().map(importSecret))
  if (keys.length === 0) throw new TypeError('A secret of the webhook is needed.')
  const { id, timestamp, signatures } = readHeaders(request.headers)
  checkTime(Number(timestamp), options)
  const body = await readBody(request.body)
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  for (const signature of signatures) {
    // Web Crypto compares in constant time, so that the duration does not help to guess a signature.
    for (const key of keys)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return toEvent(body)
  }
  throw new WebhookRefused('signature', 'The webhook is not signed with a secret that is known here.')
}

async function importSecret(secret: string): Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>> {
  // A secret that is undefined, because a setting is missing, must not verify anything.
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const bytes = text === undefined ? undefined : decodeBase64(text)
  if (!bytes || bytes.length < 24) throw new TypeError('The secret of a webhook is `whsec_` and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function readHeaders(headers: ReceivedWebhook['headers']) {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused('headers', 'The request has not the headers of Standard Webhooks.')
  const signatures = signature
    .split(' ', maxSignatures)
    .flatMap((one) => (one.startsWith('v1,') ? (decodeBase64(one.slice('v1,'.length)) ?? []) : []))
  return { id, timestamp, signatures }
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  // A plain object may have its names in any case.
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

const isHeaders = (headers: ReceivedWebhook['headers']): headers is Headers =>
  'get' in headers && typeof headers.get === 'function'

function checkTime(seconds: number, { toleranceSeconds = 300, now = Date.now }: VerifyWebhookOptions): void {
  if (Math.abs(now() / 1_000 - seconds) <= toleranceSeconds) return
  throw new WebhookRefused('time', 'The webhook was not sent just now.')
}

async function readBody(body: Request['body'] | ReceivedWebhook['body']): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null)
    throw new WebhookRefused('body', 'The body of the webhook was read before, or is missing.')
  const parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array) => {
    length += part.length
    if (length > maxBodyBytes) throw new WebhookRefused('body', 'The body is longer than any webhook.')
    parts.push(part)
  }
  if (typeof body === 'string') add(new TextEncoder().encode(body))
  else if (body instanceof Uint8Array) add(body)
  else if ('getReader' in body) {
    const reader = body.getReader()
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) add(read.value)
    } finally {
      await reader.cancel()
    }
  } else throw new TypeError('The body was parsed before. Give it as it came: text or bytes.')
  return concat(...parts)
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function toEvent(body: Uint8Array<ArrayBuffer>): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof event.id === 'string' && typeof event.type === 'string') return event
  } catch (cause) {
    throw new WebhookRefused('body', 'The body of the webhook is not JSON.', { cause })
  }
  throw new WebhookRefused('body', 'The body of the webhook is not an event.')
}
