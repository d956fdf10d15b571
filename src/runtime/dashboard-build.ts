import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { access, constants as modes, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '../..')
/** File in the build with the hash of its sources. */
const HASH_FILE = 'built-from.txt'
/** The parts of `dashboard/` that are hashed. */
const SOURCES = ['index.html', 'vite.config.ts', 'src']
/** The parts of the checkout that the client is built from, and what it and the dashboard import of `src/`. */
export const SHARED_SOURCES = [
  'src/snippets',
  'src/domain/client-command.ts',
  'src/delivery/channels/web/signature.ts',
  'src/domain/destinations/web-kinds.ts',
  'src/domain/destinations/webhook-event.ts',
  'src/domain/language.ts',
  'src/domain/files/accepted-kinds.ts',
  'src/domain/files/file-kinds.ts',
  'src/domain/files/file-name.ts',
  'src/domain/submissions/control-names.ts',
  'src/domain/submissions/field-roles.ts',
  'src/domain/submissions/role-names.ts',
  'src/domain/time.ts',
  'src/locales/dashboard',
  'src/locales/message.ts',
  'src/markup/terminal-text.ts',
  'src/config/closest-name.ts',
  'client/src',
  'client/build.ts',
  'client/main.js',
  'client/package.json',
  'client/README.md',
]
/** Folder in the build with the package of the client, which `/formslot.tgz` serves. */
export const CLIENT_FOLDER = 'client'
/** Images and fonts are already compressed. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/
/** Maximum number of lines of build output shown after a failed build. */
const MAX_OUTPUT_LINES = 12

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Folder of the built dashboard. */
export const DASHBOARD_FOLDER = getPlaces(ROOT).dist

type Places = ReturnType<typeof getPlaces>

/** A process that has ended, and everything that it printed. */
type Ended = { code: number | null; output: string }

/** `current`: already up to date. `no_tools`: it cannot be built here, and an older build may exist. */
export type DashboardBuild = { kind: 'built' | 'current' | 'no_tools' } | { kind: 'failed'; output: string }

/**
 * Builds the dashboard, and the client that instances serve, unless the build is up to date, which takes a few milliseconds to check.
 *
 * @param options.onBuild called just before a build begins
 * @param options.root folder that contains `dashboard/` and `node_modules/`
 */
export async function readyDashboard(
  options: { onBuild?: () => void; root?: string } = {},
): Promise<DashboardBuild> {
  const places = getPlaces(options.root ?? ROOT)
  const hash = hashSources(places)
  // A published package can contain the build without its sources.
  if (hash === null) return { kind: existsSync(places.dist) ? 'current' : 'no_tools' }
  if ((await readBuiltHash(places)) === hash) return { kind: 'current' }
  if (!existsSync(places.vite)) return { kind: 'no_tools' }
  options.onBuild?.()
  return build(places, hash)
}

function getPlaces(root: string) {
  const sources = path.join(root, 'dashboard')
  return {
    root,
    sources,
    dist: path.join(sources, 'dist'),
    vite: path.join(root, 'node_modules/vite/bin/vite.js'),
    client: path.join(root, 'client/build.ts'),
  }
}

/** Builds into a temporary folder and swaps it in when it is complete, so that nobody is served half a dashboard. */
async function build(places: Places, hash: string): Promise<DashboardBuild> {
  const fresh = `${places.dist}-${process.pid}`
  const freshClient = `${fresh}-client`
  try {
    await access(places.sources, modes.W_OK)
    const ended = await Promise.all([runVite(places, fresh), buildClient(places, freshClient)])
    const failed = ended.find(({ code }) => code !== 0)
    if (failed) return { kind: 'failed', output: summarize(failed.output) }
    await compress(fresh)
    await moveIfExists(freshClient, path.join(fresh, CLIENT_FOLDER))
    await writeFile(path.join(fresh, HASH_FILE), hash)
    await swapIn(places, { fresh, hash })
    return { kind: 'built' }
  } catch (error) {
    // The sources can belong to another user and be read-only.
    if (error instanceof Error && 'code' in error) return { kind: 'failed', output: error.message }
    throw error
  } finally {
    for (const folder of [fresh, freshClient]) await rm(folder, { recursive: true, force: true })
  }
}

/** Runs Vite in a separate process, so that its memory is freed afterwards. */
function runVite({ root, sources, vite }: Places, folder: string): Promise<Ended> {
  return run(root, [vite, 'build', sources, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'])
}

/** Builds the package of the client, where its sources are. */
async function buildClient({ root, client }: Places, folder: string): Promise<Ended> {
  return existsSync(client) ? run(root, [client, folder]) : { code: 0, output: '' }
}

function run(root: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: output.trim() }))
  })
}

function summarize(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n')
  // Stack frames inside the tools do not help.
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, MAX_OUTPUT_LINES)
    .join('\n')
}

async function compress(folder: string): Promise<void> {
  const files = listFiles(folder).filter((file) => COMPRESSIBLE.test(file))
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
    await moveIfExists(places.dist, old)
    await rename(fresh, places.dist)
  } catch (error) {
    // Another process finished the same build in the meantime.
    if ((await readBuiltHash(places)) !== hash) throw error
  } finally {
    await rm(old, { recursive: true, force: true })
  }
}

async function moveIfExists(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function readBuiltHash({ dist }: Places): Promise<string | null> {
  const file = path.join(dist, HASH_FILE)
  return existsSync(file) ? readFile(file, 'utf8') : null
}

/**
 * Hashes the sources and the versions of the packages; null when the sources are missing. Reads synchronously, which takes
 * half as long, because each start waits for it.
 */
function hashSources({ root, sources }: Places): string | null {
  if (SOURCES.some((part) => !existsSync(path.join(sources, part)))) return null
  const hash = createHash('sha256').update(JSON.stringify(manifest.devDependencies))
  const folders = [
    ...SOURCES.map((part) => path.join(sources, part)),
    ...SHARED_SOURCES.map((part) => path.join(root, part)),
  ]
  const files = folders
    .filter((place) => existsSync(place))
    .flatMap(listFiles)
    .sort()
  for (const file of files) hash.update(`\0${path.relative(sources, file)}\0`).update(readFileSync(file))
  return hash.digest('base64url')
}

function listFiles(place: string): string[] {
  if (path.extname(place) !== '') return [place]
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
