import { createInterface } from 'node:readline'
import { createTokenValidator, type TokenValidatorOptions } from '#sdk/token-validator.ts'

/**
 * This program runs a token validator as an application in a process of its own. The only argument is the
 * options as JSON. Each line of input is a token and gets a line of output: `good`, or the code of the
 * failure. When the input ends, the validator is closed, and the process must then exit by itself.
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
