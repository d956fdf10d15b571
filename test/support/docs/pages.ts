import assert from 'node:assert/strict'
import type { TestService } from '../service/service.ts'

const BROWSER = { accept: 'text/html' }

/** Every page of the documentation by path, found by the menu. */
export async function listPages(service: TestService): Promise<Map<string, string>> {
  const { text } = await service.get('/docs', BROWSER)
  const [menu = ''] = /<nav class="menu"[\s\S]+?<\/nav>/.exec(text) ?? []
  const paths = [...menu.matchAll(/<a href="([^"#]+)"/g)].map(([, url = '']) => url.replace(service.base, ''))
  const pages = new Map<string, string>()
  for (const path of paths) {
    const page = await service.get(path, BROWSER)
    assert.equal(page.status, 200, path)
    pages.set(path, page.text)
  }
  return pages
}
