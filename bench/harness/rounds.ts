import type { Subject } from './processes.ts'
import { describeFailures, type Round, sumFailures } from './wrk.ts'

/**
 * Measures each subject once per round, in turn, so that a noisy minute affects all of them. Returns the medians. The other
 * servers are stopped meanwhile: background work of one would slow down the next. Failures are added up.
 */
export async function interleave<Name extends string>(options: {
  rounds: number
  subjects: readonly { name: Name; server?: Subject; measure(): Promise<Round> }[]
}): Promise<Record<Name, Round>> {
  const measured = new Map<Name, Round[]>()
  const servers = new Set(options.subjects.flatMap(({ server }) => server ?? []))
  for (let round = 1; round <= options.rounds; round++) {
    for (const { name, server, measure } of options.subjects) {
      for (const one of servers) one.signal(one === server ? 'SIGCONT' : 'SIGSTOP')
      const result = await measure()
      measured.set(name, [...(measured.get(name) ?? []), result])
      const figures = `${Math.round(result.perSecond)}/s, p99 ${result.p99Ms.toFixed(1)} ms`
      const failed = describeFailures(result.failures)
      process.stderr.write(
        `  round ${round}/${options.rounds}  ${name}  ${figures}${failed && `  FAILED ${failed}`}\n`,
      )
    }
  }
  for (const one of servers) one.signal('SIGCONT')
  return Object.fromEntries([...measured].map(([name, results]) => [name, medianRound(results)])) as Record<
    Name,
    Round
  >
}

function medianRound(rounds: readonly Round[]): Round {
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  return {
    perSecond: of((round) => round.perSecond),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    cpuMicros: of((round) => round.cpuMicros),
    memoryMb: of((round) => round.memoryMb),
    failures: sumFailures(rounds),
  }
}

/** Returns the middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  return (lower + upper) / 2
}
