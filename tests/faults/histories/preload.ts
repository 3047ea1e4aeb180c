import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/*
 * Preloaded into a node (`node --import`), also into one of an earlier version. The clock of the process is wrong by the number of
 * milliseconds in a file, which the signal SIGUSR2 makes it read again. Password hashes are cheap, because real ones would take most
 * of the time.
 */
const file = process.env.SOAK_CLOCK
if (file) {
  stepClock(file)
  hashCheaply()
}

function stepClock(file: string): void {
  const realNow = Date.now
  const read = () => Number(readFileSync(file, 'utf8'))
  let offsetMs = read()
  Date.now = () => realNow() + offsetMs
  process.on('SIGUSR2', () => {
    offsetMs = read()
  })
}

/** Hashes at the lowest cost, but names the usual cost in each hash: a sign-in replaces hashes of another cost. */
function hashCheaply(): void {
  const argon2 = createRequire(process.argv[1] ?? '')('@node-rs/argon2')
  const { hash, verify } = argon2
  const cheap = { memoryCost: 8, timeCost: 1 }
  Object.assign(argon2, {
    async hash(password: string, options: { memoryCost: number; timeCost: number }, ...rest: unknown[]) {
      const { memoryCost, timeCost } = options
      const hashed: string = await hash(password, { ...options, ...cheap }, ...rest)
      return hashed.replace('$m=8,t=1,', `$m=${memoryCost},t=${timeCost},`)
    },
    verify: (hashed: string, ...rest: unknown[]) =>
      verify(hashed.replace(/\$m=\d+,t=\d+,/, '$m=8,t=1,'), ...rest),
  })
}
