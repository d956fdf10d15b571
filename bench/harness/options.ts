import { parseArgs } from 'node:util'

/** Command line options of every benchmark. */
export type BenchOptions = {
  seconds: number
  rounds: number
  connections: number[]
  /** Number of rows stored, in benchmarks with a large database. */
  rows: number
  /** `file:…` or `postgres://…`; null for a fresh file. */
  store: string | null
  /** Addresses of other servers that accept the same requests. */
  against: string[]
  /** Writes the results into docs/decisions/measurements. */
  write: boolean
}

type Defaults = Partial<Pick<BenchOptions, 'seconds' | 'rounds' | 'connections' | 'rows'>>

export function readOptions(defaults: Defaults): BenchOptions {
  const connectionsByDefault = defaults.connections ?? [64]
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: String(defaults.seconds ?? 5) },
      rounds: { type: 'string', default: String(defaults.rounds ?? 5) },
      connections: { type: 'string', default: connectionsByDefault.join(',') },
      rows: { type: 'string', default: String(defaults.rows ?? 10_000_000) },
      store: { type: 'string' },
      against: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
    },
  })
  return {
    seconds: parseCount('--seconds', values.seconds),
    rounds: parseCount('--rounds', values.rounds),
    connections: values.connections.split(',').map((text) => parseCount('--connections', text)),
    rows: parseCount('--rows', values.rows),
    store: values.store ?? null,
    against: values.against,
    write: values.write,
  }
}

function parseCount(option: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`Invalid ${option} "${text}". Use a whole number above 0.`)
}
