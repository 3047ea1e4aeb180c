import { Failure } from '#contract/declaration/failures.ts'
import { endAnySessionEndpoint, listAllSessionsEndpoint } from '#contract/sessions/sessions.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { html } from '#runtime/html.ts'
import { asMissing } from '../../core/as-missing.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl, time } from '../../view/parts.ts'

export const endSessionPage: ConsolePage = {
  name: 'end-session',
  entry: 'sessions',
  show: showSession,
  send: endSession,
}

/** Shows the session that will be ended. The API has no look-up of one session, so the sessions of its user are searched. */
async function showSession(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { sessions: text, userPage } = texts
  const { id = '', user: user_id = '' } = sent
  const query = { user_id, limit: 200 }
  const [{ body: found }, user] = await Promise.all([
    ask(listAllSessionsEndpoint, { query }),
    ask(getUserEndpoint, { params: { id: user_id } }).catch(asMissing),
  ])
  const session = found.data.find((one) => one.id === id)
  if (!session) throw new Failure('session_not_found')
  const facts = html`${session.current && html`<p><strong>${text.endsOwn}</strong></p>`}<p class="quiet"><bdi>${session.device_name ?? userPage.unknownDevice}</bdi> · ${session.address} · ${userPage.begun} ${time(visit, session.created_at)}</p>`
  return {
    ...confirmView({
      ...text.end,
      subject: user?.body.username ?? user_id,
      isDangerous: true,
      action: 'end-session',
      carried: { id, user: user_id, ...(sent.from ? { from: sent.from } : {}) },
      field: facts,
      cancel: { to: pageBefore(sent), text: texts.cancel },
    }),
    scripts: ['local-time.js'],
  }
}

async function endSession({ ask, sent }: Visit): Promise<PageAnswer> {
  await ask(endAnySessionEndpoint, { params: { id: sent.id ?? '' } })
  return { to: pageBefore(sent, 'endSession') }
}

/** Returns the URL of the page that the link came from: the page of the user, or the list of all sessions. */
const pageBefore = ({ from, user }: Visit['sent'], done?: 'endSession'): string =>
  from === 'user' ? pageUrl('user', { id: user, tab: 'sessions', done }) : pageUrl('sessions', { done })
