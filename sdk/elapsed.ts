/**
 * Starts a stopwatch. The function that it returns gives the elapsed milliseconds, by the clock that has advanced further,
 * because the monotonic clock stops while a machine sleeps, and the wall clock can be set back.
 */
export function startElapsed(): () => number {
  const monotonic = performance.now()
  const wall = Date.now()
  return () => Math.max(performance.now() - monotonic, Date.now() - wall)
}
