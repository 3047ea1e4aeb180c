import { readFileSync } from 'node:fs'

/*
 * Preloaded into a node (`node --import`), also into one of an earlier version: the clock of the process is wrong by the number of
 * milliseconds in a file, which the signal SIGUSR2 makes it read again.
 */
const file = process.env.SOAK_CLOCK
if (file) {
  const realNow = Date.now
  const read = () => Number(readFileSync(file, 'utf8'))
  let offsetMs = read()
  Date.now = () => realNow() + offsetMs
  process.on('SIGUSR2', () => {
    offsetMs = read()
  })
}
