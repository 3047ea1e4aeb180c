// Runs at the end of an installation: loads everything once, so that the first start need not compile it.
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
  // Without one there is nothing to compile for, and the command says what is missing.
  const node = findOwnNode()
  if (node) runOnOwnNode(node, fileURLToPath(import.meta.url), [])
}
