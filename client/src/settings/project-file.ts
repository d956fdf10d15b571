import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { usageFailure } from '../terminal/failure.ts'

/** Name of the file that connects a project with an instance. It holds no secrets and can be committed. */
export const PROJECT_FILE = '.formslot.json'

export type Project = {
  /** Address of the instance that created endpoints for this project. */
  base?: string
  /** Random part of the Idempotency-Keys of this project. */
  project?: string
}

/** Finds the nearest project file in a folder and those above it. */
export function findProject(folder: string): { file: string; project: Project } | null {
  const file = path.join(folder, PROJECT_FILE)
  if (existsSync(file)) return { file, project: readProject(file) }
  const above = path.dirname(folder)
  return above === folder ? null : findProject(above)
}

function readProject(file: string): Project {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const { base, project } = Object(found)
    if ([base, project].every((value) => value === undefined || typeof value === 'string'))
      return Object(found)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw usageFailure(`${file} is not a project file of Formslot.`, 'Correct it, or delete it.')
}

/** Changes the project file, keeping other members. */
export function writeProject(file: string, change: Project): void {
  const project = { ...(existsSync(file) ? readProject(file) : {}), ...change }
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(project, null, 2)}\n`)
  renameSync(draft, file)
}

/** Returns a random name of a project. */
export function newProjectName(): string {
  return randomBytes(12).toString('hex')
}
