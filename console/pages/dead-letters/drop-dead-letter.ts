import { dropDeadLetterEndpoint } from '#contract/events/events.ts'
import type { ConsolePage } from '../../core/visit.ts'
import { confirmView } from '../../view/confirm.ts'

/** The page that removes a dead letter which its receiver will never accept. */
export const dropDeadLetterPage: ConsolePage = {
  name: 'drop-dead-letter',
  entry: 'dead-letters',
  show: async ({ texts, sent }) =>
    confirmView({
      ...texts.deadLetters.drop,
      isDangerous: true,
      action: 'drop-dead-letter',
      subject: sent.type ?? sent.id ?? '',
      carried: { id: sent.id },
      cancel: { to: 'dead-letters', text: texts.cancel },
    }),
  async send({ ask, sent }) {
    await ask(dropDeadLetterEndpoint, { params: { id: sent.id ?? '' } })
    return { to: 'dead-letters?done=drop' }
  },
}
