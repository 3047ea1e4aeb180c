import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { isPassedOn } from '../http/proxy.ts'
import { lazily } from '../lazily.ts'
import type { KeptMail, Mailbox } from '../mail/mailbox.ts'
import { isLoopback } from '../network.ts'

const loadViews = lazily(() => import('./mailbox-views.ts'))

export interface ShownMailbox {
  mailbox: Mailbox
  /** The secret that gives access to the mails of the mailbox. It consists of letters, digits, `-` and `_`. */
  key: string
  /** True when only requests from this machine are answered, with the key or without it. */
  isForThisMachine: boolean
}

/**
 * Serves `/dev/mail` to every client that has the key. A reader of these mails can take over the account of any user, and a proxy
 * on this machine makes requests from outside look local, so the origin of a request proves nothing. Without the key the reply is
 * that of an unknown route.
 */
export function mailboxPages(app: FastifyInstance, { mailbox, key, isForThisMachine }: ShownMailbox): void {
  const digest = digestOf(key)
  const isKey = (text: unknown) => typeof text === 'string' && timingSafeEqual(digestOf(text), digest)
  // The name of the cookie depends on the key, because browsers share cookies among all ports of a host.
  const cookie = `latchkey-mailbox-${digest.toString('hex').slice(0, 8)}`
  const hasCookie = ({ headers }: FastifyRequest) =>
    (headers.cookie ?? '').split(';').some((one) => {
      const [name, value] = one.trim().split('=', 2)
      return name === cookie && isKey(value)
    })
  const admit = (request: FastifyRequest, reply: FastifyReply, isAdmitted: boolean) => {
    if (!isAdmitted || (isForThisMachine && !isLocal(request))) throw new Failure('route_not_found')
    reply.header('referrer-policy', 'no-referrer')
  }
  async function findMail(request: FastifyRequest<OfMail>, reply: FastifyReply): Promise<KeptMail> {
    admit(request, reply, hasCookie(request))
    const mail = await mailbox.find(request.params.id)
    if (!mail) throw new Failure('route_not_found')
    return mail
  }

  app.get<OfList>('/dev/mail', async (request, reply) => {
    const hasKey = isKey(request.query.key)
    admit(request, reply, hasKey || hasCookie(request))
    if (!hasKey) return (await loadViews()).sendList(reply, await mailbox.list())
    // The key moves into a cookie, because a URL stays in histories and is sent to the pages that links lead to.
    reply.header('set-cookie', `${cookie}=${key}; Path=/dev/mail; HttpOnly; SameSite=Lax`)
    return reply.redirect('/dev/mail', 303)
  })
  app.get<OfList>('/dev/mail.json', async (request, reply) => {
    const { key: given, to } = request.query
    admit(request, reply, isKey(given) || hasCookie(request))
    const mails = (await mailbox.list()).filter((mail) => to === undefined || mail.to === to).slice(0, 50)
    return reply.send({
      data: mails.map(({ at, ...mail }) => ({ ...mail, sent_at: new Date(at).toISOString() })),
    })
  })
  app.get<OfMail>('/dev/mail/:id', async (request, reply) => {
    const mail = await findMail(request, reply)
    return (await loadViews()).sendMail(reply, mail)
  })
  app.get<OfMail>('/dev/mail/:id/html', async (request, reply) => {
    const { html } = await findMail(request, reply)
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    )
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

/** The query parameters of the list of mails. Their type is unknown: a client may omit a parameter, or send it twice. */
interface OfList {
  Querystring: { key?: unknown; to?: unknown }
}

interface OfMail {
  Params: { id: string }
}

/** Hashes a text, because a comparison in constant time needs two values of the same length. */
const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * True for a request from this machine by a local name. Other names are refused because of DNS rebinding: a
 * foreign name may resolve to this machine.
 */
function isLocal({ headers, hostname, socket }: FastifyRequest): boolean {
  return !isPassedOn(headers) && isLoopback(socket.remoteAddress ?? '') && isLoopback(hostname)
}
