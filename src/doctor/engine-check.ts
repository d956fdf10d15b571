import { SECOND } from '../domain/time.ts'
import { EngineFailure, type FailureCause, toFailure } from '../judging/engines/engine.ts'
import { type Finding, warn } from './finding.ts'

const TIMEOUT_MS = 10 * SECOND

/** Runs a check of a filter within its time, and turns a failure into a finding with its fix. */
export async function checkEngine(request: {
  name: string
  fixes: Record<FailureCause, string>
  explain(problem: string): string
  run(signal: AbortSignal): Promise<Finding>
}): Promise<Finding> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await request.run(signal)
  } catch (error) {
    const failure = signal.aborted
      ? new EngineFailure('timeout', `no answer within ${TIMEOUT_MS / SECOND} s`)
      : toFailure(error)
    if (!failure) throw error
    return warn(request.name, request.explain(failure.message), request.fixes[failure.reason])
  }
}
