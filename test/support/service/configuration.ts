import assert from 'node:assert/strict'
import { type Config, readConfig } from '../../../src/config/config.ts'
import type { Fault } from '../../../src/config/reading.ts'

/** Returns the configuration of a valid environment. */
export function parseConfig(env: Record<string, string>, machine?: { isContainer: boolean }): Config {
  const read = readConfig(env, machine)
  assert.deepEqual(read.kind === 'faults' ? read.faults : [], [])
  if (read.kind === 'faults') throw new Error('unreachable')
  return read.config
}

/** The faults of an environment; empty when it is valid. */
export function listFaults(env: Record<string, string>): Fault[] {
  const read = readConfig(env)
  return read.kind === 'faults' ? read.faults : []
}

/** Returns the variables with faults, in order. */
export function blamed(env: Record<string, string>): string[] {
  return listFaults(env).map((fault) => fault.variable)
}
