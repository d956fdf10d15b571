import {
  type BinaryOperationNode,
  Kysely,
  OperatorNode,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'
import type { ClientBase, Pool, PoolClient } from 'pg'
import type { ClockReading } from '../../../domain/time.ts'
import { DurabilityLost, StoreUnavailable } from '../../contract/errors.ts'
import { Contended, type Rows, type Transaction } from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { encodeArray } from './arrays.ts'
import { isStalePlan, toStoreError } from './faults.ts'
import { saveRows } from './rows.ts'
import { findFlushProblem, READ_CLOCK, READ_PROCESS, readFacts, SHOW_FLUSH } from './server-facts.ts'
import { toStatementName } from './statement-names.ts'

/** Time for which a reading of the server's clock is enough. */
const CLOCK_INTERVAL_MS = 1000

type TransactionOptions = {
  /** Limits of the server for each transaction. */
  statementMs: number
  lockMs: number
  /** Set for a server that declares that it may lose data. */
  mayLoseData: boolean
  /** Receives the clock of the server, every second while there are transactions. */
  onClock?: ((reading: ClockReading) => void) | undefined
}

/** Creates a function that runs work in a transaction on a connection of this pool, within these limits of the server. */
export function createTransactions(pool: Pool, options: TransactionOptions) {
  const statements = beginWithin(options)
  let clockReadAt = Number.NEGATIVE_INFINITY
  const bound = new WeakMap<ClientBase, Kysely<Schema>>()
  /** Connections that lead to one process of the server, and may keep plans in it; a pooler's may not. */
  const keepsPlans = new WeakMap<ClientBase, boolean>()

  function bindClient(client: PoolClient): Kysely<Schema> {
    const known = bound.get(client)
    if (known) return known
    const pool = toSingleClientPool(client, () => keepsPlans.get(client) === true)
    const fresh = new Kysely<Schema>({ dialect: new TransactionDialect({ pool }) })
    bound.set(client, fresh)
    return fresh
  }

  /** @throws DurabilityLost when the server would no longer keep what it commits */
  async function begin(client: PoolClient): Promise<void> {
    const { onClock, mayLoseData } = options
    const readsClock = onClock !== undefined && performance.now() - clockReadAt >= CLOCK_INTERVAL_MS
    if (readsClock) clockReadAt = performance.now()
    const isNew = !keepsPlans.has(client)
    const all = [statements, ...(readsClock ? [READ_CLOCK] : []), ...(isNew ? [READ_PROCESS] : [])]
    const facts = await readFacts(client, { statements: all.join('; '), onClock })
    // NOTE: the types of the driver lack the property.
    if (isNew) keepsPlans.set(client, facts.process_id === Reflect.get(client, 'processID'))
    const found = mayLoseData ? null : findFlushProblem(facts)
    if (found) throw new DurabilityLost(`${found.problem}. ${found.fix}`)
  }

  return async <T>(work: (tx: Transaction) => Promise<T>, onCommitted?: () => void): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw toStoreError(error)
    })
    const pipeline = createPipeline()
    const begun = begin(client)
    pipeline.add(begun)
    const tx = {
      db: bindClient(client),
      save: (rows: Rows) =>
        pipeline.add(saveRows(client, rows, { keepsPlans: keepsPlans.get(client) === true })),
    }
    try {
      const result = await pipeline.explain(work(tx))
      // Throws unless the server keeps what it commits.
      await begun
      // Sent behind rows whose answer has not come: where they failed, the server rolls back and says so.
      const { command } = await pipeline.settle(client.query('commit'))
      if (command !== 'COMMIT') throw new Contended(new Error('the transaction was rolled back'))
      onCommitted?.()
      client.release()
      return result
    } catch (error) {
      const fault = toStoreError(error)
      // A connection in an unknown state is discarded.
      const lost = fault instanceof StoreUnavailable || isStalePlan(error) || !(await tryRollback(client))
      client.release(lost)
      throw fault
    }
  }
}

/** Builds one statement for all: one round trip, also through a transaction pooler. */
function beginWithin({ statementMs, lockMs }: TransactionOptions): string {
  const settings = [
    `statement_timeout = ${statementMs}`,
    `lock_timeout = ${lockMs}`,
    // Set here, because the server, the database or the role may say otherwise at any time.
    'synchronous_commit = on',
  ]
  return `begin; ${settings.map((setting) => `set local ${setting}; `).join('')}${SHOW_FLUSH}`
}

async function tryRollback(client: ClientBase): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // The connection was lost: the server rolls back by itself, and the cause of the failure is known already.
    return false
  }
}

/**
 * Wraps the connection of a transaction as a pool, for Kysely. The connection keeps the plans of statements that take a
 * list, whose text is the same for lists of all lengths.
 */
function toSingleClientPool(client: PoolClient, keepsPlans: () => boolean) {
  const borrowed = {
    query(text: string, parameters: readonly unknown[]) {
      if (!parameters.some(Array.isArray)) return client.query(text, [...parameters])
      const values = parameters.map((value) => (Array.isArray(value) ? encodeArray('text', value) : value))
      const name = keepsPlans() ? toStatementName(text) : undefined
      return client.query(name === undefined ? { text, values } : { name, text, values })
    },
    release: () => {},
  } as unknown as PostgresPoolClient
  return { connect: async () => borrowed, end: async () => {}, options: {} }
}

/**
 * Creates a pipeline of statements that were sent without waiting for their answers. The first error explains all later
 * ones, so it is thrown before theirs.
 */
function createPipeline() {
  const statements: Promise<unknown>[] = []

  async function explain<T>(next: Promise<T>): Promise<T> {
    try {
      return await next
    } catch (error) {
      await Promise.all(statements)
      throw error
    }
  }

  return {
    add(statement: Promise<unknown>): void {
      // Awaited in `explain` or `settle`; until then its rejection is not unhandled.
      statement.catch(() => {})
      statements.push(statement)
    },
    /** Waits for `next`. If it fails, throws the error of the first statement that failed before it, which is its cause. */
    explain,
    /** Waits for `next` and for the statements. */
    async settle<T>(next: Promise<T>): Promise<T> {
      const value = await explain(next)
      await Promise.all(statements)
      return value
    },
  }
}

/**
 * Passes lists of texts as one parameter, so that statements have the same text for lists of all lengths. The subquery
 * hides their length from the planner, which would rather read a table of ten thousand rows than look a hundred of them up.
 */
class TransactionDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ListCompiler()
  }
}

class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const isIn = OperatorNode.is(operator) && operator.operator === 'in'
    if (!isIn || !PrimitiveValueListNode.is(rightOperand) || !isTextList(rightOperand.values)) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(node.leftOperand)
    this.append(' = any(array(select unnest(')
    this.appendValue(rightOperand.values)
    this.append('::text[])))')
  }
}

function isTextList(values: readonly unknown[]): boolean {
  return values.length > 1 && values.every((value) => typeof value === 'string')
}
