import { readFileSync } from 'node:fs'
import { maxBodyBytes } from '#contract/declaration/endpoint.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'

/**
 * Reads the file of `--file`, or the standard input for `-`.
 * @throws {StartFault} when it cannot be read, or no service would accept that much
 */
export function readInput(path: string): Buffer {
  let content: Buffer
  try {
    content = readFileSync(path === '-' ? 0 : path)
  } catch (cause) {
    throw new StartFault([`--file ${path} cannot be read: ${messageOf(cause)}.`], { cause, exitCode: 2 })
  }
  if (content.length > maxBodyBytes)
    throw new StartFault([`--file ${path} is larger than ${maxBodyBytes / 1024} KiB.`], { exitCode: 2 })
  return content
}
