/**
 * Returns the difference of the means of two samples divided by its standard error (the t of Welch 1947). It
 * is positive when the first sample is slower.
 */
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

/** Returns the sample without its slowest tenth, which was slow because the machine did other work. */
export const withoutSlowest = (sample: readonly number[]): number[] =>
  sample.toSorted((a, b) => a - b).slice(0, Math.ceil(sample.length * 0.9))

export const meanOf = (sample: readonly number[]): number =>
  sample.reduce((sum, value) => sum + value, 0) / sample.length

export const medianOf = (sample: readonly number[]): number =>
  sample.toSorted((a, b) => a - b)[Math.floor(sample.length / 2)] ?? Number.NaN
