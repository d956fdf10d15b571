import type { ClientBase, Pool, QueryResult } from 'pg'
import type { ClockReading } from '../../../domain/time.ts'

/** Settings and clock of the server at one moment. */
type ServerFacts = {
  fsync: string
  full_page_writes: string
  /** Its clock, in milliseconds since 1970. */
  now_ms?: number
  version?: string
  /** Process that runs the statements; a pooler announces another one. */
  process_id?: number
  /** `on` for a server that is thrown away (CONTRIBUTING.md). */
  data_may_be_lost?: string | null
}

/** Statements that read facts. The first two take a tenth of the time of a query that reads the same settings. */
export const SHOW_FLUSH = 'show fsync; show full_page_writes'
export const READ_CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms'
export const READ_PROCESS = 'select pg_backend_pid() as process_id'
export const READ_SERVER = `select current_setting('server_version_num') as version,
  current_setting('formslot.data_may_be_lost', true) as data_may_be_lost`

/** Settings without which a commit does not survive a crash of the server's machine. Both can change while it runs. */
const NEEDED = ['fsync', 'full_page_writes'] as const

/**
 * Sends statements, SHOW_FLUSH among them, and returns the facts in their results.
 *
 * @param onClock receives the clock of the server if READ_CLOCK is among the statements
 */
export async function readFacts(
  client: Pool | ClientBase,
  request: { statements: string; onClock?: ((reading: ClockReading) => void) | undefined },
): Promise<ServerFacts> {
  const sentAt = performance.now()
  // NOTE: several statements have several results, which the types of the driver do not tell.
  const results: QueryResult<ServerFacts>[] = [await client.query<ServerFacts>(request.statements)].flat()
  const facts: ServerFacts = Object.assign({}, ...results.map(({ rows }) => rows[0]))
  if (facts.now_ms !== undefined) {
    request.onClock?.({ sentAt, receivedAt: performance.now(), at: facts.now_ms })
  }
  return facts
}

/** Returns why the server would lose or damage committed data in a crash, and how to change that; null if it would not. */
export function findFlushProblem(facts: ServerFacts): { problem: string; fix: string } | null {
  const off = NEEDED.filter((setting) => facts[setting] !== 'on')
  if (off.length === 0) return null
  const changes = off.map((setting) => `alter system set ${setting} = on; `).join('')
  return {
    problem:
      `PostgreSQL can lose what it has committed: ${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off, but an ` +
      'acknowledged submission must survive a crash',
    fix: `As a superuser, run: ${changes}select pg_reload_conf()`,
  }
}
