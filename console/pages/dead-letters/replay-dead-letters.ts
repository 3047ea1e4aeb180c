import { replayDeadLetterEndpoint, replayDeadLettersEndpoint } from '#contract/events/events.ts'
import type { ConsolePage, Visit } from '../../core/visit.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl } from '../../view/parts.ts'

/** The pages that deliver one dead letter or all of them again. The list of dead letters sends the form for one directly. */
export const replayPages: readonly ConsolePage[] = [
  {
    name: 'replay-dead-letter',
    entry: 'dead-letters',
    show: async (visit) => confirm(visit, 'one'),
    async send({ ask, sent }) {
      await ask(replayDeadLetterEndpoint, { params: { id: sent.id ?? '' } })
      return { to: 'dead-letters?done=one' }
    },
  },
  {
    name: 'replay-dead-letters',
    entry: 'dead-letters',
    show: async (visit) => confirm(visit, 'all'),
    async send({ ask }) {
      const { replayed } = (await ask(replayDeadLettersEndpoint, { body: {} })).body
      return { to: pageUrl('dead-letters', { replayed: String(replayed) }) }
    },
  },
]

const confirm = ({ texts, sent }: Visit, which: 'one' | 'all') =>
  confirmView({
    ...texts.deadLetters[which],
    isDangerous: false,
    subject: which === 'one' ? (sent.id ?? '') : texts.deadLetters.everything,
    action: which === 'one' ? 'replay-dead-letter' : 'replay-dead-letters',
    carried: which === 'one' ? { id: sent.id } : {},
    cancel: { to: 'dead-letters', text: texts.cancel },
  })
