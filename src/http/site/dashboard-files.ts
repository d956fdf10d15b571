import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type EncodedFile, hashContent } from '../kernel/encoded-file.ts'

type DashboardFiles = {
  page: EncodedFile
  /** The page of the inbox, which also preloads what the inbox needs. */
  inboxPage: EncodedFile
  /** Shows notifications. */
  serviceWorker: EncodedFile
  /** Files by name, which contains a hash. Request paths are only looked up here and never opened on disk. */
  assets: Map<string, EncodedFile>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const ENCODINGS = [
  { ending: '.br', encoding: 'br' },
  { ending: '.gz', encoding: 'gzip' },
] as const

/**
 * Reads the build into memory on the first call, so that a new build on disk never mixes with it. Returns null while
 * there is no build, and tries again on the next call.
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
    return {
      page: await readOne(path.join(folder, 'index.html')),
      serviceWorker: await readOne(path.join(folder, 'service-worker.js')),
      inboxPage: await readOne(path.join(folder, 'inbox.html')),
      assets: new Map(files),
    }
  } catch (error) {
    // There is no build yet, or it is being replaced right now.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function readOne(file: string): Promise<EncodedFile> {
  const plain = await readFile(file)
  const encoded = await Promise.all(
    ENCODINGS.map(async ({ ending, encoding }) => ({ encoding, content: await readFile(file + ending) })),
  )
  return {
    type: TYPES[path.extname(file)] ?? 'application/octet-stream',
    hash: hashContent(plain),
    plain,
    encoded,
  }
}
