import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Creates the memory of one query, which is compiled once for each database and shape: compiling a short query takes longer
 * than running it.
 *
 * @returns runs the query. `shape` distinguishes all that the text of the query depends on, such as the length of a list;
 *   `parameters` are all of its values, in their order.
 */
export function createCompiledQuery<Row>(): (
  db: Kysely<Schema>,
  shape: string | number,
  query: () => Compilable<Row>,
  parameters: (compiled: CompiledQuery<Row>) => readonly unknown[],
) => Promise<QueryResult<Row>> {
  const databases = new WeakMap<DialectAdapter, Map<string | number, CompiledQuery<Row>>>()
  return (db, shape, query, parameters) => {
    const { adapter } = db.getExecutor()
    const shapes = databases.get(adapter) ?? new Map<string | number, CompiledQuery<Row>>()
    databases.set(adapter, shapes)
    const compiled = shapes.get(shape) ?? query().compile()
    shapes.set(shape, compiled)
    return db.executeQuery<Row>({ ...compiled, parameters: parameters(compiled) })
  }
}
