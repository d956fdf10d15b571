import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findObstacle, openNamespace } from '../../support/egress/namespace.ts'

/** Every range that is not an address on the internet, with one address of it (IANA special-purpose registries). */
const PRIVATE = {
  'this host': '0.0.0.0',
  'this network': '0.1.2.3',
  private: '10.0.0.5',
  'shared by a carrier': '100.64.0.1',
  loopback: '127.0.0.1',
  'link-local': '169.254.1.1',
  'private, 172': '172.16.0.1',
  'protocol assignments': '192.0.0.1',
  'documentation 1': '192.0.2.1',
  'relay of 6to4': '192.88.99.1',
  'private, 192': '192.168.1.1',
  benchmarks: '198.18.0.1',
  'documentation 2': '198.51.100.1',
  'documentation 3': '203.0.113.1',
  multicast: '224.0.0.1',
  reserved: '240.0.0.1',
  broadcast: '255.255.255.255',
  'unspecified, IPv6': '[::]',
  'loopback, IPv6': '[::1]',
  'IPv4 within IPv6': '[::ffff:127.0.0.1]',
  'public IPv4 within IPv6': '[::ffff:1.1.1.1]',
  'IPv4-compatible': '[::127.0.0.1]',
  NAT64: '[64:ff9b::7f00:1]',
  'local NAT64': '[64:ff9b:1::7f00:1]',
  discard: '[100::1]',
  Teredo: '[2001::1]',
  documentation: '[2001:db8::1]',
  '6to4': '[2002:7f00:1::]',
  'documentation, new': '[3fff::1]',
  'segment routing': '[5f00::1]',
  'unassigned, IPv6': '[4000::1]',
  'unique local': '[fc00::5]',
  'link-local, IPv6': '[fe80::1]',
  'site-local': '[fec0::1]',
  'multicast, IPv6': '[ff02::1]',
}

/** Addresses of metadata services: no setting allows them. */
const METADATA = ['169.254.169.254', '168.63.129.16', '100.100.100.200', '[fd00:ec2::254]']

/** Spellings of 127.0.0.1, and names that mean this machine. */
const LOOPBACK_SPELLINGS = [
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'sub.localhost',
]

describe('the door to the internet', { skip: findObstacle() ?? false }, () => {
  let inside: Awaited<ReturnType<typeof openNamespace>>
  before(async () => {
    inside = await openNamespace()
  })
  after(() => inside[Symbol.asyncDispose]())

  test('reaches no address that is not on the internet, and sends nothing', async () => {
    const urls = [...Object.values(PRIVATE), ...METADATA].map((host) => `http://${host}/`)
    const { results, received } = await inside.send(urls)
    assert.deepEqual(
      urls.filter((_, index) => results[index]?.kind !== 'blocked'),
      [],
    )
    assert.deepEqual(received, [])
  })

  test('reaches no spelling of this machine', async () => {
    const urls = LOOPBACK_SPELLINGS.map((host) => `http://${host}/`)
    const { results, received } = await inside.send(urls)
    assert.deepEqual(
      urls.filter((_, index) => results[index]?.kind !== 'blocked'),
      [],
    )
    assert.deepEqual(received, [])
  })

  test('posts to addresses on the internet, by number and by name, with and without TLS', async () => {
    const { results, received } = await inside.send(
      [
        'http://1.1.1.1/echo',
        'http://[2606:4700::1111]/a',
        'http://both.test/b',
        'https://hooks.acme.test/c',
      ],
      { names: { 'both.test': [['1.1.1.1', '2606:4700::1111']], 'hooks.acme.test': [['1.1.1.1']] } },
    )
    assert.deepEqual(
      results.map((result) => result.kind === 'answered' && result.status),
      [200, 200, 200, 200],
    )
    const [echo] = results
    assert.ok(echo?.kind === 'answered')
    assert.deepEqual(JSON.parse(echo.body), {
      headers: {
        host: '1.1.1.1',
        'content-type': 'application/json',
        'content-length': '7',
        'accept-encoding': 'identity',
        connection: 'close',
      },
      body: '{"a":1}',
    })
    assert.equal(received.length, 4)
  })

  test('refuses a name as soon as one of its addresses is private', async () => {
    const { results, received } = await inside.send(
      ['http://mixed.test/', 'http://hidden.test/', 'http://alias.test/', 'http://metadata.test/'],
      {
        names: {
          'mixed.test': [['1.1.1.1', '10.0.0.5']],
          'hidden.test': [['1.1.1.1', 'fc00::5']],
          'alias.test': [['inside.test', '127.0.0.1']],
          'metadata.test': [['169.254.169.254']],
        },
      },
    )
    assert.deepEqual(results, Array(4).fill({ kind: 'blocked', fault: null }))
    assert.deepEqual(received, [])
  })

  test('looks a name up for each request, and connects to what it has checked', async () => {
    const { results, received } = await inside.send(
      ['http://rebound.test/1', 'http://rebound.test/2', 'http://rebound.test/3'],
      { names: { 'rebound.test': [['1.1.1.1'], ['127.0.0.1'], ['1.1.1.1']] } },
    )
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['answered', 'blocked', 'answered'],
    )
    assert.deepEqual(received, ['::ffff:1.1.1.1 80 /1', '::ffff:1.1.1.1 80 /3'])
  })

  test('tells an unknown name from a private one by nothing', async () => {
    const { results } = await inside.send(
      ['http://unknown.test/', 'http://silent.test/', 'http://private.test/'],
      {
        names: { 'private.test': [['10.0.0.5']] },
        limits: { connectMs: 400, totalMs: 1_000 },
      },
    )
    assert.deepEqual(results, Array(3).fill({ kind: 'blocked', fault: null }))
  })

  test('follows no redirect', async () => {
    const { results, received } = await inside.send(['http://1.1.1.1/redirect'])
    const [result] = results
    assert.ok(result?.kind === 'answered')
    assert.equal(result.status, 302)
    assert.deepEqual(received, ['::ffff:1.1.1.1 80 /redirect'])
  })

  test('stops to read an endless answer after 64 KiB, long before the time is up', {
    timeout: 10_000,
  }, async () => {
    const limits = { connectMs: 60_000, totalMs: 60_000 }
    const { results } = await inside.send(['http://1.1.1.1/endless'], { limits })
    const [endless] = results
    assert.ok(endless?.kind === 'answered')
    assert.equal(endless.bytes, 64 * 1024)
  })

  test('counts an answer that breaks off or comes too slowly by its status', async () => {
    const { results } = await inside.send(['http://1.1.1.1/half', 'http://1.1.1.1/slow'], {
      limits: { connectMs: 300, totalMs: 600 },
    })
    const [half, slow] = results
    assert.ok(half?.kind === 'answered' && slow?.kind === 'answered')
    assert.deepEqual([half.status, half.body], [200, 'the start'])
    assert.match(slow.body, /^\.+$/)
  })

  test('says why a request failed, and whether it was sent', async () => {
    const { results } = await inside.send(
      [
        'http://1.1.1.1/silent',
        'http://1.1.1.1/reset',
        'http://1.1.1.1/headers',
        'http://1.1.1.1:81/',
        'http://1.1.1.1:8443/',
        'https://1.1.1.1/',
        'https://1.1.1.1:9443/',
      ],
      {
        settings: { ports: [80, 81, 443, 8443, 9443] },
        limits: { connectMs: 300, totalMs: 600 },
      },
    )
    assert.deepEqual(results, [
      { kind: 'failed', isSent: true, reason: 'There was no answer in time.' },
      { kind: 'failed', isSent: true, reason: 'The connection was closed before an answer came.' },
      { kind: 'failed', isSent: true, reason: 'The headers of the answer were too long.' },
      { kind: 'failed', isSent: false, reason: 'The connection was refused.' },
      { kind: 'failed', isSent: true, reason: 'The answer was not HTTP.' },
      {
        kind: 'failed',
        isSent: false,
        reason: 'The connection could not be secured: ERR_TLS_CERT_ALTNAME_INVALID.',
      },
      { kind: 'failed', isSent: false, reason: 'There was no answer in time.' },
    ])
  })

  test('reaches what the operator allows, and metadata services never', async () => {
    const { results, received } = await inside.send(
      [
        'http://127.0.0.1:3000/a',
        'http://10.0.0.5/b',
        'http://nas/c',
        'http://192.168.1.1/d',
        'http://169.254.169.254/e',
        'http://[fd00:ec2::254]/f',
        'http://1.1.1.1/g',
      ],
      {
        names: { nas: [['10.0.0.5']] },
        settings: {
          allowed: ['127.0.0.1/32', '10.0.0.0/8', '169.254.0.0/16', 'fc00::/7'],
          ports: [80, 443, 3000],
          http: false,
        },
      },
    )
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['answered', 'answered', 'answered', 'blocked', 'blocked', 'blocked', 'blocked'],
    )
    assert.deepEqual(received, ['::ffff:127.0.0.1 3000 /a', '::ffff:10.0.0.5 80 /b', '::ffff:10.0.0.5 80 /c'])
  })

  test('says what is wrong with an address before any look-up', async () => {
    const faults = {
      'not an address': 'no_url',
      'file:///etc/passwd': 'scheme',
      'gopher://1.1.1.1/': 'scheme',
      'ftp://1.1.1.1/': 'scheme',
      'http://1.1.1.1/': 'scheme',
      'https://user:pass@1.1.1.1/': 'credentials',
      'https://1.1.1.1/#part': 'fragment',
      'https://1.1.1.1:25/': 'port',
      'https://1.1.1.1:6379/': 'port',
      'https://intranet/': 'host',
      'https://printer.local/': 'host',
      'https://metadata.google.internal/': 'host',
      'https://x.onion/': 'host',
      'https://1.0.0.127.in-addr.arpa/': 'host',
    }
    const { results, received } = await inside.send(Object.keys(faults), {
      settings: { allowed: [], ports: [443, 8443], http: false, proxy: null },
    })
    assert.deepEqual(
      results,
      Object.values(faults).map((fault) => ({ kind: 'blocked', fault })),
    )
    assert.deepEqual(received, [])
  })

  test('leaves names, look-up and connection to a proxy, for http, too', async () => {
    const urls = [
      'https://hooks.acme.test/p',
      'http://printer.local/q',
      'https://[2606:4700::1111]/',
      'http://10.0.0.5/r',
    ]
    const { results, received } = await inside.send(urls, {
      settings: { proxy: 'http://ada:p%40ss@127.0.0.1:3128' },
    })
    // The certificate is not one of the address.
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['answered', 'answered', 'failed', 'answered'],
    )
    assert.deepEqual(received, [
      'proxy hooks.acme.test:443 ada:p@ss',
      '::ffff:1.1.1.1 443 /p',
      'proxy printer.local:80 ada:p@ss',
      '::ffff:1.1.1.1 80 /q',
      'proxy [2606:4700::1111]:443 ada:p@ss',
      'proxy 10.0.0.5:80 ada:p@ss',
      '::ffff:1.1.1.1 80 /r',
    ])
  })

  test('sends nothing when a proxy refuses, is silent, or is not there', async () => {
    const limits = { connectMs: 300, totalMs: 4_000 }
    const failed = (reason: string) => ({ kind: 'failed', isSent: false, reason })
    const settings = { proxy: 'http://127.0.0.1:3128' }
    const { results, received } = await inside.send(['https://forbidden.test/', 'https://silent.test/'], {
      settings,
      limits,
    })
    const refused = failed('The proxy of this instance did not open the connection.')
    assert.deepEqual(results, [refused, failed('There was no answer in time.')])
    assert.deepEqual(received, ['proxy forbidden.test:443', 'proxy silent.test:443'])
    const gone = await inside.send(['https://hooks.acme.test/p'], {
      settings: { proxy: 'http://127.0.0.1:3129' },
    })
    assert.deepEqual(gone.results, [refused])
  })

  test('waits for an answer through a proxy for longer than for the connection', async () => {
    const { results } = await inside.send(['https://hooks.acme.test/slow'], {
      settings: { proxy: 'http://127.0.0.1:3128' },
      limits: { connectMs: 300, totalMs: 1_200 },
    })
    const [result] = results
    assert.ok(result?.kind === 'answered' && result.bytes > 20, JSON.stringify(result))
  })

  test('reaches localhost where both of its addresses are allowed, whatever name servers say', async () => {
    const urls = ['http://localhost:3000/p', 'http://app.localhost:3000/q']
    const both = ['127.0.0.1/32', '::1/128']
    const { results } = await inside.send(urls, { settings: { allowed: both, ports: [3000], http: false } })
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['answered', 'answered'],
    )
    const one = await inside.send(urls, { settings: { allowed: both.slice(0, 1), ports: [3000] } })
    assert.deepEqual(one.results, [
      { kind: 'blocked', fault: null },
      { kind: 'blocked', fault: null },
    ])
  })
})
