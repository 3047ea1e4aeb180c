import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../../', import.meta.url).pathname
/** The entries of the client package that applications of a server import, and their sources. */
const entries: Record<string, string> = {
  server: 'sdk/server.ts',
  express: 'sdk/adapters/express.ts',
  fastify: 'sdk/adapters/fastify.ts',
  hono: 'sdk/adapters/hono.ts',
  next: 'sdk/adapters/next.ts',
}

/**
 * Puts `@latchkey/client` into the `node_modules` of a folder, and links the packages there that this repository has. A real
 * installation would ask the registry.
 */
export function installClient(folder: string, packages: readonly string[]): void {
  const modules = join(folder, 'node_modules')
  const client = join(modules, '@latchkey/client')
  mkdirSync(client, { recursive: true })
  const exports = Object.fromEntries(Object.keys(entries).map((name) => [`./${name}`, `./${name}.js`]))
  writeFileSync(join(client, 'package.json'), JSON.stringify({ type: 'module', exports }))
  for (const [name, source] of Object.entries(entries))
    writeFileSync(join(client, `${name}.js`), `export * from '${root}${source}'\n`)
  for (const name of packages) link(name, modules)
}

/** Links a package. Of a scope, all packages are linked, because the folder of the scope holds others in the installation too. */
function link(name: string, modules: string): void {
  if (!name.startsWith('@')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  else {
    mkdirSync(join(modules, name))
    for (const one of readdirSync(join(root, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name, one), join(modules, name, one))
  }
}
