#!/usr/bin/env -S node --
// The dashes keep Node from taking our --env-file for its own.
// Plain JavaScript, so that a Node that cannot run the rest can still say so.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Latchkey needs Node 24.15 or later; this is ${process.version}. In a clone of the repository, npm start and npm run latchkey use the Node that npm ci installed.\n`,
  )
  process.exit(1)
}
const { availableParallelism } = await import('node:os')
// Before the first use of Node's pool of threads. Its usual four would all be busy with hashes on a machine with four cores, and
// whoever waits for the disk would wait for them.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)
const { useCompileCache } = await import('./compile-cache.js')
useCompileCache()
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
