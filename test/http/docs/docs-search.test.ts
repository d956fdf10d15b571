import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageSections } from '../../../src/http/pages/docs/page-sections.ts'
import { listPages } from '../../support/docs/pages.ts'
import { getEncoded } from '../../support/service/encoded.ts'
import { startService } from '../../support/service/service.ts'

type Index = {
  pages: { url: string; title: string; sections: { id: string; title: string; text: string }[] }[]
}

const MAX_COMPRESSED_BYTES = 130 * 1024

test('the index of the search lists every page, with the address of each of its sections', async () => {
  await using service = await startService()
  const pages = await listPages(service)
  const { pages: found }: Index = JSON.parse((await service.get('/docs/search.json')).text)
  assert.deepEqual(
    found.map(({ url }) => url).sort(),
    [...pages.keys()].map((path) => service.base + path).sort(),
  )
  for (const { url, sections } of found) {
    const page = pages.get(new URL(url).pathname) ?? ''
    const ids = [...page.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      sections.map(({ id }) => id).filter((id) => id !== ''),
      ids,
      url,
    )
  }
  const files = found.find(({ title }) => title === 'Bounces and complaints')
  const text = files?.sections.map((section) => section.text).join(' ') ?? ''
  assert.match(text, /recipient_delimiter = \+/, 'examples are found, too')
  assert.doesNotMatch(text, /`|\*\*|\]\(/, 'without marks')
})

test('the index is compressed, and loaded again only after a restart', async () => {
  await using service = await startService()
  const first = await getEncoded(service, '/docs/search.json', 'gzip')
  assert.ok(first.body.length <= MAX_COMPRESSED_BYTES, `${first.body.length} bytes`)
  const again = await getEncoded(service, '/docs/search.json', 'gzip', {
    'if-none-match': String(first.headers.etag),
  })
  assert.equal(again.status, 304)
})

test('a section has the text of tables, lists and code below its heading, and none of what is folded', () => {
  const source = [
    'Lead.',
    '## One `code`',
    '- first\n- second',
    '| a | b |\n| --- | --- |\n| c | d |',
    '```sh\ncurl  x\n```',
    '### Folded',
    'hidden',
    '## [Elsewhere](forms.md)',
    'back',
  ].join('\n\n')
  assert.deepEqual(pageSections(source, { folds: true }), [
    { id: '', title: '', text: 'Lead.' },
    { id: 'one-code', title: 'One code', text: 'first second a b c d curl x Elsewhere back' },
  ])
  const titles = pageSections(source, { folds: false }).map(({ title }) => title)
  assert.deepEqual(titles, ['', 'One code', 'Folded'])
})
