import { createInterface } from 'node:readline'
import { createTokenValidator, type TokenValidatorOptions } from '#sdk/token-validator.ts'

/**
 * An application in a process of its own: its options are its one argument, as JSON. Each line that it is sent is a token,
 * and gets a line back: `good`, or the code of the failure. It closes the validator when its input ends, and has to exit by itself.
 */
const options = JSON.parse(process.argv[2] ?? '') as TokenValidatorOptions
const validator = createTokenValidator({
  ...options,
  onFault: ({ kind }) => process.stderr.write(`${kind}\n`),
})

for await (const token of createInterface({ input: process.stdin })) {
  const verdict = await validator.verifyToken(token).then(
    () => 'good',
    (error: { code?: string }) => error.code ?? String(error),
  )
  process.stdout.write(`${verdict}\n`)
}
await validator.close()
