import { keepNextTickFast } from '#runtime/system/next-tick.ts'

// `bench/own-process.ts` loads this file into each baseline, compared product and load generator. They then call
// `process.nextTick` as fast as Latchkey does, and the comparison stays fair.
keepNextTickFast()
