import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Makes Node keep compiled code in `node_modules`, so that it is removed with the installation. If that folder cannot be written,
 * nothing is kept.
 */
export const useCompileCache = () =>
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/latchkey', import.meta.url)))
