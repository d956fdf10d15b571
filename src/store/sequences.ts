import type { Kysely } from 'kysely'
import type { Schema, SequenceName } from './schema.ts'

export type Sequences = {
  /** The next key: larger than all before it, also than those of rows deleted since. */
  next(name: SequenceName): number
  /** Writes down how far the keys were used; part of the same transaction. */
  save(): Promise<void>
}

/**
 * Hands out the integer keys of one transaction. Reading is lazy in effect: where no key is taken nothing is
 * written, so a batch of refusals costs no flush.
 */
export async function openSequences(db: Kysely<Schema>): Promise<Sequences> {
  const rows = await db.selectFrom('sequences').select(['name', 'next']).execute()
  const nexts = new Map(rows.map((row) => [row.name, row.next]))
  const used = new Set<SequenceName>()
  return {
    next(name) {
      const key = nexts.get(name)
      if (key === undefined) throw new Error(`there is no sequence called ${name}`)
      nexts.set(name, key + 1)
      used.add(name)
      return key
    },
    async save() {
      for (const name of used) {
        await db
          .updateTable('sequences')
          .set({ next: nexts.get(name) ?? 0 })
          .where('name', '=', name)
          .execute()
      }
    },
  }
}

/** Writes a row without changing it: the smallest write that proves that the store can flush. */
export async function touchSequences(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('sequences')
    .set((row) => ({ next: row.ref('next') }))
    .where('name', '=', 'endpoint')
    .execute()
}
