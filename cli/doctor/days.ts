/** Writes a time span in the largest unit that it fills. */
export function days(ms: number): string {
  const hours = ms / 3_600_000
  if (hours < 1) return count(Math.floor(ms / 60_000), 'minute')
  return hours < 48 ? count(Math.floor(hours), 'hour') : count(Math.floor(hours / 24), 'day')
}

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`
