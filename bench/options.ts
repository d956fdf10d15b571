import { parseArgs } from 'node:util'

/** What every bench takes on its command line. */
export type BenchOptions = {
  seconds: number
  rounds: number
  connections: number[]
  /** `file:…` or `postgres://…`; null for a fresh file. */
  store: string | null
  /** Other servers that take the same requests, by address. */
  against: string[]
  /** Writes the results into docs/performance.md. */
  write: boolean
}

export function readOptions(defaults: Pick<BenchOptions, 'connections'>): BenchOptions {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: defaults.connections.join(',') },
      store: { type: 'string' },
      against: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
    },
  })
  return {
    seconds: wholeNumber('--seconds', values.seconds),
    rounds: wholeNumber('--rounds', values.rounds),
    connections: values.connections.split(',').map((text) => wholeNumber('--connections', text)),
    store: values.store ?? null,
    against: values.against,
    write: values.write,
  }
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`${option} takes whole numbers above 0, not "${text}"`)
}
