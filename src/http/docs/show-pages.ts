import type { HttpDeps } from '../deps.ts'
import { type EncodedFile, encodeText } from '../kernel/encoded-file.ts'
import type { Handler } from '../kernel/register-route.ts'
import { PUBLIC_LIVE_PAGE_HEADERS, sendRefusal } from '../kernel/respond.ts'
import { acceptsMarkdown, negotiateFormat } from '../kernel/response-format.ts'
import { addVary } from '../kernel/vary.ts'
import type { DocsPage } from '../pages/docs/docs-site.ts'
import { discoveryLinks, markdownFile, sendInsteadOfPage, sendTwin } from './markdown-file.ts'
import { composeOnce, sendPublished } from './publish.ts'

type Published = DocsPage & { page(): Promise<EncodedFile>; twin(): Promise<EncodedFile> }

/**
 * Creates the handler of all pages of the documentation and of their twins, `/docs/forms` and `/docs/forms.md`. Each is
 * rendered and compressed on its first request, and kept.
 */
export function createShowDocs(deps: Pick<HttpDeps, 'base'>, compose: () => Promise<DocsPage[]>): Handler {
  const published = composeOnce(async () => {
    const pages = (await compose()).map(toPublished)
    return {
      byPath: new Map(pages.map((page) => [page.path, page])),
      byTwinPath: new Map(pages.map((page) => [page.twinPath, page])),
    }
  })
  return async (request, reply) => {
    const path = toPath(Object(request.params))
    const { byPath, byTwinPath } = await published()
    const named = byTwinPath.get(path)
    if (named) return sendTwin(request, reply, { file: await named.twin(), pagePath: named.path })
    // The first page is at /docs, and also where its twin says: /docs/start.
    const found = byPath.get(path) ?? byTwinPath.get(`${path}.md`)
    if (!found) return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, deps.base))
    reply.header('link', discoveryLinks(found.twinPath))
    if (acceptsMarkdown(request.headers.accept)) {
      return sendInsteadOfPage(request, reply, await found.twin())
    }
    addVary(reply, 'Accept')
    return sendPublished(request, reply.headers(PUBLIC_LIVE_PAGE_HEADERS), await found.page())
  }
}

function toPublished(page: DocsPage): Published {
  return {
    ...page,
    page: composeOnce(() => encodeText(page.html(), PUBLIC_LIVE_PAGE_HEADERS['content-type'])),
    twin: markdownFile(() => page.markdown()),
  }
}

function toPath({ page, tag }: { page?: string; tag?: string }): string {
  if (tag !== undefined) return `/docs/api/${tag}`
  return page === undefined ? '/docs' : `/docs/${page}`
}
