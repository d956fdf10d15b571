const later: (() => Promise<unknown>)[] = []

/**
 * Puts off loading a module that a first answer does not need. Returns the function that loads it on first use; `loadRest`
 * loads it soon after the start.
 */
export function loadLater<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null
  // Kept, because a repeated `import()` has its price; but not after a failure, which may be over.
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  later.push(loadOnce)
  return loadOnce
}

/**
 * Loads what `loadLater` has put off, one module after the other: no first use waits for long, and an upgrade that replaces
 * the files of a running service does not mix two versions.
 */
export async function loadRest(): Promise<void> {
  for (const load of later) await load()
}
