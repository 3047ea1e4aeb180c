/**
 * Starts to count; gives back how many milliseconds it has been. The longer of two clocks: the monotonic one
 * stands still while a machine sleeps, and the other one can be set back.
 */
export function startElapsed(): () => number {
  const monotonic = performance.now()
  const wall = Date.now()
  return () => Math.max(performance.now() - monotonic, Date.now() - wall)
}
