import assert from 'node:assert/strict'
import { type Config, readConfig } from '../../../src/config/config.ts'
import type { Fault } from '../../../src/config/reading.ts'

/** The configuration of an environment that is right. */
export function configOf(env: Record<string, string>): Config {
  const read = readConfig(env)
  assert.deepEqual(read.kind === 'faults' ? read.faults : [], [])
  if (read.kind === 'faults') throw new Error('unreachable')
  return read.config
}

/** The faults of an environment; empty when it is valid. */
export function faultsOf(env: Record<string, string>): Fault[] {
  const read = readConfig(env)
  return read.kind === 'faults' ? read.faults : []
}

/** The variables that are blamed, in the order they are told. */
export function blamed(env: Record<string, string>): string[] {
  return faultsOf(env).map((fault) => fault.variable)
}
