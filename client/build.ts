import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Writes what is published: the command line and the client as plain JavaScript without imports of other packages, and the
 * types of the client. `npm pack` runs it.
 *
 *     node client/build.ts [FOLDER]    writes the whole package into a folder, which instances serve
 */
const FOLDER = import.meta.dirname
const [, , OUTPUT] = process.argv
const DIST = path.join(OUTPUT ?? FOLDER, 'dist')
const TSC = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)
/** The module with the address of the instance, which must stay a file of its own. */
const SERVED_BY = 'served-by'

rmSync(DIST, { recursive: true, force: true })
const types = writeTypes()
await build({
  configFile: false,
  root: FOLDER,
  logLevel: 'warn',
  plugins: [keepApart(SERVED_BY)],
  build: {
    ssr: true,
    outDir: DIST,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { main: path.join(FOLDER, 'src/main.ts'), client: path.join(FOLDER, 'src/client.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
writeFileSync(path.join(DIST, `${SERVED_BY}.js`), 'export const SERVED_BY = null\n')
await types
for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue
  const text = readFileSync(path.join(DIST, file), 'utf8')
  writeFileSync(path.join(DIST, file), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
if (OUTPUT !== undefined) copyPackage(OUTPUT)

/** Keeps a module of `src/` out of the bundle, which imports it as a file beside it. */
function keepApart(name: string): Plugin {
  return {
    name: 'keep-apart',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith(`/${name}.ts`) ? { id: `./${name}.js`, external: true } : null),
  }
}

async function writeTypes(): Promise<void> {
  const project = path.join(FOLDER, 'tsconfig.types.json')
  const tsc = spawn(process.execPath, [TSC, '-p', project, '--outDir', DIST], { stdio: 'inherit' })
  const [code] = await once(tsc, 'close')
  if (code !== 0) throw new Error(`tsc ended with ${code}`)
}

/** Copies what npm would pack beside `dist/`. The scripts of the manifest belong to the checkout. */
function copyPackage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const file of ['main.js', 'README.md', 'LICENSE'])
    copyFileSync(path.join(FOLDER, file), path.join(folder, file))
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8'))
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
