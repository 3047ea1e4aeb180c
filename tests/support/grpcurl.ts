import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * This program accepts the arguments `grpcurl -plaintext [options] ADDRESS METHOD`, and runs `buf curl` with them,
 * because npm can install buf and not grpcurl.
 */
const options = process.argv.slice(2).filter((argument) => argument !== '-plaintext')
const [address, method] = options.splice(-2)
const buf = fileURLToPath(new URL('../../node_modules/.bin/buf', import.meta.url))
const { status } = spawnSync(
  buf,
  ['curl', '--protocol', 'grpc', '--http2-prior-knowledge', ...options, `http://${address}/${method}`],
  { stdio: 'inherit', timeout: 120_000 },
)
process.exit(status ?? 1)
