import type { FastifyReply } from 'fastify'
import { table } from '../components/table.ts'
import { type Html, html, markMatches } from '../html.ts'
import { sendPage } from '../http/page.ts'
import { type KeptMail, maxMails } from '../mail/mailbox.ts'

export const sendList = (reply: FastifyReply, mails: readonly KeptMail[]): FastifyReply =>
  sendPage(reply, { title: 'Mailbox', body: listBody(mails) })

export const sendMail = (reply: FastifyReply, mail: KeptMail): FastifyReply =>
  sendPage(reply, { title: mail.subject, body: mailBody(mail), allows: ["frame-src 'self'"] })

function listBody(mails: readonly KeptMail[]): Html {
  const rows = mails.map(({ id, at, to, subject }) => [
    time(at),
    to,
    html`<a href="/dev/mail/${id}">${subject}</a>`,
  ])
  return html`<h1>Mailbox</h1><p class="quiet">No mail server is set (<code>LATCHKEY_SMTP_URL</code>), so mail ends here: the newest ${maxMails} stay. Scripts read <code>/dev/mail.json?key=…</code>, with the key in the file <code>mailbox-key</code> of the data folder.</p>${table(['Sent', 'To', 'Subject'], rows) ?? html`<p>There is no mail yet.</p>`}`
}

const mailBody = (mail: KeptMail): Html =>
  html`<nav><a href="/dev/mail">All mail</a></nav><h1>${mail.subject}</h1><dl><dt>To</dt><dd>${mail.to}</dd><dt>Sent</dt><dd>${time(mail.at)}</dd><dt>Language</dt><dd>${mail.language}</dd><dt>Id</dt><dd><code>${mail.id}</code></dd></dl><h2>Text</h2><pre class="text">${withLinks(mail.text)}</pre><h2>HTML</h2><p class="quiet">Shown without links, which are in the text above.</p><iframe sandbox title="The mail as HTML" src="/dev/mail/${mail.id}/html"></iframe>`

const time = (at: number): Html => {
  const text = new Date(at).toISOString()
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

const withLinks = (text: string): Html =>
  markMatches(text, /(https?:\/\/[^\s<>"]+)/, (url) => html`<a href="${url}" rel="noreferrer">${url}</a>`)
