import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../../src/domain/time.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }

test('the API catalog leads to what describes the API', async () => {
  await using service = await startService()
  const answer = await service.get('/.well-known/api-catalog')
  assert.match(
    answer.headers.get('content-type') ?? '',
    /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
  )
  const [set] = JSON.parse(answer.text).linkset
  assert.equal(set.anchor, `${service.base}/`)
  for (const relation of ['service-desc', 'service-doc', 'status']) {
    assert.ok(set[relation].length > 0, relation)
    for (const { href, type } of set[relation]) {
      const target = await service.get(href, { accept: type })
      assert.equal(target.status, 200, href)
      assert.equal(target.headers.get('content-type')?.split(';')[0], type, href)
    }
  }
  const head = await service.post('/.well-known/api-catalog', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.match(head.headers.get('link') ?? '', /^<\/\.well-known\/api-catalog>; rel="api-catalog"/)
})

test('security.txt names the contact that the operator has set, for less than a year', async () => {
  await using service = await startService({ env: { FORMSLOT_SECURITY_CONTACT: 'security@acme.org' } })
  for (const days of [0, 100]) {
    service.pass({ days })
    const { text, headers } = await service.get('/.well-known/security.txt')
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(text, /^Contact: mailto:security@acme\.org$/m)
    assert.ok(text.includes(`Canonical: ${service.base}/.well-known/security.txt\n`))
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
    const left = new Date(expires).getTime() - service.now().getTime()
    assert.ok(left > 90 * DAY && left < 365 * DAY, expires)
  }
})

test('there is no security.txt without a contact', async () => {
  await using service = await startService()
  assert.equal((await service.get('/.well-known/security.txt')).status, 404)
})

test('crawlers may read every page that tells them not to list it, and open nothing that acts', async () => {
  await using service = await startService()
  const robots = (await service.get('/robots.txt')).text
  assert.match(robots, /^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=no$/m)
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  const ada = await signIn(service)
  const telemetry = (await ada.post('/telemetry')).json
  const { url: shared } = (await ada.post(`/telemetry/${telemetry.id}/public-link`)).json
  const sent = await service.submit(ada.endpoint, { message: 'x' }, BROWSER)
  const receipt = sent.headers.get('location') ?? ''
  const pages = [
    String(shared),
    ada.endpoint.endpoint_url,
    `${ada.endpoint.endpoint_url}/thanks`,
    `${ada.endpoint.endpoint_url}/start`,
    receipt,
    String(telemetry.telemetry_url),
  ]
  for (const url of pages) {
    const { pathname } = new URL(url)
    assert.ok(!disallowed.some((path) => pathname.startsWith(path)), pathname)
    assert.equal((await service.get(url, BROWSER)).headers.get('x-robots-tag'), 'noindex', pathname)
  }
  for (const path of ['/claim/x', '/disown/x', '/destination/x', '/emails/x']) {
    assert.ok(
      disallowed.some((prefix) => path.startsWith(prefix)),
      path,
    )
  }
})

test('public pages have a description and a small picture for previews, and private ones have neither', async () => {
  await using service = await startService()
  const form = new URL((await service.createEndpoint()).endpoint_url).pathname
  for (const path of ['/', '/docs', '/docs/forms', '/sign-in', form]) {
    const { text } = await service.get(path, BROWSER)
    for (const name of ['og:title', 'og:description', 'og:image']) {
      assert.match(text, new RegExp(`<meta property="${name}" content="[^"]{5,}">`), `${path} ${name}`)
    }
    assert.match(text, /<meta name="description" content="[^"]{20,}">/)
    assert.ok(text.includes(`<meta property="og:image" content="${service.base}/preview.png">`))
  }
  for (const path of ['/sign-in', form])
    assert.match((await service.get(path, BROWSER)).text, /<meta name="robots" content="noindex">/, path)
  for (const url of [`${form}/start`, '/nowhere']) {
    assert.doesNotMatch((await service.get(url, BROWSER)).text, /property="og:/, url)
  }
  const picture = Buffer.from(await (await fetch(`${service.base}/preview.png`)).arrayBuffer())
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630])
  assert.ok(picture.length < 100_000)
  const icon = await fetch(`${service.base}/favicon.ico`)
  assert.equal(icon.headers.get('content-type'), 'image/png')
})
