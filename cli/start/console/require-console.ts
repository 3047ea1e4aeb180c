import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings } from '../all-settings.ts'

/**
 * Refuses a port for a console that is off: its operator would look for it there.
 * @throws {StartFault}
 */
export function requireConsole({ console, consolePort, pages }: AllSettings): void {
  if (consolePort === undefined || (console === 'on' && pages === 'on')) return
  const off = console === 'off' ? 'LATCHKEY_CONSOLE' : 'LATCHKEY_PAGES'
  throw new StartFault([`LATCHKEY_CONSOLE_PORT needs the console, and ${off} is off.`], { exitCode: 2 })
}
