import type { DocsPage } from '../pages/docs/docs-site.ts'

/** Maximum size of `/llms-full.txt`: what an agent can read at once without losing the beginning. */
export const MAX_FULL_BYTES = 120_000
/** Stands between two pages. */
const RULE = '\n---\n\n'

/**
 * Returns `/llms-full.txt`: `/llms.txt` and the twins of the pages of the documentation in the order of the menu, as many as
 * fit, then links to the others.
 */
export function llmsFullText(input: { base: string; index: string; pages: readonly DocsPage[] }): string {
  const { base, index, pages } = input
  const twins: string[] = []
  let size = Buffer.byteLength(index) + Buffer.byteLength(others(pages, base))
  for (const page of pages) {
    const twin = page.markdown()
    size += Buffer.byteLength(RULE + twin)
    if (size > MAX_FULL_BYTES) break
    twins.push(twin)
  }
  return [index, ...twins, others(pages.slice(twins.length), base)].filter((part) => part !== '').join(RULE)
}

function others(pages: readonly DocsPage[], base: string): string {
  if (pages.length === 0) return ''
  const links = pages.map(({ title, twinPath }) => `- [${title}](${base}${twinPath})\n`)
  return `# Not in this file\n\nThese pages are left out to keep it short; read each at its own address:\n\n${links.join('')}`
}
