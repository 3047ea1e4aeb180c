// Runs at the end of an installation: loads everything once, so that the first start need not compile it.
import { createRequire, flushCompileCache } from 'node:module'
import { useCompileCache } from './compile-cache.js'

useCompileCache()
await import('./main.ts')
await import('./start-command.ts')
const require = createRequire(import.meta.url)
require('ajv/dist/2020.js')
flushCompileCache()
