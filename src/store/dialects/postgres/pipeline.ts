/**
 * Statements sent whose answers nobody waits for. The first that failed says why all after it did, so its fault
 * goes before theirs.
 */
export function createPipeline() {
  const statements: Promise<unknown>[] = []
  return {
    add(statement: Promise<unknown>): void {
      // It is looked at later; until then its fault is nobody's.
      statement.catch(() => {})
      statements.push(statement)
    },
    async settle<T>(next: Promise<T>): Promise<T> {
      const [outcome] = await Promise.allSettled([next])
      await Promise.all(statements)
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}
