import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type DocsPage, docsSite, GUIDES } from '../pages/docs/docs-site.ts'
import type { OpenApi } from '../pages/docs/openapi-shape.ts'

const FOLDER = path.join(import.meta.dirname, '../../../docs')

/** Texts of the guides by the name of their files, read when this module is loaded: an upgrade may replace the files. */
const texts = new Map(
  await Promise.all(
    GUIDES.flatMap(({ files }) => files).map(
      async (file) => [file, await readFile(path.join(FOLDER, `${file}.md`), 'utf8')] as const,
    ),
  ),
)

/** Returns every page of the documentation. The parser of Markdown is loaded here: most services never show a page. */
export async function composeDocs(input: { base: string; openapi: OpenApi }): Promise<DocsPage[]> {
  const { docsPage } = await import('../pages/docs/docs-layout.ts')
  return docsSite({ ...input, texts, render: docsPage })
}
