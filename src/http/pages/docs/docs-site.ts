import { html } from '../../../markup/html.ts'
import { markdown, ownMarkdown, renderMarkdown } from '../../../markup/markdown.ts'
import { indexMarkdown, tagMarkdown } from './api-markdown.ts'
import {
  type ApiGroup,
  apiMenu,
  indexAnchors,
  listApiGroups,
  operationIndex,
  tagContent,
  tagPath,
} from './api-pages.ts'
import { type DocsSection, docsPage } from './docs-layout.ts'
import { type GuidePlace, guideContent, listAnchors } from './guide-content.ts'
import { guideMarkdown, toTwinPath } from './guide-markdown.ts'
import { type Block, parseMarkdown, toPlainText } from './markdown.ts'
import type { OpenApi, Tag } from './openapi-shape.ts'

/** Guides in the order of the menu: files of `docs/` without `.md`. The first is `/docs`, the others are below it. */
export const GUIDES = [
  {
    title: 'Guides',
    files: [
      'start',
      'forms',
      'form-script',
      'spam',
      'telemetry',
      'queues',
      'migrate',
      'agents',
      'command-line',
      'api',
      'errors',
    ],
  },
  { title: 'Running an instance', files: ['self-hosting', 'scaling', 'failures', 'reliability'] },
] as const
const [START] = GUIDES[0].files
/** Guide that the list of all operations is appended to. */
const API_GUIDE = 'api'

/** A guide by the name of its file. */
type Guide = {
  file: string
  title: string
  description: string
  path: string
  text: string
  blocks: readonly Block[]
}

/** A page of the documentation, rendered on demand, and its twin for agents. */
export type DocsPage = {
  path: string
  twinPath: string
  title: string
  html(): string
  markdown(): string
}

/**
 * Returns every page of the documentation, in the order of the menu.
 *
 * @param input.texts the Markdown of the guides by the name of their files
 */
export function docsSite(input: {
  base: string
  texts: ReadonlyMap<string, string>
  openapi: OpenApi
}): DocsPage[] {
  const { openapi } = input
  const sections = GUIDES.map(({ title, files }) => ({
    title,
    guides: files.map((file) => toGuide(file, input.texts.get(file) ?? '')),
  }))
  const groups = listApiGroups(openapi)
  const menu = [...sections.map(({ title, guides }) => ({ title, links: guides })), ...apiMenu(groups)]
  const site: Site = { ...input, groups, menu }
  return [
    ...sections.flatMap(({ guides }) => guides.map((guide) => toGuidePage(guide, site))),
    ...groups.flatMap((group) => group.tags.map((tag) => toTagPage(tag, group, site))),
  ]
}

type Site = {
  base: string
  openapi: OpenApi
  groups: readonly ApiGroup[]
  menu: readonly DocsSection[]
}

function toGuidePage({ file, path, title, description, text, blocks }: Guide, site: Site): DocsPage {
  const { base, groups, menu } = site
  const isApi = file === API_GUIDE
  const place: GuidePlace = { base, resolve: (target) => resolve(target, { base, toAddress: (to) => to }) }
  return {
    path,
    title,
    twinPath: toTwinPath(path),
    html: () =>
      docsPage({
        base,
        path,
        title,
        description,
        menu,
        anchors: [...listAnchors(blocks), ...(isApi ? indexAnchors(groups) : [])],
        content: html`${guideContent(blocks, place)}${isApi ? operationIndex(groups, site) : null}`,
      }),
    markdown() {
      const toTwins = { base, toAddress: toTwinPath }
      const twin = guideMarkdown(text, { base, path, resolve: (target) => resolve(target, toTwins) })
      return isApi ? renderMarkdown(markdown`${ownMarkdown(twin)}\n${indexMarkdown(groups, site)}`) : twin
    },
  }
}

function toTagPage(tag: Tag, group: ApiGroup, { base, openapi, menu }: Site): DocsPage {
  const path = tagPath(tag)
  const title = `${tag['x-displayName']} (${group.title})`
  const shown = { base, openapi, group: group.title }
  return {
    path,
    title,
    twinPath: toTwinPath(path),
    html() {
      const { content, anchors } = tagContent(tag, shown)
      return docsPage({ base, path, title, description: tag.description, menu, anchors, content })
    },
    markdown: () => renderMarkdown(tagMarkdown(tag, shown)),
  }
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
    text,
    blocks,
  }
}

function toText(block: Block | undefined): string | null {
  return block && 'text' in block ? toPlainText(block.text) : null
}

function toPath(file: string): string {
  return file === START ? '/docs' : `/docs/${file}`
}

/**
 * Returns the URL of a link in a guide: another guide, a section of this one, or an own page; null for any other.
 *
 * @param place.toAddress returns the path at which the page of this path is linked
 */
function resolve(
  target: string,
  { base, toAddress }: { base: string; toAddress(path: string): string },
): string | null {
  if (target.startsWith('#') || /^https?:/.test(target)) return target
  if (target.startsWith('/')) return `${base}${target}`
  const [file = '', anchor] = target.split('#')
  const name = file.replace(/\.md$/, '')
  const isGuide = GUIDES.some(({ files }) => (files as readonly string[]).includes(name))
  const section = anchor === undefined ? '' : `#${anchor}`
  return isGuide ? `${base}${toAddress(toPath(name))}${section}` : null
}
