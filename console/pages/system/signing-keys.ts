import { keyPurposes } from '#contract/sessions/tokens.ts'
import { listSigningKeysEndpoint, type SigningKeyResource } from '#contract/system/system.ts'
import { badge } from '#runtime/components/banner.ts'
import { table } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, pageUrl, span, time } from '../../view/parts.ts'

/** The page about the keys that sign tokens: how old they are, and when they are replaced and removed. */
export const signingKeysPage: ConsolePage = {
  name: 'signing-keys',
  entry: 'signing-keys',
  menu: {
    group: 'system',
    purpose: 'The keys that sign tokens: age, next rotation and removal; rotate one early',
  },
  show: showSigningKeys,
}

async function showSigningKeys(visit: Visit): Promise<PageAnswer> {
  const { ask, texts } = visit
  const { signingKeys: text } = texts
  const { data } = (await ask(listSigningKeysEndpoint, {})).body
  const cards = keyPurposes.flatMap((purpose) => {
    const keys = data.filter((key) => key.purpose === purpose)
    return keys.length === 0 ? [] : [card(visit, purpose, keys)]
  })
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<h1>${text.title}</h1>
${doneWords(visit)}
<p class="hint">${text.hint}</p>
${cards}`,
  }
}

function doneWords({ sent, texts: { signingKeys: text } }: Visit): Html | undefined {
  if (sent.done !== 'soon' && sent.done !== 'now') return undefined
  return doneBanner(sent.done === 'now' ? text.doneNow : text.done)
}

function card(
  visit: Visit,
  purpose: SigningKeyResource['purpose'],
  keys: readonly SigningKeyResource[],
): Html {
  const { signingKeys: text } = visit.texts
  const name = text.purpose[purpose]
  const rows = keys.toReversed().map((key) => row(visit, key))
  return html`<section class="card"><div class="bar"><h2>${name}</h2><a href="${pageUrl('rotate-signing-key', { purpose })}" class="button secondary">${text.replace}<span class="unseen"> ${name}</span></a></div>${table([text.key, text.state], rows)}</section>`
}

const tones: Record<SigningKeyResource['status'], Parameters<typeof badge>[1]> = {
  next: 'plain',
  active: 'good',
  retired: 'plain',
  revoked: 'bad',
}

function row(visit: Visit, key: SigningKeyResource): Part[] {
  const { signingKeys: text } = visit.texts
  const { kid, algorithm, status, signs_from: from, retires_at: retires, removed_at: removed } = key
  const age = from === null ? '' : text.age({ age: span(visit, visit.now - Date.parse(from)) })
  const facts = [
    ...(from === null ? [] : [fact(visit, status === 'next' ? text.from : text.since, from)]),
    ...(status === 'active' ? [html`<br>${age}`] : []),
    ...(retires === null ? [] : [html`<br>${fact(visit, text.retires, retires)}`]),
    ...(removed === null ? [] : [html`<br>${fact(visit, text.removed, removed)}`]),
  ]
  return [
    html`<code>${kid}</code><br><span class="quiet">${algorithm}</span>`,
    html`${badge(text.status[status], tones[status])}<br><span class="quiet">${facts}</span>`,
  ]
}

const fact = (visit: Visit, words: string, at: string): Html => html`${words} ${time(visit, at)}`
