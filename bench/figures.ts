export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN

/** One line: the median, the lowest and the highest, and of how many. */
export function printFigures(what: string, figures: readonly number[], unit: string): void {
  const sorted = figures.toSorted((a, b) => a - b)
  const shown = (figure: number | undefined = Number.NaN) =>
    figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3)
  process.stdout.write(
    `  ${what}: median ${shown(median(figures))} ${unit} (${shown(sorted[0])} to ${shown(sorted.at(-1))}, n=${figures.length})\n`,
  )
}
