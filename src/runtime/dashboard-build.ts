import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants as modes, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '../..')
/** In the build: the hash of the sources it was made from. */
const MARK = 'built-from.txt'
/** What of `dashboard/` makes the build another one. */
const PARTS = ['index.html', 'vite.config.ts', 'src']
/** Images and fonts are small already. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/
/** Of what a failed build says. */
const COMPLAINT_LINES = 12

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Where the built dashboard stands. */
export const DASHBOARD_FOLDER = placesIn(ROOT).dist

type Places = ReturnType<typeof placesIn>

/** `built`: it stands now. `stands`: it stood before. `no_tools`: it cannot be built here, and an older one may stand. */
export type DashboardBuild = { kind: 'built' | 'stands' | 'no_tools' } | { kind: 'failed'; complaint: string }

/**
 * Sees to it that a build of the present sources stands. Costs a few milliseconds when it does.
 *
 * @param options.began told just before a build begins
 * @param options.root where `dashboard/` and `node_modules/` are
 */
export async function readyDashboard(
  options: { began?: () => void; root?: string } = {},
): Promise<DashboardBuild> {
  const places = placesIn(options.root ?? ROOT)
  const hash = await sourceHash(places)
  // A published package may bring the build without its sources.
  if (hash === null) return { kind: existsSync(places.dist) ? 'stands' : 'no_tools' }
  if ((await builtFrom(places)) === hash) return { kind: 'stands' }
  if (!existsSync(places.vite)) return { kind: 'no_tools' }
  options.began?.()
  return build(places, hash)
}

function placesIn(root: string) {
  const sources = path.join(root, 'dashboard')
  return {
    root,
    sources,
    dist: path.join(sources, 'dist'),
    vite: path.join(root, 'node_modules/vite/bin/vite.js'),
  }
}

/** Builds beside what stands and swaps it in when it is whole, so that nobody is served half a dashboard. */
async function build(places: Places, hash: string): Promise<DashboardBuild> {
  const fresh = `${places.dist}-${process.pid}`
  try {
    await access(places.sources, modes.W_OK)
    const { code, said } = await runVite(places, fresh)
    if (code !== 0) return { kind: 'failed', complaint: complaintIn(said) }
    await compress(fresh)
    await writeFile(path.join(fresh, MARK), hash)
    await swapIn(places, { fresh, hash })
    return { kind: 'built' }
  } catch (error) {
    // A tree that belongs to somebody else may be read but not written.
    if (error instanceof Error && 'code' in error) return { kind: 'failed', complaint: error.message }
    throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** In a process of its own: the tools and their memory are gone when it is done. */
function runVite(
  { root, sources, vite }: Places,
  folder: string,
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [vite, 'build', sources, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said: said.trim() }))
  })
}

function complaintIn(said: string): string {
  const lines = stripVTControlCharacters(said).split('\n')
  // Where in the tools it happened helps nobody.
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, COMPLAINT_LINES)
    .join('\n')
}

async function compress(folder: string): Promise<void> {
  const files = (await filesUnder(folder)).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
      await writeFile(`${file}.br`, await toBrotli(content, size))
      await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
    }),
  )
}

async function swapIn(places: Places, { fresh, hash }: { fresh: string; hash: string }): Promise<void> {
  const old = `${fresh}-old`
  try {
    await moveIfThere(places.dist, old)
    await rename(fresh, places.dist)
  } catch (error) {
    // Another process built the very same meanwhile.
    if ((await builtFrom(places)) !== hash) throw error
  } finally {
    await rm(old, { recursive: true, force: true })
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function builtFrom({ dist }: Places): Promise<string | null> {
  const mark = path.join(dist, MARK)
  return existsSync(mark) ? readFile(mark, 'utf8') : null
}

/** Over the sources and the versions of the packages; null where there are no sources. */
async function sourceHash({ sources }: Places): Promise<string | null> {
  if (PARTS.some((part) => !existsSync(path.join(sources, part)))) return null
  const hash = createHash('sha256').update(JSON.stringify(manifest.devDependencies))
  const files = (await Promise.all(PARTS.map((part) => filesUnder(path.join(sources, part))))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  for (const [index, file] of files.entries()) {
    hash.update(`\0${path.relative(sources, file)}\0`).update(contents[index] ?? '')
  }
  return hash.digest('base64url')
}

async function filesUnder(place: string): Promise<string[]> {
  if (path.extname(place) !== '') return [place]
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
