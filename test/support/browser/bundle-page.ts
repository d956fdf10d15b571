import path from 'node:path'
import { build } from 'vite'

/** Bundles a script of a page with the published clients that it imports. */
export async function bundlePage(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: path.dirname(entry),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rollupOptions: { input: entry } },
  })
  const [bundled] = [built].flat() as { output: { type: string; code?: string }[] }[]
  return bundled?.output.find(({ type }) => type === 'chunk')?.code ?? ''
}
