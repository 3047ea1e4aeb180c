import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#contract/failures.ts'
import { type KeptMail, type Mailbox, mostKept } from './mailbox.ts'
import { isLoopback } from './network.ts'
import { escapeHtml, sendPage } from './page.ts'
import { isPassedOn } from './proxy.ts'

/**
 * `/dev/mail`, for whoever sits at this machine. Whoever reads these mails can take over any user, so a listener that
 * others reach does not have them, and nobody is served whose request came by way of a proxy or of another name.
 */
export function mailboxPages(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/dev/mail', async (request, reply) => {
    requireLocal(request)
    return sendPage(reply, { title: 'Mailbox', body: listBody(await mailbox.list()) })
  })
  app.get('/dev/mail.json', async (request, reply) => {
    requireLocal(request)
    const { to } = request.query as { to?: string }
    const mails = (await mailbox.list()).filter((mail) => to === undefined || mail.to === to).slice(0, 50)
    return reply.send({
      data: mails.map(({ at, ...mail }) => ({ ...mail, sent_at: new Date(at).toISOString() })),
    })
  })
  app.get('/dev/mail/:id', async (request, reply) => {
    const mail = await findMail(mailbox, request)
    return sendPage(reply, { title: mail.subject, body: mailBody(mail), allows: ["frame-src 'self'"] })
  })
  app.get('/dev/mail/:id/html', async (request, reply) => {
    const { html } = await findMail(mailbox, request)
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    )
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

async function findMail(mailbox: Mailbox, request: FastifyRequest): Promise<KeptMail> {
  requireLocal(request)
  const { id } = request.params as { id: string }
  const mail = await mailbox.find(id)
  if (!mail) throw new Failure('route_not_found')
  return mail
}

/** The name as well: a page anywhere can point a name of its own at 127.0.0.1, and have browsers here read it to them. */
function requireLocal({ headers, hostname, socket }: FastifyRequest): void {
  if (isPassedOn(headers) || !isLoopback(socket.remoteAddress ?? '') || !isLoopback(hostname))
    throw new Failure('route_not_found')
}

function listBody(mails: KeptMail[]): string {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      `<tr><td>${time(at)}</td><td>${escapeHtml(to)}</td><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return `<h1>Mailbox</h1><p class="quiet">No mail server is set (<code>LATCHKEY_SMTP_URL</code>), so mail ends here: the newest ${mostKept} stay. Scripts read <a href="/dev/mail.json">/dev/mail.json</a>.</p>${mails.length > 0 ? table : '<p>There is no mail yet.</p>'}`
}

const mailBody = (mail: KeptMail): string =>
  `<nav><a href="/dev/mail">All mail</a></nav><h1>${escapeHtml(mail.subject)}</h1><dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${time(mail.at)}</dd><dt>Language</dt><dd>${escapeHtml(mail.language)}</dd><dt>Id</dt><dd><code>${escapeHtml(mail.id)}</code></dd></dl><h2>Text</h2><pre class="text">${withLinks(mail.text)}</pre><h2>HTML</h2><p class="quiet">Shown without links, which are in the text above.</p><iframe sandbox title="The mail as HTML" src="/dev/mail/${mail.id}/html"></iframe>`

const time = (at: number): string => {
  const text = new Date(at).toISOString()
  return `<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) =>
      at % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>`,
    )
    .join('')
