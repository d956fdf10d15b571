import { cpus, totalmem } from 'node:os'

/** Describes the machine and the runtime in one line. */
export function describeMachine(): string {
  const [first] = cpus()
  const gibibytes = Math.round(totalmem() / 1024 ** 3)
  const { node, sqlite } = process.versions
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${gibibytes} GiB, Node ${node}, SQLite ${sqlite}`
}
