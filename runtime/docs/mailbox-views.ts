import type { FastifyReply } from 'fastify'
import { avatar } from '../components/avatar.ts'
import { emptyState } from '../components/card.ts'
import { breadcrumb } from '../components/navigation.ts'
import { rows } from '../components/row.ts'
import { type Html, html, markMatches } from '../html.ts'
import { sendPage } from '../http/page.ts'
import { mark } from '../look/mark.ts'
import { type KeptMail, maxMails } from '../mail/mailbox.ts'

const style = html`
body { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem } .brand { display: flex; gap: .625rem; align-items: center; margin-bottom: 1.5rem; font-weight: 600 }
h1 { margin-bottom: .375rem } main > .card { margin-top: 1rem; padding: .25rem 1.25rem } .row { position: relative } .row .name a { color: var(--text); text-decoration: none } .row .name a::after { content: ""; position: absolute; inset: 0 } .row:hover .name a { text-decoration: underline } .row time { font-size: var(--size-small); color: var(--quiet) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: .75rem 0 0; font-size: var(--size-small) } dt { color: var(--quiet) } dd { margin: 0 }
h2 { margin: 1.75rem 0 .5rem } iframe { display: block; width: 100%; height: 46rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-large) } pre { margin: 0; padding: 1rem 1.25rem; white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-large) }`

const header = html`<header class="brand">${mark(28)}<span>Mailbox</span></header>`

export const sendList = (reply: FastifyReply, mails: readonly KeptMail[]): FastifyReply =>
  sendPage(reply, { title: 'Mailbox', path: '/dev/mail', style, header, body: listBody(mails) })

export const sendMail = (reply: FastifyReply, mail: KeptMail): FastifyReply =>
  sendPage(reply, {
    title: mail.subject,
    path: `/dev/mail/${mail.id}`,
    style,
    header,
    body: mailBody(mail),
    allows: ["frame-src 'self'"],
  })

function listBody(mails: readonly KeptMail[]): Html {
  const list = rows(
    mails.map(({ id, at, to, subject }) => ({
      drawing: avatar(to),
      name: html`<a href="/dev/mail/${id}">${subject}</a>`,
      notes: [to],
      actions: time(at),
    })),
  )
  return html`<h1>Mail that was not sent</h1><p class="quiet">No mail server is set (<code>LATCHKEY_SMTP_URL</code>), so the newest ${maxMails} mails are kept here. Scripts read <code>/dev/mail.json?key=…</code>, with the key in the file <code>mailbox-key</code> of the data folder.</p><div class="card">${list ?? emptyState('inbox', 'There is no mail yet.')}</div>`
}

const mailBody = (mail: KeptMail): Html =>
  html`${breadcrumb('Mailbox', [{ to: '/dev/mail', text: 'All mail' }], mail.subject)}<h1>${mail.subject}</h1><dl><dt>To</dt><dd>${mail.to}</dd><dt>Sent</dt><dd>${time(mail.at)}</dd><dt>Language</dt><dd>${mail.language}</dd><dt>Id</dt><dd><code>${mail.id}</code></dd></dl><h2>Text</h2><pre class="text">${withLinks(mail.text)}</pre><h2>HTML</h2><p class="quiet">Shown without links, which are in the text above.</p><iframe sandbox title="The mail as HTML" src="/dev/mail/${mail.id}/html"></iframe>`

const time = (at: number): Html => {
  const text = new Date(at).toISOString()
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

const withLinks = (text: string): Html =>
  markMatches(text, /(https?:\/\/[^\s<>"]+)/, (url) => html`<a href="${url}" rel="noreferrer">${url}</a>`)
