#!/usr/bin/env -S node --
// The dashes keep Node from taking our --env-file for its own.
// Plain JavaScript, so that a Node that cannot run the rest can find the one that can, or say so.
import { fileURLToPath } from 'node:url'
import { endWithStarter, findOwnNode, isNewEnough, runOnOwnNode } from './own-node.js'

const script = fileURLToPath(import.meta.url)
if (isNewEnough) {
  endWithStarter()
  const { availableParallelism } = await import('node:os')
  // Before the first use of Node's pool of threads. Its usual four would all be busy with hashes on a machine with four cores, and
  // whoever waits for the disk would wait for them.
  process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)
  const { useCompileCache } = await import('./compile-cache.js')
  useCompileCache()
  const { main } = await import('./main.ts')
  await main(process.argv.slice(2))
} else {
  const node = findOwnNode()
  if (node) runOnOwnNode(node, script, process.argv.slice(2))
  else {
    process.stderr.write(
      `latchkey: needs Node 24.15 or later; this is ${process.version}, and the one that npm installs with Latchkey is not there. Install Latchkey again without --omit=optional, or type /path/to/newer/node -- ${script}\n`,
    )
    process.exitCode = 1
  }
}
