// npm runs this script at the end of an installation. It loads everything once, which fills the compile cache before the first
// start. An old Node reads this file too, and must not fail on it, because the installation would then fail.
import { fileURLToPath } from 'node:url'
import { findOwnNode, isNewEnough, runOnOwnNode } from './own-node.js'

async function compile() {
  const { createRequire, flushCompileCache } = await import('node:module')
  const { useCompileCache } = await import('./compile-cache.js')
  useCompileCache()
  await import('./source-imports.js')
  await import('./main.ts')
  await import('./commands/start.ts')
  const { loadLazyModules } = await import('../runtime/lazily.ts')
  await loadLazyModules()
  const require = createRequire(import.meta.url)
  require('ajv/dist/2020.js')
  flushCompileCache()
}

// Nothing is compiled when no installed Node is new enough. The `latchkey` command itself then prints what is missing.
const node = isNewEnough ? undefined : findOwnNode()
if (isNewEnough) compile()
else if (node) runOnOwnNode(node, fileURLToPath(import.meta.url), [])
