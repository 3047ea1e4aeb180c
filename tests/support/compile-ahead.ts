import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

// This program fills the compile cache for a run: without it every test file starts the compiler of TypeScript for itself. All
// modules are loaded by one that needs an export which is nowhere, so that none of them runs.
const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('{contract,proto,runtime,users,auth,greeter,cli,sdk,tests,bench}/**/*.ts', {
  cwd: root,
})
const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(root + file).href)}`)
const module = [...imports, "import { nothing } from 'node:module'"].join('\n')
await import(`data:text/javascript,${encodeURIComponent(module)}`).catch(() => {})
flushCompileCache()
