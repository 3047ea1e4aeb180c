import { ask, type Reply } from '../ask.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import { isThisMachine } from '../this-machine.ts'

/** Checks whether clients can read the metrics, at the public URL or at the ports for metrics of the same host. */
export const metricsCheck: Check = {
  name: 'metrics',
  async run({ url, settings: { usersOpsPort, authOpsPort } }, signal) {
    if (!url) return []
    const wrong: Finding[] = []
    if (isMetrics(await ask(new URL('/metrics', url), { signal })))
      wrong.push(
        fail(
          `${new URL('/metrics', url)} shows the metrics to everyone`,
          'do not forward /metrics in the proxy',
        ),
      )
    // A firewall does not block the machine itself, so a response would prove nothing about other clients.
    if (await isThisMachine(url.hostname))
      return orElse(
        wrong,
        '/metrics is not public; this machine can always reach the ports for metrics: repeat with --url on another machine',
      )
    for (const port of [usersOpsPort, authOpsPort]) {
      const at = `http://${url.hostname}:${port}/metrics`
      const reply = await ask(new URL(at), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(portMs)]),
      }).catch(() => undefined)
      if (reply && isMetrics(reply))
        wrong.push(
          warn(
            `${at} responds here; check whether it does from outside too`,
            `close port ${port} to all but your monitoring, or set LATCHKEY_HOST=127.0.0.1`,
          ),
        )
    }
    return orElse(wrong, 'the metrics are not public')
  },
}

/** The time without a reply after which a port counts as closed, because many firewalls send no reply. */
const portMs = 1_500

const isMetrics = ({ status, text }: Reply): boolean => status === 200 && /^# (HELP|TYPE) /m.test(text)
