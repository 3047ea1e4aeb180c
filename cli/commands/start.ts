import type { Log } from '#runtime/log/log.ts'
import { toError } from '#runtime/log/thrown.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { announce, openLog } from '../start/announce.ts'
import type { SettingOrigins } from '../start/console/settings-in-force.ts'
import { type Running, start } from '../start/start.ts'
import { onStopSignals } from '../start/stop-signals.ts'

export async function startCommand(
  settings: AllSettings,
  services: 'both' | 'users' | 'auth',
  origins: SettingOrigins,
): Promise<void> {
  const log = await openLog(settings.logLevel)
  const running = await start({ settings, origins, services, log })
  announce(settings, running, log)
  stopOnSignal(running, log)
}

/** Stops the services on a signal. The first one lets open requests finish; a second one ends the process immediately. */
function stopOnSignal(running: Running, log: Log): void {
  const stop = () => {
    log.info('stopping')
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`latchkey: ${toError(error).stack}\n`)
        process.exit(1)
      },
    )
  }
  onStopSignals({ stop, stopAtOnce: () => process.exit(1) })
}
