const loads = new Set<() => Promise<unknown>>()

/**
 * Marks a module that is not needed for a start. The first call of the returned function loads the module for all calls, as
 * `import()` does. A call rejects when loading fails. Use this at the top of a file, not in a function, because every use of
 * it is remembered.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  loads.add(load)
  return load
}

/** Loads every module that is marked with `lazily`, including those that the loaded modules mark. */
export async function loadLazyModules(): Promise<void> {
  // A set is iterated in the order of insertion, and includes what is added during the iteration.
  for (const load of loads) await load()
}
