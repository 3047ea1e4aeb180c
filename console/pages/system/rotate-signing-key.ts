import { Failure } from '#contract/declaration/failures.ts'
import { keyPurposes } from '#contract/sessions/tokens.ts'
import { rotateSigningKeyEndpoint, type SigningKeyResource } from '#contract/system/system.ts'
import { html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { confirmView } from '../../view/confirm.ts'
import { choiceField } from '../../view/forms.ts'
import { pageUrl } from '../../view/parts.ts'

export const rotateSigningKeyPage: ConsolePage = {
  name: 'rotate-signing-key',
  entry: 'signing-keys',
  show: async (visit) => confirm(visit),
  send: rotate,
}

function confirm(visit: Visit) {
  const { signingKeys: text } = visit.texts
  const purpose = purposeIn(visit)
  const choices = [
    ['soon', text.soon],
    ['now', text.now],
  ] as const
  const when = choiceField({
    name: 'when',
    label: text.when,
    hint: text.whenHint,
    value: visit.sent.when ?? 'soon',
    choices,
  })
  return confirmView({
    ...text.rotate,
    subject: text.purpose[purpose],
    isDangerous: true,
    action: 'rotate-signing-key',
    carried: { purpose },
    field: html`${when}<p class="hint">${text.leaked}</p>`,
    cancel: { to: 'signing-keys', text: visit.texts.cancel },
  })
}

/** @throws {Failure} `signing_key_not_found` */
function purposeIn({ sent }: Visit): SigningKeyResource['purpose'] {
  const purpose = keyPurposes.find((one) => one === sent.purpose)
  if (!purpose) throw new Failure('signing_key_not_found')
  return purpose
}

async function rotate(visit: Visit): Promise<PageAnswer> {
  const isNow = visit.sent.when === 'now'
  await visit.ask(rotateSigningKeyEndpoint, { body: { purpose: purposeIn(visit), now: isNow } })
  return { to: pageUrl('signing-keys', { done: isNow ? 'now' : 'soon' }) }
}
