import { StartFault } from '#runtime/start-fault.ts'
import { relyingPartyOf } from '../../settings/relying-party.ts'
import { masterKeysOf, requireSharedSecrets, serviceTokensOf } from '../../settings/secrets.ts'
import { requireConsole } from '../../start/open-console.ts'
import { requireMail } from '../../start/open-mail.ts'
import { certificateFiles } from '../../start/tls-settings.ts'
import { type Check, fail, orElse } from '../check.ts'

/** Checks for settings that a start refuses, because they do not go together. Each setting alone was checked when it was read. */
export const settingsCheck: Check = {
  name: 'settings',
  run({ settings, service, origins }) {
    const wrong = [
      () => requireMail({ settings, services: service ?? 'both' }),
      () => requireConsole(settings),
      () => certificateFiles(settings),
      () => relyingPartyOf(settings),
      () => (service === undefined ? undefined : requireSharedSecrets({ settings, services: service })),
      () => serviceTokensOf(settings),
      () => masterKeysOf(settings),
    ].flatMap(faultsIn)
    const given = Object.values(origins).filter(({ origin }) => origin !== 'default').length
    return orElse(
      wrong.map((fault) =>
        fail(
          fault.replace(/\.$/, ''),
          'set it as described above; `latchkey settings` shows the settings in effect',
        ),
      ),
      `valid: ${given} set, ${Object.keys(origins).length - given} by default`,
    )
  },
}

function faultsIn(require: () => unknown): readonly string[] {
  try {
    require()
    return []
  } catch (error) {
    if (error instanceof StartFault) return error.faults
    throw error
  }
}
