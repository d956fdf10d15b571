import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

/**
 * Writes what is published: the command line and the client as plain JavaScript without imports of other packages, and
 * the types of the client. `npm pack` runs it.
 */
const FOLDER = import.meta.dirname
const DIST = path.join(FOLDER, 'dist')

rmSync(DIST, { recursive: true, force: true })
await build({
  configFile: false,
  root: FOLDER,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: DIST,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { main: path.join(FOLDER, 'src/main.ts'), client: path.join(FOLDER, 'src/client.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
execFileSync('tsc', ['-p', path.join(FOLDER, 'tsconfig.types.json')], { stdio: 'inherit' })
for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue
  const text = readFileSync(path.join(DIST, file), 'utf8')
  writeFileSync(path.join(DIST, file), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
