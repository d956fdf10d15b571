import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** One file of the build, as it is and as it travels. */
export type DashboardFile = {
  type: string
  /** Of the content as it is: the same for every encoding. */
  hash: string
  plain: Buffer
  encoded: { encoding: 'br' | 'gzip'; content: Buffer }[]
}

export type DashboardFiles = {
  page: DashboardFile
  /** By name, which holds a hash of the content. What is not here does not exist, so no path of a request is opened. */
  assets: Map<string, DashboardFile>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const ENCODINGS = [
  { ending: '.br', encoding: 'br' },
  { ending: '.gz', encoding: 'gzip' },
] as const

/**
 * The build in memory, read whole at the first question: a build that replaces it on the disk meanwhile does not mix
 * with it. Null while none stands; then the next question looks again.
 */
export function openDashboardFiles(folder: string): () => Promise<DashboardFiles | null> {
  let reading: Promise<DashboardFiles | null> | null = null
  return async () => {
    reading ??= readBuild(folder)
    const files = await reading
    if (files === null) reading = null
    return files
  }
}

async function readBuild(folder: string): Promise<DashboardFiles | null> {
  try {
    const assets = path.join(folder, 'assets')
    const names = (await readdir(assets)).filter((name) => path.extname(name) in TYPES)
    const files = await Promise.all(
      names.map(async (name) => [name, await readOne(path.join(assets, name))] as const),
    )
    return { page: await readOne(path.join(folder, 'index.html')), assets: new Map(files) }
  } catch (error) {
    // No build yet, or one that is swapped for a newer at this moment.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function readOne(file: string): Promise<DashboardFile> {
  const plain = await readFile(file)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const encoded = await Promise.all(
    ENCODINGS.map(async ({ ending, encoding }) => ({ encoding, content: await readFile(file + ending) })),
  )
  return { type: TYPES[path.extname(file)] ?? 'application/octet-stream', hash, plain, encoded }
}
