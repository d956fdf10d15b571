import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BenchOptions } from './options.ts'
import {
  BARE_AND_FLUSH,
  type Subject,
  startFlushing,
  startFormslot,
  startYardstick,
  subjectAt,
} from './processes.ts'
import type { Results } from './report.ts'
import { interleave } from './rounds.ts'
import { type Load, type LoadRequest, load } from './wrk.ts'

/** Emails wait while this is their mail server: nothing listens on the discard port. */
export const NO_MAIL = {
  FORMSLOT_SMTP_URL: 'smtp://127.0.0.1:9',
  FORMSLOT_MAIL_FROM: 'Formslot <emails@formslot.net>',
}

export type Formslot = Awaited<ReturnType<typeof startFormslot>>

/** Starts Formslot beside its yardsticks and the servers named on the command line, runs `work`, and ends them. */
export async function withSubjects<T>(
  options: BenchOptions,
  work: (subjects: { formslot: Formslot; all: Subject[] }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-bench-'))
  const store: Record<string, string> = options.store === null ? {} : { FORMSLOT_DATABASE_URL: options.store }
  const started: Subject[] = []
  try {
    started.push(await startYardstick('bare'), await startFlushing(folder), await startYardstick('fastify'))
    const formslot = await startFormslot({ folder, env: { ...NO_MAIL, ...store } })
    started.push(formslot)
    const all = [...started, ...options.against.map(subjectAt)]
    return await work({ formslot, all })
  } finally {
    for (const subject of started) await subject.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Loads all subjects in turn, each with its own requests or with those given, for each number of connections. Who
 * flushes for each request is no measure of those that flush for many: it is loaded over one connection only.
 */
export async function measureAll(
  options: BenchOptions,
  subjects: readonly (Subject & { requests?: readonly LoadRequest[] })[],
  requests: readonly LoadRequest[] = [],
): Promise<Results> {
  const results: Results = []
  for (const connections of options.connections) {
    const what: Load = { connections, seconds: options.seconds, requests }
    process.stderr.write(`${connections} connections\n`)
    const rounds = await interleave({
      rounds: options.rounds,
      subjects: subjects
        .filter(({ name }) => name !== BARE_AND_FLUSH || connections === 1)
        .map((subject) => ({
          name: subject.name,
          server: subject,
          measure: () => load(subject, { ...what, requests: subject.requests ?? requests }),
        })),
    })
    results.push({ connections, rounds })
  }
  return results
}
