/**
 * Writes `src/` without types to `dist/` for the npm package: Node does not strip types of files below node_modules. Types
 * become spaces, so stack traces have the lines and columns of the sources. A checkout never runs what is in `dist/`.
 *
 * Writes only files that differ, so that two `npm pack` at the same time do not disturb each other.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const SOURCES = path.join(ROOT, 'src')
const OUTPUT = path.join(ROOT, 'dist')
/** Starts the program in a checkout and in a package; loads one or the other. */
const MAIN = 'main.js'
/** Run in browsers only: the service has the bytes of the finished script, and the build of the dashboard its texts. */
const FOR_BROWSERS = ['form-script', path.join('locales', 'dashboard')].map((folder) => folder + path.sep)
/** The end of a path of ours in `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`. */
const OWN_IMPORT = /(?<=\b(?:from |import |import\()'\.{1,2}\/[^'\n]*)\.ts(?=')/g

const written = new Set<string>()
for (const file of listFiles(SOURCES)) {
  if (file === MAIN || FOR_BROWSERS.some((folder) => file.startsWith(folder))) continue
  const content = readFileSync(path.join(SOURCES, file))
  if (file.endsWith('.ts')) write(file.replace(/\.ts$/, '.js'), strip(content.toString()))
  else write(file, content)
}
for (const file of listFiles(OUTPUT)) if (!written.has(file)) rmSync(path.join(OUTPUT, file))

function listFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

function strip(source: string): Buffer {
  return Buffer.from(stripTypeScriptTypes(source).replaceAll(OWN_IMPORT, '.js'))
}

function write(file: string, content: Buffer): void {
  const target = path.join(OUTPUT, file)
  written.add(file)
  if (existsSync(target) && readFileSync(target).equals(content)) return
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, content)
}
