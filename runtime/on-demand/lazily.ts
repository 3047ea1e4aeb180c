const loads = new Set<() => Promise<unknown>>()

/**
 * Says how a module is loaded that a start does not need. The module is loaded by the first call, once for all calls (as `import()`
 * does it); a call whose load fails is rejected. Call this at the top of a file, not in a function: every call is remembered.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  loads.add(load)
  return load
}

/** Loads every module that `lazily` names, also those that are named by what it loads. */
export async function loadLazyModules(): Promise<void> {
  // A set is iterated in the order of insertion, with what is added meanwhile.
  for (const load of loads) await load()
}
