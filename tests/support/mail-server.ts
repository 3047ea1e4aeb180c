import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the mail server received it by SMTP. */
export interface ReceivedMail {
  from: string
  /** The recipients: the addresses of `RCPT TO`. */
  to: string[]
  raw: string
  isSecure: boolean
  user: string | undefined
  /** The name with which the client greeted the server (EHLO). */
  greeting: string
}

export interface MailServer extends AsyncDisposable {
  /** The URL of the mail server, for example `smtp://127.0.0.1:2525`. */
  url: string
  port: number
  received: ReceivedMail[]
}

/** Starts a mail server from the library smtp-server. The options of the test say what the server refuses. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
          isSecure: session.secure,
          user: session.user as string | undefined,
          greeting: session.hostNameAppearsAs,
        })
        callback()
      })
    },
    ...options,
  })
  // Connection errors are ignored, because tests cut connections on purpose.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    received,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/**
 * Creates the error with which a callback of the mail server refuses a request: it has an SMTP reply code and a text that
 * names the recipient, as real servers send.
 */
export const smtpRefusal = (responseCode: number): Error =>
  Object.assign(new Error('<Ada@Example.com> not this one'), { responseCode })

export interface ParsedMail {
  /** The unfolded headers by name in lower case. A header that occurs twice fails the test. */
  headers: Map<string, string>
  text: string
  html: string
}

/** Parses a mail of Latchkey, which uses only a part of MIME: two parts, each in one of three encodings. */
export function parseMail(raw: string): ParsedMail {
  const { headers, body } = splitPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '')))
  const part = (type: string) => {
    const found = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return found
      ? decoded(found.body.replace(/\r\n$/, ''), found.headers.get('content-transfer-encoding'))
      : ''
  }
  return { headers, text: part('text/plain'), html: part('text/html') }
}

function splitPart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    if (headers.has(name)) throw new Error(`The header ${name} is there twice.`)
    headers.set(name, decodedWords(line.slice(line.indexOf(':') + 1).trim()))
  }
  return { headers, body: raw.slice(end + 4) }
}

/** Decodes the encoded words of a header (RFC 2047). */
const decodedWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    )

function decoded(body: string, encoding = '7bit'): string {
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : body
  return text.replaceAll('\r\n', '\n')
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
