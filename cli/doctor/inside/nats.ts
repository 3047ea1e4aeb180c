import { messageOf } from '#runtime/log/thrown.ts'
import { findNatsStream } from '#users/events/find-nats-stream.ts'
import { type Check, fail, ok, skipped } from '../check.ts'

const fix = 'check LATCHKEY_NATS_URL: servers, credentials, tls:// (docs/guide/events.md)'

/** Connects to NATS, and asks which stream of JetStream keeps the events. */
export const natsCheck: Check = {
  name: 'nats',
  async run({ services, answerMs: timeoutMs, settings: { natsUrl: servers, natsSubject: subjectPrefix } }) {
    if (!servers || !services.includes('users')) return [skipped('LATCHKEY_NATS_URL is not set')]
    try {
      const found = await findNatsStream({ servers, subjectPrefix, timeoutMs })
      if (found === 'unknown')
        return [ok('connected; this login may not look up which stream receives the events')]
      if (found !== 'none') return [ok(`the stream ${found.stream} keeps ${subjectPrefix}.>`)]
    } catch (error) {
      return [fail(`NATS cannot be used: ${messageOf(error)}`, fix)]
    }
    return [
      fail(
        `no JetStream stream receives ${subjectPrefix}.>: events wait, and none is published`,
        `nats stream add latchkey --subjects '${subjectPrefix}.>'`,
      ),
    ]
  },
}
