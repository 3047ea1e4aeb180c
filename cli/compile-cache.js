import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside what npm installed, so that it goes when the installation goes. Where it cannot be written, nothing is kept. */
export const useCompileCache = () =>
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/latchkey', import.meta.url)))
