/**
 * Creates a pipeline of statements that were sent without waiting for their answers. The first error explains all later
 * ones, so it is thrown before theirs.
 */
export function createPipeline() {
  const statements: Promise<unknown>[] = []
  return {
    add(statement: Promise<unknown>): void {
      // Awaited in `settle`; until then its rejection is not unhandled.
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
