import type { TestService } from '../service/service.ts'
import { openStoredRows } from '../stores/stored-rows.ts'

export type Arrival = { fields: [string, string][]; spam: boolean }

/** Reads the submissions of a service from its database. */
export async function openArrivals({ config: { database } }: TestService) {
  const rows = await openStoredRows(database.kind === 'sqlite' ? `file:${database.file}` : database.url)
  return {
    /** Submissions after the first `count`, oldest first. */
    async since(count: number): Promise<Arrival[]> {
      const all = await rows.all('select fields, spam_reasons from submissions order by key')
      return all
        .slice(count)
        .map((row) => ({ fields: JSON.parse(String(row.fields)), spam: row.spam_reasons !== null }))
    },
    [Symbol.asyncDispose]: () => rows[Symbol.asyncDispose](),
  }
}
