import { html } from '../../../markup/html.ts'
import { apiMenu, indexAnchors, listApiGroups, operationIndex, tagContent, tagPath } from './api-pages.ts'
import { type DocsSection, docsPage } from './docs-layout.ts'
import { type GuidePlace, guideContent, listAnchors } from './guide-content.ts'
import { type Block, parseMarkdown, toPlainText } from './markdown.ts'
import type { OpenApi } from './openapi-shape.ts'

/** Guides in the order of the menu: files of `docs/` without `.md`. The first is `/docs`, the others are below it. */
export const GUIDES = [
  { title: 'Guides', files: ['start', 'forms', 'telemetry', 'queues', 'migrate', 'agents', 'api', 'errors'] },
  { title: 'Running an instance', files: ['self-hosting', 'scaling', 'failures', 'reliability'] },
] as const
const [START] = GUIDES[0].files
/** Guide that the list of all operations is appended to. */
const API_GUIDE = 'api'

/** A guide by the name of its file. */
type Guide = { file: string; title: string; description: string; path: string; blocks: readonly Block[] }

/**
 * Returns a function for every page of the documentation that renders it, by path.
 *
 * @param input.texts the Markdown of the guides by the name of their files
 */
export function docsSite(input: {
  base: string
  texts: ReadonlyMap<string, string>
  openapi: OpenApi
}): Map<string, () => string> {
  const { base, texts, openapi } = input
  const sections = GUIDES.map(({ title, files }) => ({
    title,
    guides: files.map((file) => toGuide(file, texts.get(file) ?? '')),
  }))
  const groups = listApiGroups(openapi)
  const menu: DocsSection[] = [
    ...sections.map(({ title, guides }) => ({ title, links: guides })),
    ...apiMenu(groups),
  ]
  const guides = sections.flatMap((section) => section.guides)
  const place: GuidePlace = { base, resolve: (target) => resolve(target, base) }
  const guidePages = guides.map(({ file, path, title, description, blocks }): [string, () => string] => [
    path,
    () => {
      const isApi = file === API_GUIDE
      return docsPage({
        base,
        path,
        title,
        description,
        menu,
        anchors: [...listAnchors(blocks), ...(isApi ? indexAnchors(groups) : [])],
        content: html`${guideContent(blocks, place)}${isApi ? operationIndex(groups, { base, openapi }) : null}`,
      })
    },
  ])
  const tagPages = groups.flatMap((group) =>
    group.tags.map((tag): [string, () => string] => [
      tagPath(tag),
      () => {
        const { content, anchors } = tagContent(tag, { base, openapi, group: group.title })
        const title = `${tag['x-displayName']} (${group.title})`
        const { description } = tag
        return docsPage({ base, path: tagPath(tag), title, description, menu, anchors, content })
      },
    ]),
  )
  return new Map([...guidePages, ...tagPages])
}

function toGuide(file: string, text: string): Guide {
  const blocks = parseMarkdown(text)
  const heading = blocks.find(({ kind }) => kind === 'heading')
  const lead = blocks.find(({ kind }) => kind === 'paragraph')
  return {
    file,
    title: toText(heading) ?? file,
    description: toText(lead) ?? '',
    path: toPath(file),
    blocks,
  }
}

function toText(block: Block | undefined): string | null {
  return block && 'text' in block ? toPlainText(block.text) : null
}

function toPath(file: string): string {
  return file === START ? '/docs' : `/docs/${file}`
}

/** Returns the URL of a link in a guide: another guide, a section of this one, or an own page; null for any other. */
function resolve(target: string, base: string): string | null {
  if (target.startsWith('#') || /^https?:/.test(target)) return target
  if (target.startsWith('/')) return `${base}${target}`
  const [file = '', anchor] = target.split('#')
  const name = file.replace(/\.md$/, '')
  const isGuide = GUIDES.some(({ files }) => (files as readonly string[]).includes(name))
  return isGuide ? `${base}${toPath(name)}${anchor === undefined ? '' : `#${anchor}`}` : null
}
