import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BenchOptions } from './options.ts'
import {
  createRemoteSubject,
  FLUSHING_YARDSTICK,
  type Subject,
  startFlushingYardstick,
  startFormslot,
  startYardstick,
} from './processes.ts'
import type { Results } from './report.ts'
import { interleave } from './rounds.ts'
import { type Load, type LoadRequest, load } from './wrk.ts'

/** A mail server that is down, so that emails wait: nothing listens on the discard port. */
export const NO_MAIL = {
  FORMSLOT_SMTP_URL: 'smtp://127.0.0.1:9',
  FORMSLOT_MAIL_FROM: 'Formslot <emails@formslot.net>',
}

export type Formslot = Awaited<ReturnType<typeof startFormslot>>

/** Starts Formslot and its yardsticks, adds the servers named on the command line, runs `work`, and stops them. */
export async function withSubjects<T>(
  options: BenchOptions,
  work: (subjects: { formslot: Formslot; all: Subject[] }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-bench-'))
  const store: Record<string, string> = options.store === null ? {} : { FORMSLOT_DATABASE_URL: options.store }
  const started: Subject[] = []
  try {
    started.push(
      await startYardstick('bare'),
      await startFlushingYardstick(folder),
      await startYardstick('fastify'),
    )
    const formslot = await startFormslot({ folder, env: { ...NO_MAIL, ...store } })
    started.push(formslot)
    const all = [...started, ...options.against.map(createRemoteSubject)]
    return await work({ formslot, all })
  } finally {
    for (const subject of started) await subject.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Loads all subjects in turn, each with its own requests or with those given, for each number of connections. The yardstick
 * that flushes for each request is no measure for group commit, so it is loaded over one connection only.
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
        .filter(({ name }) => name !== FLUSHING_YARDSTICK || connections === 1)
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
