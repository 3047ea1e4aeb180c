import { keepNextTickFast } from '#runtime/system/next-tick.ts'

// Loaded before each baseline, peer and load, so that what Latchkey is compared with has this advantage too.
keepNextTickFast()
