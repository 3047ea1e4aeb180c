import { StartFault } from '#runtime/start-fault.ts'

/** Returns the number of rows that a flag gives. @throws {StartFault} when it is no whole number from 1 to `max` */
export function readCount(
  flag: string,
  text: string | undefined,
  { usual, max }: { usual: number; max: number },
): number {
  if (text === undefined) return usual
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= max) return count
  throw new StartFault([`${flag} must be a whole number from 1 to ${max}.`], { exitCode: 2 })
}
