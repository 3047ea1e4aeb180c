const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns a duration in words: in whole days from two days on, in hours from two hours on, and otherwise in minutes. */
export function durationInWords(ms: number, language: string): string {
  const [unit, size] = units.find(([, one]) => ms >= 2 * one) ?? units[2]
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.max(0, Math.floor(ms / size)))
}
