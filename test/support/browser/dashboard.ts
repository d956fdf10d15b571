import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DASHBOARD_FOLDER, readyDashboard } from '../../../src/runtime/dashboard-build.ts'

/** The folder of the built dashboard; builds it first where the present one is missing or old. */
export async function builtDashboard(): Promise<string> {
  const build = await readyDashboard()
  if (build.kind !== 'built' && build.kind !== 'current') throw new Error(JSON.stringify(build))
  return DASHBOARD_FOLDER
}

export type Chunk = {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** The manifest of the build: every chunk by the name of its source. */
export async function readChunks(folder: string): Promise<Record<string, Chunk>> {
  return JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))
}
