import type { Result } from './scenario.ts'

/**
 * Returns a made-up result of a scenario for tests. Fields that the test does not give have placeholder
 * values.
 */
export const madeUpResult = (given: Partial<Result>): Result => ({
  scenario: 'validate',
  measures: 'Something.',
  date: '2026-11-01',
  node: '24.21.0',
  cores: 2,
  processor: 'a processor',
  rounds: 1,
  seconds: 1,
  contestants: [],
  checks: [],
  notes: [],
  ...given,
})
