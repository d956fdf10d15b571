import { readFileSync } from 'node:fs'
import { closestName } from './closest-name.ts'
import { getSetting, isSettingName, SETTING_NAMES, type SettingName } from './settings.ts'

/** A fault of the configuration. No field ever contains the value of a secret. */
export type Fault = {
  variable: string
  /** The problem, continuing the name of the variable: "is not a port". */
  problem: string
  /** Description of a valid value. */
  expected: string
  /** A line for an environment file; null when there is none to show. */
  example: string | null
}

export type Parsed<T> = { kind: 'ok'; value: T } | { kind: 'fault'; problem: string }

/** Reads settings from the environment and collects the faults of all. */
export type Reading = {
  faults: Fault[]
  /** Returns true when a value was given, valid or not. An empty value counts as missing. */
  given(name: SettingName): boolean
  /** Reads a setting that has a default, which also replaces an invalid value. */
  value<T>(name: SettingName, parse: (text: string) => Parsed<T>): T
  /** Reads an optional setting; null when it is missing or invalid. */
  optional<T>(name: SettingName, parse: (text: string) => Parsed<T>): T | null
  /** Adds a fault of this setting. */
  addFault(name: SettingName, problem: string): void
}

const PREFIX = 'FORMSLOT_'
const FILE_SUFFIX = '_FILE'

/** Starts reading settings from the environment. */
export function startReading(env: Record<string, string | undefined>): Reading {
  const faults: Fault[] = []
  const getText = (variable: string): string | null => env[variable]?.trim() || null
  const getFileVariable = (name: SettingName): string | null =>
    getSetting(name).secret && getText(name + FILE_SUFFIX) ? name + FILE_SUFFIX : null

  function addFault(name: SettingName, problem: string): void {
    const { expects, example } = getSetting(name)
    const fileVariable = getFileVariable(name)
    const line = fileVariable
      ? `${fileVariable}=/etc/${name.toLowerCase().replace('_', '/')}`
      : `${name}=${example}`
    faults.push({ variable: fileVariable ?? name, problem, expected: expects, example: line })
  }

  function read(name: SettingName): string | null {
    const fileVariable = getFileVariable(name)
    if (!fileVariable) return getText(name)
    if (getText(name)) {
      addFault(name, `and ${name} are both set; remove one of them`)
      return null
    }
    const content = readSecretFile(getText(fileVariable) ?? '')
    if (content.kind === 'ok') return content.value
    addFault(name, content.problem)
    return null
  }

  function optional<T>(name: SettingName, parse: (text: string) => Parsed<T>): T | null {
    const text = read(name)
    if (text === null) return null
    const parsed = parse(text)
    if (parsed.kind === 'ok') return parsed.value
    addFault(name, parsed.problem)
    return null
  }

  function value<T>(name: SettingName, parse: (text: string) => Parsed<T>): T {
    const chosen = optional(name, parse)
    if (chosen !== null) return chosen
    const fallback = parse(getSetting(name).fallback ?? '')
    if (fallback.kind === 'fault') throw new Error(`the default of ${name} ${fallback.problem}`)
    return fallback.value
  }

  faults.push(...unknownNames(env))
  return {
    faults,
    given: (name) => (getFileVariable(name) ?? getText(name)) !== null,
    value,
    optional,
    addFault,
  }
}

function readSecretFile(file: string): Parsed<string> {
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
  const fileVariables = SETTING_NAMES.filter((name) => getSetting(name).secret).map(
    (name) => name + FILE_SUFFIX,
  )
  const known: string[] = [...SETTING_NAMES, ...fileVariables]
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => unknownName(name, known))
}

function unknownName(name: string, known: readonly string[]): Fault {
  const stem = name.slice(0, -FILE_SUFFIX.length)
  if (name.endsWith(FILE_SUFFIX) && isSettingName(stem)) {
    const problem = 'is not a setting; only secrets can be read from a file'
    return { variable: name, problem, expected: `the value itself in ${stem}`, example: null }
  }
  const meant = closestName(name, known)
  const expected = meant ? `perhaps ${meant}` : 'one of the settings in docs/self-hosting.md'
  return { variable: name, problem: 'is not a setting', expected, example: null }
}
