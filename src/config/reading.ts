import { readFileSync } from 'node:fs'
import { closestName } from './closest-name.ts'
import { isSettingName, SETTING_NAMES, type SettingName, settingOf } from './settings.ts'

/** One thing that is wrong with the configuration. No field ever holds the value of a secret. */
export type Fault = {
  variable: string
  /** What is wrong, continuing the name of the variable: "is not a port". */
  problem: string
  /** What would be right. */
  expected: string
  /** A line that could stand in an environment file; null when there is nothing to show. */
  example: string | null
}

export type Parsed<T> = { kind: 'ok'; value: T } | { kind: 'fault'; problem: string }

/** The environment, being read: faults are collected, and reading goes on. */
export type Reading = {
  faults: Fault[]
  /** Whether a value was given, right or wrong. An empty value is none. */
  given(name: SettingName): boolean
  /** The value of a setting that has a fallback. A wrong value is noted, and the fallback stands in for it. */
  value<T>(name: SettingName, parse: (text: string) => Parsed<T>): T
  /** The value of a setting that may be left out; null when it is, or is wrong. */
  optional<T>(name: SettingName, parse: (text: string) => Parsed<T>): T | null
  /** Notes a fault that only shows when several settings are seen together. */
  blame(name: SettingName, problem: string): void
}

const PREFIX = 'FORMSLOT_'
const FILE_TWIN = '_FILE'

/** Reads settings out of the environment, and gathers the faults of all. */
export function startReading(env: Record<string, string | undefined>): Reading {
  const faults: Fault[] = []
  const textOf = (variable: string): string | null => env[variable]?.trim() || null
  const twinOf = (name: SettingName): string | null =>
    settingOf(name).secret && textOf(name + FILE_TWIN) ? name + FILE_TWIN : null

  function blame(name: SettingName, problem: string): void {
    const { expects, example } = settingOf(name)
    const twin = twinOf(name)
    const line = twin ? `${twin}=/etc/${name.toLowerCase().replace('_', '/')}` : `${name}=${example}`
    faults.push({ variable: twin ?? name, problem, expected: expects, example: line })
  }

  function read(name: SettingName): string | null {
    const twin = twinOf(name)
    if (!twin) return textOf(name)
    if (textOf(name)) {
      blame(name, `and ${name} are both set: keep one of them`)
      return null
    }
    const content = contentOf(textOf(twin) ?? '')
    if (content.kind === 'ok') return content.value
    blame(name, content.problem)
    return null
  }

  function optional<T>(name: SettingName, parse: (text: string) => Parsed<T>): T | null {
    const text = read(name)
    if (text === null) return null
    const parsed = parse(text)
    if (parsed.kind === 'ok') return parsed.value
    blame(name, parsed.problem)
    return null
  }

  function value<T>(name: SettingName, parse: (text: string) => Parsed<T>): T {
    const chosen = optional(name, parse)
    if (chosen !== null) return chosen
    const fallback = parse(settingOf(name).fallback ?? '')
    if (fallback.kind === 'fault') throw new Error(`the fallback of ${name} ${fallback.problem}`)
    return fallback.value
  }

  faults.push(...unknownNames(env))
  return { faults, given: (name) => (twinOf(name) ?? textOf(name)) !== null, value, optional, blame }
}

function contentOf(file: string): Parsed<string> {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === ''
      ? { kind: 'fault', problem: `names an empty file, ${file}` }
      : { kind: 'ok', value: text }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    return { kind: 'fault', problem: `names a file that cannot be read, ${file} (${reason})` }
  }
}

function unknownNames(env: Record<string, string | undefined>): Fault[] {
  const twins = SETTING_NAMES.filter((name) => settingOf(name).secret).map((name) => name + FILE_TWIN)
  const known: string[] = [...SETTING_NAMES, ...twins]
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => unknownName(name, known))
}

function unknownName(name: string, known: readonly string[]): Fault {
  const stem = name.slice(0, -FILE_TWIN.length)
  if (name.endsWith(FILE_TWIN) && isSettingName(stem)) {
    const problem = 'is not a setting: only secrets can be read from a file'
    return { variable: name, problem, expected: `the value itself in ${stem}`, example: null }
  }
  const meant = closestName(name, known)
  const expected = meant ? `perhaps ${meant}` : 'one of the settings in docs/self-hosting.md'
  return { variable: name, problem: 'is not a setting', expected, example: null }
}
