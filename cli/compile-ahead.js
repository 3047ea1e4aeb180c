// npm runs this at the end of an installation. It loads everything once, which fills the compile cache before the first start.
import { createRequire, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { findOwnNode, isNewEnough, runOnOwnNode } from './own-node.js'

if (isNewEnough) {
  const { useCompileCache } = await import('./compile-cache.js')
  useCompileCache()
  await import('./main.ts')
  await import('./commands/start.ts')
  const require = createRequire(import.meta.url)
  require('ajv/dist/2020.js')
  flushCompileCache()
} else {
  // Without a Node that is new enough nothing is compiled. The `latchkey` command itself then prints what is missing.
  const node = findOwnNode()
  if (node) runOnOwnNode(node, fileURLToPath(import.meta.url), [])
}
