import { type Html, html } from '../../../markup/html.ts'
import { page } from '../layout.ts'
import { type Anchor, pageHtml, type Resolve } from './page-html.ts'
import { SEARCH_PATH, toTwinPath } from './page-source.ts'

/** A link of the menu. `path` begins with `/docs`. */
type DocsLink = { path: string; title: string }

/** A section of the menu. */
export type DocsSection = { title: string; links: readonly DocsLink[] }

/**
 * Renders a page of the documentation: its content beside a menu of all pages, which a narrow window folds.
 *
 * @param input.path path of this page
 * @param input.description text for search engines
 * @param input.group group of the page in the API reference; null for a guide
 * @param input.source the content below the heading, as Markdown
 */
export function docsPage(input: {
  base: string
  path: string
  title: string
  heading: string
  description: string
  menu: readonly DocsSection[]
  group: string | null
  source: string
  resolve: Resolve
}): string {
  const { base, path, title, group, source, resolve } = input
  const { content, anchors } = pageHtml(source, { resolve, folds: group !== null })
  return page({
    base,
    language: 'en',
    title,
    robots: 'index',
    width: 'docs',
    script: 'docs',
    preview: { text: input.description, path },
    twinPath: toTwinPath(path),
    nav: html`<nav aria-label="Formslot"><a href="${base}/docs">Documentation</a> <a href="${base}/app">Dashboard</a></nav>`,
    sidebar: html`<nav class="menu" aria-label="Documentation" tabindex="0">
<search hidden data-index="${base}${SEARCH_PATH}">
<label for="find" class="unseen">Search the documentation</label>
<input id="find" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-describedby="find-key"><kbd id="find-key" aria-label="Press slash to search">/</kbd>
<p role="status"></p>
<ul></ul>
</search>
<details>
<summary>All pages</summary>
${input.menu.map((section, index) => renderSection(section, { base, path, anchors, isFirst: index === 0 }))}</details>
</nav>`,
    body: html`${group === null ? null : html`<p class="kicker">${group}</p>\n`}<h1>${input.heading}</h1>
<p class="twin"><button type="button" hidden>Copy page as Markdown</button> <a href="${base}${toTwinPath(path)}">View as Markdown</a></p>
${group === null ? content : html`<div class="reference">\n${content}</div>\n`}${renderNeighbors(input.menu, path, base)}`,
  })
}

/** Renders a section, folded unless it is the first or contains this page. */
function renderSection(
  section: DocsSection,
  shown: { base: string; path: string; anchors: readonly Anchor[]; isFirst: boolean },
): Html {
  const { base, path, anchors, isFirst } = shown
  const isOpen = isFirst || section.links.some((link) => link.path === path)
  return html`<details${isOpen ? html` open` : null}>
<summary>${section.title}</summary>
<ul>
${section.links.map((link) =>
  link.path === path
    ? html`<li><a href="${base}${path}" aria-current="page">${link.title}</a>${renderAnchors(anchors)}</li>
`
    : html`<li><a href="${base}${link.path}">${link.title}</a></li>
`,
)}</ul>
</details>
`
}

function renderAnchors(anchors: readonly Anchor[]): Html | null {
  if (anchors.length === 0) return null
  return html`
<ul>
${anchors.map(
  ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>
`,
)}</ul>
`
}

/** Renders links to the pages before and after this one. */
function renderNeighbors(menu: readonly DocsSection[], path: string, base: string): Html | null {
  const links = menu.flatMap((section) => section.links)
  const index = links.findIndex((link) => link.path === path)
  const before = links[index - 1]
  const after = links[index + 1]
  if (index === -1 || (!before && !after)) return null
  return html`<nav class="neighbors" aria-label="Next and previous page">
${before ? html`<a rel="prev" href="${base}${before.path}"><span>Previous</span> ${before.title}</a>` : null}
${after ? html`<a rel="next" href="${base}${after.path}"><span>Next</span> ${after.title}</a>` : null}
</nav>
`
}
