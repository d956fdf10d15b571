import type { DocsSection, docsPage } from './docs-layout.ts'
import type { OpenApi } from './openapi-shape.ts'
import { localizeGuide, toTwin, toTwinPath } from './page-source.ts'
import { type ApiGroup, indexSource, tagPath, tagSource } from './reference-source.ts'

/** Guides in the order of the menu: files of `docs/` without `.md`. The first is `/docs`, the others are below it. */
export const GUIDES = [
  {
    title: 'Guides',
    files: [
      'start',
      'forms',
      'form-script',
      'files',
      'spam',
      'emails',
      'telemetry',
      'queues',
      'webhooks',
      'encrypted-email',
      'notifications',
      'people',
      'languages',
      'migrate',
      'agents',
      'command-line',
      'api',
      'errors',
    ],
  },
  {
    title: 'Running an instance',
    files: ['self-hosting', 'operator', 'bounces', 'scaling', 'failures', 'reliability'],
  },
] as const
const [START] = GUIDES[0].files
/** Guide that the list of all operations is appended to. */
const API_GUIDE = 'api'

/** A page of the documentation, rendered on demand, and its twin for agents. */
export type DocsPage = {
  path: string
  twinPath: string
  title: string
  /** Group of a page of the API reference; null for a guide. */
  group: string | null
  html(): string
  markdown(): string
  /** Content below the heading, as Markdown. */
  source(): string
}

/** A page as it stands in the menu. `group` is set for those of the API reference. `write` writes what is below the heading. */
type Page = { path: string; title: string; group: string | null; description: string; write(): string }

/**
 * Returns every page of the documentation, in the order of the menu. Each is written as Markdown, from which its HTML and its
 * twin are made.
 *
 * @param input.texts the Markdown of the guides by the name of their files
 * @param input.render renders the HTML of a page
 */
export function docsSite(input: {
  base: string
  texts: ReadonlyMap<string, string>
  openapi: OpenApi
  render: typeof docsPage
}): DocsPage[] {
  const { openapi, texts } = input
  const groups = listApiGroups(openapi)
  const index = () => indexSource(groups, openapi)
  const sections = [
    ...GUIDES.map(({ title, files }) => ({
      title,
      links: files.map((file): Page => {
        const guide = toGuide(file, localizeGuide(texts.get(file) ?? '', input.base))
        return file === API_GUIDE ? { ...guide, write: () => `${guide.write()}\n${index()}` } : guide
      }),
    })),
    ...groups.map(({ title, tags }) => ({
      title,
      links: tags.map(
        (tag): Page => ({
          path: tagPath(tag),
          title: tag['x-displayName'],
          group: title,
          description: tag.description,
          write: () => tagSource(tag, openapi),
        }),
      ),
    })),
  ]
  return sections.flatMap(({ links }) => links.map((page) => toDocsPage(page, { ...input, menu: sections })))
}

/** Lists the tags of the document by group. */
function listApiGroups({ tags = [], 'x-tagGroups': groups = [] }: OpenApi): ApiGroup[] {
  return groups.map(({ name, tags: names }) => ({
    title: name,
    tags: tags.filter((tag) => names.includes(tag.name)),
  }))
}

function toGuide(file: string, text: string): Page {
  const [heading = '', lead = ''] = text.split(/\n\n+/)
  return {
    path: toPath(file),
    title: toPlainText(heading.replace(/^# /, '')) || file,
    group: null,
    description: toPlainText(lead),
    write: () => text.slice(heading.length).trimStart(),
  }
}

/** Returns text without the marks of inline code, links and bold text. */
function toPlainText(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1').replaceAll(/`|\*\*/g, '')
}

function toDocsPage(
  page: Page,
  site: { base: string; menu: readonly DocsSection[]; render: typeof docsPage },
): DocsPage {
  const { base, menu, render } = site
  const { path, group, write } = page
  // Pages of the reference have names such as "Forms", too.
  const title = group === null ? page.title : `${page.title} (${group})`
  return {
    path,
    title,
    group,
    twinPath: toTwinPath(path),
    source: write,
    markdown: () =>
      toTwin(write(), {
        base,
        path,
        title,
        // The anchors of operations and schemas are those of the page.
        resolve: (target) =>
          (target.startsWith('/docs/api/') && target.includes('#')) ||
          (group !== null && target.startsWith('#'))
            ? null
            : resolve(target, { base, toAddress: toTwinPath }),
      }),
    html() {
      const toPage = (target: string) => resolve(target, { base, toAddress: (to) => to })
      return render({ ...page, title, heading: page.title, base, menu, source: write(), resolve: toPage })
    },
  }
}

function toPath(file: string): string {
  return file === START ? '/docs' : `/docs/${file}`
}

/**
 * Returns the URL of a link: another guide, a page of the reference, a section of this page, or an own page; null for any
 * other.
 *
 * @param place.toAddress returns the path at which the page of this path is linked
 */
function resolve(
  target: string,
  { base, toAddress }: { base: string; toAddress(path: string): string },
): string | null {
  if (target.startsWith('#') || /^https?:/.test(target)) return target
  const [file = '', anchor] = target.split('#')
  const section = anchor === undefined ? '' : `#${anchor}`
  if (file.startsWith('/docs/api/')) return `${base}${toAddress(file)}${section}`
  if (target.startsWith('/')) return `${base}${target}`
  const name = file.replace(/\.md$/, '')
  const isGuide = GUIDES.some(({ files }) => (files as readonly string[]).includes(name))
  return isGuide ? `${base}${toAddress(toPath(name))}${section}` : null
}
