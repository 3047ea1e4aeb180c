// Every start from source loads this file first. It tells Node where each source file is and that it is TypeScript. Node finds the
// same by looking for a package.json and asking the file system for each import, which takes a sixth of such a start.
import { registerHooks } from 'node:module'

const root = new URL('../', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const url = sourceOf(specifier, context.parentURL ?? '')
    return url === undefined
      ? next(specifier, context)
      : { url, format: 'module-typescript', shortCircuit: true }
  },
})

/** Returns the URL of the source file that an import names; undefined for any other import, which Node resolves. */
function sourceOf(specifier, parentUrl) {
  if (!specifier.endsWith('.ts') || !parentUrl.startsWith(root)) return undefined
  // `#users/service.ts` is `users/service.ts` in this package, by `imports` in package.json.
  if (specifier.startsWith('#')) return `${root}${specifier.slice(1)}`
  return specifier.startsWith('.') ? new URL(specifier, parentUrl).href : undefined
}
