/** How far apart the means of two samples are, counted in what their scatter explains (Welch 1947). Positive: the first is slower. */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const [first, second] = [momentsOf(one), momentsOf(other)]
  const error = Math.sqrt(first.variance / one.length + second.variance / other.length)
  return (first.mean - second.mean) / error
}

function momentsOf(sample: readonly number[]): { mean: number; variance: number } {
  const mean = meanOf(sample)
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (sample.length - 1) }
}

/** What is left without the slowest tenth, where the machine had other things to do. */
export const withoutSlowest = (sample: readonly number[]): number[] =>
  sample.toSorted((a, b) => a - b).slice(0, Math.ceil(sample.length * 0.9))

export const meanOf = (sample: readonly number[]): number =>
  sample.reduce((sum, value) => sum + value, 0) / sample.length

export const medianOf = (sample: readonly number[]): number =>
  sample.toSorted((a, b) => a - b)[Math.floor(sample.length / 2)] ?? Number.NaN
