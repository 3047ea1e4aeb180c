#!/usr/bin/env -S node --
// The `--` before the script keeps Node from reading Latchkey's `--env-file` as its own flag. This file is plain JavaScript, and
// it and what it imports are read by Node 12, so that an older Node can find a newer one, or print what is missing.
import { fileURLToPath } from 'node:url'
import { endWithStarter, findOwnNode, isNewEnough, neededNode, runOnOwnNode } from './own-node.js'

const script = fileURLToPath(import.meta.url)

async function run() {
  endWithStarter()
  const { availableParallelism } = await import('node:os')
  // The size of Node's thread pool must be set before its first use. By default it has four threads: on a machine with four cores
  // password hashes could occupy all of them, and reading a file would wait.
  if (process.env.UV_THREADPOOL_SIZE === undefined)
    process.env.UV_THREADPOOL_SIZE = String(availableParallelism() + 4)
  const { useCompileCache } = await import('./compile-cache.js')
  useCompileCache()
  await import('./source-imports.js')
  const { main } = await import('./main.ts')
  await main(process.argv.slice(2))
}

const node = isNewEnough ? undefined : findOwnNode()
if (isNewEnough) run()
else if (node) runOnOwnNode(node, script, process.argv.slice(2))
else {
  process.stderr.write(
    `latchkey: needs ${neededNode}; this is ${process.version}, and the one that npm installs with Latchkey is not there. Install Latchkey again without --omit=optional, or type /path/to/newer/node -- ${script}\n`,
  )
  process.exitCode = 1
}
