import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '../../domain/language.ts'

const FOLDER = import.meta.dirname

/** Lists the namespaces of the dashboard: one for each folder of `screens/`, `owned` for `shell/owned` and `shell/keys`, `shell` for everything else. */
export function listNamespaces(): string[] {
  return readdirSync(path.join(FOLDER, 'en')).map((file) => path.basename(file, '.json'))
}

/**
 * Reads the messages of the dashboard by name (`inbox.archive`), namespace after namespace, without the notes for
 * translators, whose names begin with `@`.
 */
export function readDashboardCatalog(language: Language): Map<string, string> {
  return new Map(listNamespaces().flatMap((namespace) => [...readNamespace(language, namespace)]))
}

/** Reads the messages of one namespace by name. */
function readNamespace(language: Language, namespace: string): [string, string][] {
  const file = path.join(FOLDER, language, `${namespace}.json`)
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  return entries
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, text]) => [`${namespace}.${name}`, text])
}
