import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

// This program fills the compile cache for a run: without the cache, every test file would start the TypeScript compiler
// for itself. One module imports all others and also an export that does not exist: Node compiles all of them, and then
// fails before any of them runs.
const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('{contract,proto,runtime,users,auth,greeter,console,cli,sdk,tests,bench}/**/*.ts', {
  cwd: root,
})
const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(root + file).href)}`)
const module = [...imports, "import { nothing } from 'node:module'"].join('\n')
await import(`data:text/javascript,${encodeURIComponent(module)}`).catch(() => {})
flushCompileCache()
