import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { docsPage } from '../../../src/http/pages/docs/docs-layout.ts'
import { docsSite } from '../../../src/http/pages/docs/docs-site.ts'
import { exampleRequest } from '../../../src/http/pages/docs/example-request.ts'
import { formInfoPage } from '../../../src/http/pages/forms/form-info.ts'
import { thanksPage } from '../../../src/http/pages/forms/thanks.ts'
import { claimPage } from '../../../src/http/pages/links/claim.ts'
import { declinePage } from '../../../src/http/pages/links/decline.ts'
import { stopEmailsPage } from '../../../src/http/pages/links/stop-emails.ts'
import { samplePages } from '../../support/fixtures/sample-pages.ts'

const base = 'https://forms.acme.org'

test('links the thanks page back to the page of the form', () => {
  assert.match(
    thanksPage({ base, language: 'en', backUrl: 'https://acme.org/contact' }),
    /href="https:\/\/acme\.org\/contact"/,
  )
  assert.doesNotMatch(thanksPage({ base, language: 'en', backUrl: null }), /class="button"/)
})

test('shows how to use a form endpoint, or why it no longer works', () => {
  const info = (state: Parameters<typeof formInfoPage>[0]['state']) =>
    formInfoPage({ base, language: 'en', formId: 'f_1', endpointUrl: `${base}/f/f_1`, state })
  for (const state of ['unclaimed', 'claimed', 'frozen'] as const) {
    const shown = info(state).replaceAll('<wbr>', '')
    assert.match(
      shown,
      /&lt;form method=&quot;post&quot;\s+action=&quot;https:\/\/forms\.acme\.org\/f\/f_1&quot;&gt;/,
    )
    assert.match(shown, /curl https:\/\/forms\.acme\.org\/f\/f_1 -d/)
  }
  assert.match(info('expired'), /30 days/)
  assert.match(info('retired'), /permanently retired this endpoint/)
  assert.match(info('unknown'), /no longer available/)
  for (const state of ['expired', 'retired', 'unknown'] as const) assert.doesNotMatch(info(state), /curl/)
})

test('acts on pages behind email links only through buttons that post', () => {
  const state = { plan: PLANS.free, confirmed: true, received: 1, emailsHeld: 0, suggestedName: 'acme.org' }
  const claim = { ...state, claimAction: '/a', openAction: '/b', declineUrl: '/c' }
  const who = {
    base,
    language: 'en' as const,
    formId: 'f_1',
    accountHint: 'j***@a***.org',
    recipient: 'jane@acme.org',
  }
  const forms = (page: string) => [...page.matchAll(/method="post" action="([^"]*)"/g)].map(([, to]) => to)
  assert.deepEqual(forms(claimPage({ ...who, ...claim, outcome: 'confirm' })), ['/a'])
  assert.deepEqual(forms(claimPage({ ...who, ...claim, outcome: 'claimed' })), ['/b'])
  assert.deepEqual(forms(claimPage({ ...who, ...claim, outcome: 'already_claimed' })), ['/b'])
  const byLink = claimPage({ ...who, ...claim, confirmed: false, outcome: 'claimed' })
  assert.deepEqual(forms(byLink), ['/b'])
  assert.match(claimPage({ ...who, ...claim, outcome: 'claimed' }), /<a href="\/c">This wasn’t me<\/a>/)
  const others = { claimed: [], unclaimed: [] }
  assert.deepEqual(forms(declinePage({ ...who, action: '/c', outcome: 'ask', others })), ['/c'])
  const undoUntil = new Date('2026-11-21T10:00:00Z')
  const done = declinePage({ ...who, action: '/c', outcome: 'done', undoUntil, others })
  assert.deepEqual(forms(done), ['/c/undo'])
  assert.match(done, /until 21 November 2026 at 10:00 UTC/)
  for (const outcome of ['restored', 'already_done', 'final', 'too_late'] as const) {
    assert.deepEqual(forms(declinePage({ ...who, action: '/c', outcome })), [])
  }
  const emails = { base, language: 'en' as const, formId: 'f_1', action: '/stop' }
  assert.deepEqual(forms(stopEmailsPage({ ...emails, outcome: 'ask' })), ['/stop'])
  assert.deepEqual(forms(stopEmailsPage({ ...emails, outcome: 'stopped' })), ['/stop/start'])
  assert.deepEqual(forms(stopEmailsPage({ ...emails, outcome: 'started' })), ['/stop'])
  for (const [name, page] of samplePages()) {
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to = '']) => to)
    // The page behind `/disown/` asks first, and only the claim page links to it.
    const acting = name.startsWith('claim-') ? /\/(?:claim|emails)\// : /\/(?:claim|disown|emails)\//
    assert.ok(!links.some((to) => acting.test(to)), name)
  }
})

test('frames emails of the embedded mailbox without scripts, forms or our own origin', () => {
  const page = samplePages().get('email-html') ?? ''
  const rights = /<iframe [^>]*sandbox="([^"]*)"/.exec(page)?.[1]?.split(' ')
  assert.deepEqual(rights, [
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-top-navigation-by-user-activation',
  ])
})

test('lists each operation once and each shared schema once in the API reference', () => {
  const operation = { tags: ['things'], responses: { '200': json('Thing') } }
  const site = docsSite({
    base,
    texts: new Map(),
    render: docsPage,
    openapi: {
      info: { title: 'T', version: '1' },
      servers: [{ url: base }],
      tags: [{ name: 'things', 'x-displayName': 'Things', description: 'All things.' }],
      'x-tagGroups': [{ name: 'Public API', tags: ['things'] }],
      paths: { '/a': { get: operation, head: operation, post: { ...operation, summary: 'Other.' } } },
      components: {
        schemas: {
          Thing: {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: ['string', 'null'] },
              day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
              part: { type: 'object', properties: { size: { type: 'integer' } } },
              next: { $ref: '#/components/schemas/Thing' },
            },
          },
        },
      },
    },
  })
  const page = site.find(({ path }) => path === '/docs/api/things')?.html() ?? ''
  assert.match(page, /<b>GET HEAD<\/b> \/a/)
  assert.match(page, /<h2 id="post-a"><a href="#post-a">Other<\/a><\/h2>/)
  assert.equal(page.split('<p><code class="route">').length - 1, 2)
  assert.match(page, /<code>day<\/code> <em>string, date \| null<\/em>/)
  assert.match(page, /<code>part\.size<\/code> <em>integer<\/em>/)
  assert.match(page, /<code>id<\/code> <em>string \| null, required<\/em>/)
  assert.match(page, /<code>next<\/code> <em><a href="#schema-Thing">Thing<\/a><\/em>/)
  assert.equal(page.split('id="schema-Thing"').length - 1, 1)
})

test('writes example commands that a shell passes on as they are meant', () => {
  const command = exampleRequest(
    { servers: [{ url: base }] },
    {
      method: 'post',
      path: '/q/{id}',
      operation: {
        security: [{ queueKey: [] }, { key: ['write'] }],
        requestBody: { content: { 'application/json': { example: { text: "it's" } } } },
        responses: { '200': { description: 'Done.' } },
      },
    },
  )
  assert.equal(
    command,
    [
      'curl "https://forms.acme.org/q/$ID"',
      '-H "Authorization: Bearer $API_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{"text":"it'\\''s"}'`,
    ].join(' \\\n  '),
  )
})

function json(name: string) {
  return {
    description: 'Yes.',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  }
}
