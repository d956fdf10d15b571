import { type Html, html } from '../../../markup/html.ts'
import { paragraphs } from '../prose.ts'
import { listLinkedSchemas, namedSchema } from './bodies.ts'
import type { DocsSection } from './docs-layout.ts'
import { type Anchor, linkedHeading } from './guide-content.ts'
import { METHODS, type Method, type OpenApi, type Tag } from './openapi-shape.ts'
import { operationSection, route } from './operation.ts'
import { type Entry, getSummary, listShownSchemas } from './operation-parts.ts'

/** Pages of the API reference, one per tag. */
export type ApiGroup = { title: string; tags: readonly Tag[] }

/** Lists the tags of the document by group. */
export function listApiGroups(openapi: OpenApi): ApiGroup[] {
  const { tags = [], 'x-tagGroups': groups = [] } = openapi
  return groups.map(({ name, tags: names }) => ({
    title: name,
    tags: tags.filter((tag) => names.includes(tag.name)),
  }))
}

/** Returns the sections of the menu for the API reference. */
export function apiMenu(groups: readonly ApiGroup[]): DocsSection[] {
  return groups.map(({ title, tags }) => ({
    title,
    links: tags.map((tag) => ({ path: tagPath(tag), title: tag['x-displayName'] })),
  }))
}

/** Returns the path of the page of a tag. */
export function tagPath({ name }: Tag): string {
  return `/docs/api/${name}`
}

/** Renders all operations by group and tag, with links to their pages. */
export function operationIndex(groups: readonly ApiGroup[], shown: { base: string; openapi: OpenApi }): Html {
  const { base, openapi } = shown
  return html`${groups.map(
    ({ title, tags }) => html`${linkedHeading({ level: 2, id: toGroupAnchor(title), text: title })}
${tags.map(
  (tag) => html`<h3><a href="${base}${tagPath(tag)}">${tag['x-displayName']}</a></h3>
${contents(listEntries(openapi, tag), `${base}${tagPath(tag)}`)}`,
)}`,
  )}`
}

/** Lists the sections of `operationIndex`. */
export function indexAnchors(groups: readonly ApiGroup[]): Anchor[] {
  return groups.map(({ title }) => ({ id: toGroupAnchor(title), title }))
}

/** Renders the page of a tag: its operations, and the schemas that they link to. */
export function tagContent(
  tag: Tag,
  shown: { base: string; group: string; openapi: OpenApi },
): { content: Html; anchors: Anchor[] } {
  const { group, openapi } = shown
  const entries = listEntries(openapi, tag)
  const names = listLinkedSchemas(entries.flatMap(listShownSchemas), openapi)
  const content = html`<p class="kicker">${group}</p>
<h1>${tag['x-displayName']}</h1>
<div class="lead">${paragraphs(tag.description)}</div>
${entries.length > 1 ? contents(entries, '') : null}
${entries.map((entry) => operationSection(entry, shown))}
${names.length === 0 ? null : [linkedHeading({ level: 2, id: 'schemas', text: 'Schemas' }), names.map((name) => namedSchema(name, openapi))]}`
  return { content, anchors: names.length === 0 ? [] : [{ id: 'schemas', title: 'Schemas' }] }
}

/** Renders the list of operations; `page` is the URL of the page that they are on, empty for this one. */
function contents(entries: readonly Entry[], page: string): Html {
  return html`<ul class="contents">
${entries.map(
  (entry) => html`<li><a href="${page}#${entry.id}"><span>${getSummary(entry)}</span>${route(entry)}</a></li>
`,
)}</ul>
`
}

/** Lists the operations of a tag. */
export function listEntries(openapi: OpenApi, tag: Tag): Entry[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) => {
    const entries: (Entry & { methods: Method[] })[] = []
    for (const method of METHODS) {
      const operation = item[method]
      if (operation?.tags?.[0] !== tag.name) continue
      const same = entries.find((entry) => JSON.stringify(entry.operation) === JSON.stringify(operation))
      if (same) same.methods.push(method)
      else entries.push({ path, methods: [method], operation, id: toAnchor(method, path) })
    }
    return entries
  })
}

function toAnchor(method: Method, path: string): string {
  return `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
}

function toGroupAnchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
