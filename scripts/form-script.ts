import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

/**
 * Builds `/form.js` from `src/form-script/`, and writes its hash for the snippets and the guide. The result is committed, so
 * that a checkout serves it without a build. `npm run form-script` writes the files; `npm run check` fails when one differs
 * from what would be written.
 */
const ROOT = path.resolve(import.meta.dirname, '..')
const BANNER = '// Generated from src/form-script/ by `npm run form-script`. Do not edit.'
const GUIDE = path.join(ROOT, 'docs/form-script.md')
/** A released version is never built again: pages name its hash. */
const VERSION = 1

const code = await buildScript()
const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`
const files = {
  [`src/http/site/form-scripts/form-${VERSION}.ts`]: `${BANNER}
/** The script that is served at \`/form.${VERSION}.js\`. */
export const FORM_SCRIPT_${VERSION} =
  ${quote(code)}
`,
  'docs/form-script.md': (await readFile(GUIDE, 'utf8')).replace(/(?<=integrity=")sha384-[^"]*/, integrity),
  'src/snippets/form-script-version.ts': `${BANNER}
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.${VERSION}.js',
  integrity: '${integrity}',
}
`,
}
for (const [file, text] of Object.entries(files)) {
  const place = path.join(ROOT, file)
  if (process.argv[2] !== 'check') await writeFile(place, text)
  else if ((await readFile(place, 'utf8')) !== text) {
    console.error(`${file} does not match src/form-script/. Run \`npm run form-script\` and commit the file.`)
    process.exitCode = 1
  }
}

async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: { optimization: { inlineConst: true } },
      lib: { entry: path.join(ROOT, 'src/form-script/main.ts'), formats: ['iife'], name: '_' },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result)) throw new Error('Vite is watching instead of building.')
  const [{ code }] = result.output
  return code
}

/** Quotes a text as the formatter does. */
function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
}
