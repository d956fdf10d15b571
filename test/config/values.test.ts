import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLoopbackUrl, isPublicUrl, parseBaseUrl } from '../../src/config/base-address.ts'
import { parseClamdAddress } from '../../src/config/clamd.ts'
import { parseDatabaseUrl, withoutPassword } from '../../src/config/database.ts'
import { parsePorts, parseProxyUrl } from '../../src/config/egress.ts'
import { parseHost, parseMetricsListen } from '../../src/config/listen-address.ts'
import {
  parseAddresses,
  parseMailDomains,
  parseSecurityContact,
  parseSender,
  wholeNumber,
} from '../../src/config/parsers.ts'
import type { Parsed } from '../../src/config/reading.ts'
import { parseSmtpUrl } from '../../src/config/smtp-server.ts'
import { parseEngineUrl, parseSpamdAddress } from '../../src/config/spam-engines.ts'

/** The value that was read, or `fault`. */
function outcome<T>(parsed: Parsed<T>): T | 'fault' {
  return parsed.kind === 'ok' ? parsed.value : 'fault'
}

test('accepts whole numbers within a range and rejects those just outside', () => {
  const parse = wholeNumber({ from: 2, to: 65_535 })
  assert.equal(outcome(parse('2')), 2)
  assert.equal(outcome(parse('65535')), 65_535)
  for (const text of ['1', '65536', '', '-3', '+3', '3.0', '3e1', '0x3', ' 3', '٣', '9'.repeat(40)]) {
    assert.equal(outcome(parse(text)), 'fault', text)
  }
})

test('the base URL is an origin in normalized form', () => {
  const read = (text: string) => outcome(parseBaseUrl(text))
  assert.equal(read('https://Forms.ACME.org/'), 'https://forms.acme.org')
  assert.equal(read('HTTPS://forms.acme.org:443'), 'https://forms.acme.org')
  assert.equal(read('http://forms.acme.org:8080'), 'http://forms.acme.org:8080')
  assert.equal(read('https://bücher.de'), 'https://xn--bcher-kva.de')
  assert.equal(read('http://[0:0::1]:80'), 'http://[::1]')
  const wrong = [
    'forms.acme.org',
    'localhost:8080',
    '//forms.acme.org',
    'ftp://forms.acme.org',
    'https:forms.acme.org',
    'https://forms.acme.org/forms',
    'https://forms.acme.org/?',
    'https://forms.acme.org?a=b',
    'https://forms.acme.org/#top',
    'https://ada@forms.acme.org',
    'https://ada:x@forms.acme.org',
    'https://',
    'https://forms.acme.org:99999',
  ]
  for (const text of wrong) assert.equal(read(text), 'fault', text)
})

test('normalizing an accepted base URL again does not change it', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
      const origin = outcome(parseBaseUrl(text))
      if (origin === 'fault') return
      assert.equal(new URL(text).origin, origin)
      assert.equal(outcome(parseBaseUrl(origin)), origin)
    }),
  )
})

test('recognizes only this machine as loopback', () => {
  const loopback = ['http://localhost', 'http://127.0.0.1:8080', 'http://127.9.9.9', 'http://[::1]:1']
  for (const url of loopback) assert.equal(isLoopbackUrl(url), true, url)
  const others = ['http://10.0.0.1', 'http://localhost.acme.org', 'http://127.0.0.1.acme.org', 'http://[::2]']
  for (const url of others) assert.equal(isLoopbackUrl(url), false, url)
})

test('recognizes addresses that strangers may reach', () => {
  const open = ['https://forms.acme.org', 'http://93.184.216.34', 'http://[2606:4700::1111]', 'https://a.co.']
  for (const url of open) assert.equal(isPublicUrl(url), true, url)
  const closed = [
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://[::1]',
    'http://192.168.1.4',
    'http://nas',
  ]
  closed.push(
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://100.64.0.1',
  )
  closed.push(
    'http://forms.local',
    'http://forms.internal',
    'http://forms.home.arpa',
    'http://[::ffff:10.0.0.1]',
  )
  for (const url of closed) assert.equal(isPublicUrl(url), false, url)
})

test('a host is a name or an address without a port', () => {
  const read = (text: string) => outcome(parseHost(text))
  for (const host of ['127.0.0.1', 'localhost', 'my-host.lan', '::1']) assert.equal(read(host), host)
  assert.equal(read('[::1]'), '::1')
  for (const text of [
    '127.0.0.1:80',
    'localhost:80',
    '256.1.1.1',
    '1.2.3',
    'a b',
    'http://x',
    '-x',
    '[x]y',
  ]) {
    assert.equal(read(text), 'fault', text)
  }
})

test('metrics are off, or at a host and a port', () => {
  const read = (text: string) => outcome(parseMetricsListen(text))
  assert.equal(read('off'), null)
  assert.deepEqual(read('localhost:1'), { host: 'localhost', port: 1 })
  assert.deepEqual(read('[::1]:65535'), { host: '::1', port: 65_535 })
  for (const text of ['on', '9090', ':9090', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', '::1:9090']) {
    assert.equal(read(text), 'fault', text)
  }
})

test('the SQLite database is a file', () => {
  const read = (text: string) => outcome(parseDatabaseUrl(text))
  const sqlite = (file: string) => ({ kind: 'sqlite', file })
  assert.deepEqual(read('file:/var/lib/formslot.db'), sqlite('/var/lib/formslot.db'))
  assert.deepEqual(read('file:///var/lib/form%20slot.db'), sqlite('/var/lib/form slot.db'))
  assert.deepEqual(read('file:./data/x.db'), sqlite(path.resolve('data/x.db')))
  const wrong = ['/var/lib/x.db', 'file:', 'file::memory:', 'file:x?mode=memory', 'file://host/x.db']
  for (const text of [...wrong, 'file:data/', 'file:///a%2fb', 'sqlite:x'])
    assert.equal(read(text), 'fault', text)
})

test('hides the password of a database URL, however it is written', () => {
  for (const secret of ['s3cret', 's3cr@t', 's3c/r@t', 's3c?r@t', '']) {
    const shown = withoutPassword(`postgres://formslot:${secret}@db.internal/formslot`)
    assert.equal(shown, 'postgres://…@db.internal/formslot')
  }
  assert.equal(
    withoutPassword('postgres://db.internal/formslot?password=s3cret&sslmode=require'),
    'postgres://db.internal/formslot?password=…&sslmode=require',
  )
  assert.equal(withoutPassword('file:data/formslot.db'), 'file:data/formslot.db')
})

test('a PostgreSQL database is configured by its URL', () => {
  const url = 'postgres://ada:secret@db.acme.org:5433/forms?sslmode=require'
  const parsed = parseDatabaseUrl(url)
  assert.deepEqual(parsed, { kind: 'ok', value: { kind: 'postgres', url } })
  assert.equal(parseDatabaseUrl('postgresql://db/forms').kind, 'ok')
  for (const text of ['postgres://db', 'postgres://db/', 'postgres:', 'postgres://db/forms#x']) {
    assert.equal(parseDatabaseUrl(text).kind, 'fault', text)
  }
})

test('a mail server uses the submission ports by default', () => {
  const withoutLogin = { user: null, password: null }
  const read = (text: string) => outcome(parseSmtpUrl(text))
  assert.deepEqual(read('smtp://mail.acme.org'), {
    host: 'mail.acme.org',
    port: 587,
    secure: false,
    ...withoutLogin,
  })
  assert.deepEqual(read('smtps://mail.acme.org/'), {
    host: 'mail.acme.org',
    port: 465,
    secure: true,
    ...withoutLogin,
  })
  assert.deepEqual(read('smtp://[::1]:25'), { host: '::1', port: 25, secure: false, ...withoutLogin })
})

test('user and password of the mail server may contain any percent-encoded character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed()),
      fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
      (user, password) => {
        const url = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@mail.acme.org:2525`
        assert.deepEqual(outcome(parseSmtpUrl(url)), {
          host: 'mail.acme.org',
          port: 2525,
          secure: false,
          user,
          password,
        })
      },
    ),
  )
})

test('rejects a mail server URL with half a login, an unencoded character or a path', () => {
  const wrong = [
    'mail.acme.org:587',
    'http://mail.acme.org',
    'smtp://',
    'smtp://:587',
    'smtp://mail.acme.org:0',
    'smtp://mail.acme.org:65536',
    'smtp://ada@mail.acme.org',
    'smtp://:secret@mail.acme.org',
    'smtp://ada:100%@mail.acme.org',
    'smtp://ada:a#b@mail.acme.org',
    'smtp://ada:a/b@mail.acme.org',
    'smtp://mail.acme.org/?pool=true',
  ]
  for (const text of wrong) assert.equal(outcome(parseSmtpUrl(text)), 'fault', text)
})

test('the sender is an address with or without a name', () => {
  const read = (text: string) => outcome(parseSender(text))
  assert.deepEqual(read('forms@acme.org'), { name: 'Formslot', address: 'forms@acme.org' })
  assert.deepEqual(read('<forms@acme.org>'), { name: 'Formslot', address: 'forms@acme.org' })
  assert.deepEqual(read('Acme Förms <forms@acme.org>'), { name: 'Acme Förms', address: 'forms@acme.org' })
  assert.deepEqual(read('"Forms, Inc." <forms@acme.org>'), { name: 'Forms, Inc.', address: 'forms@acme.org' })
  const wrong = [
    'forms',
    'forms@localhost',
    'a@b.org, c@d.org',
    'Forms forms@acme.org',
    'A <a@b.org> B',
    '<>',
  ]
  for (const text of wrong) assert.equal(read(text), 'fault', text)
})

test('accepts a sender name of 100 characters, and rejects 101 characters or a line break', () => {
  const named = (name: string) => outcome(parseSender(`${name} <forms@acme.org>`))
  assert.notEqual(named('x'.repeat(100)), 'fault')
  assert.equal(named('x'.repeat(101)), 'fault')
  assert.equal(named('Forms\r\nBcc: mallory@evil.org'), 'fault')
})

test('reads the domains of mail providers in the form that addresses are counted by', () => {
  const read = (text: string) => {
    const domains = outcome(parseMailDomains(text))
    return domains === 'fault' ? domains : [...domains]
  }
  assert.deepEqual(read('GMail.com, googlemail.com,web.de'), ['gmail.com', 'web.de'])
  assert.deepEqual(read('bücher.de'), ['xn--bcher-kva.de'])
  for (const text of ['gmail', 'gmail.com,', 'a@gmail.com', 'gmail.com;web.de', '']) {
    assert.equal(read(text), 'fault', text)
  }
})

test('the contact for security reports is an address or an https URL, on one line', () => {
  const read = (text: string) => outcome(parseSecurityContact(text))
  assert.equal(read('security@acme.org'), 'mailto:security@acme.org')
  assert.equal(read('https://acme.org/security'), 'https://acme.org/security')
  for (const text of [
    'security',
    'http://acme.org/security',
    'mailto:security@acme.org',
    'javascript:alert(1)',
    'https://ada@acme.org/',
    'security@acme.org\nExpires: never',
    `https://acme.org/${'x'.repeat(500)}`,
  ]) {
    assert.equal(read(text), 'fault', text)
  }
  assert.equal(read('https://acme.org/a\nContact: b'), 'https://acme.org/aContact:%20b', 'no second line')
})

test('ports are whole numbers from 1 to 65535, and the address of a proxy has nothing after its port', () => {
  const ports = (text: string) => outcome(parsePorts(text))
  assert.deepEqual(ports('443, 8443,443'), [443, 8443])
  assert.deepEqual(ports('1,65535'), [1, 65535])
  for (const text of ['0', '65536', '443;8443', '443,', '0443', '4e2', '-1'])
    assert.equal(ports(text), 'fault', text)

  const proxy = (text: string) => outcome(parseProxyUrl(text))
  assert.equal(proxy('http://proxy.acme.org:3128'), 'http://proxy.acme.org:3128/')
  assert.equal(proxy('https://ada:p%40ss@proxy.acme.org'), 'https://ada:p%40ss@proxy.acme.org/')
  for (const text of ['proxy.acme.org:3128', 'socks5://proxy', 'http://proxy/x', 'http://proxy?x', 'http://'])
    assert.equal(proxy(text), 'fault', text)
})

test('the address of ClamAV is the absolute path of a socket, or a host with port 3310', () => {
  const address = (text: string) => outcome(parseClamdAddress(text))
  assert.deepEqual(address('unix:/run/clamav/clamd.ctl'), { kind: 'unix', path: '/run/clamav/clamd.ctl' })
  assert.deepEqual(address('127.0.0.1'), { kind: 'tcp', host: '127.0.0.1', port: 3310 })
  assert.deepEqual(address('clamd.acme.org:3311'), { kind: 'tcp', host: 'clamd.acme.org', port: 3311 })
  assert.deepEqual(address('[::1]:3310'), { kind: 'tcp', host: '::1', port: 3310 })
  const path = (bytes: number) => `/${'x'.repeat(bytes - 1)}`
  assert.deepEqual(address(`unix:${path(107)}`), { kind: 'unix', path: path(107) })
  const wrong = [
    `unix:${path(108)}`,
    'unix:',
    'unix:run/clamd.ctl',
    'unix:///run/clamd.ctl',
    'unix:/run/\0clamd.ctl',
    'tcp://127.0.0.1:3310',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '::1:3310',
    ':3310',
  ]
  for (const text of wrong) assert.equal(address(text), 'fault', text)
  const fault = parseClamdAddress('/run/clamav/clamd.ctl')
  assert.equal(fault.kind === 'fault' && fault.problem, 'is a path; write unix:/run/clamav/clamd.ctl')
})

test('the address of rspamd is an origin without a password, and that of spamd a host with port 783', () => {
  const url = (text: string) => outcome(parseEngineUrl(text))
  assert.equal(url('http://127.0.0.1:11333'), 'http://127.0.0.1:11333')
  assert.equal(url('https://Rspamd.ACME.org/'), 'https://rspamd.acme.org')
  assert.equal(url('http://[::1]:11333'), 'http://[::1]:11333')
  const wrong = [
    '127.0.0.1:11333',
    'http://rspamd/checkv2',
    'http://rspamd?x',
    'http://rspamd#x',
    'http://:pw@rspamd',
    'unix:///run/rspamd.sock',
    'http://',
  ]
  for (const text of wrong) assert.equal(url(text), 'fault', text)

  const address = (text: string) => outcome(parseSpamdAddress(text))
  assert.deepEqual(address('127.0.0.1'), { host: '127.0.0.1', port: 783 })
  assert.deepEqual(address('spamd.acme.org:1783'), { host: 'spamd.acme.org', port: 1783 })
  assert.deepEqual(address('[::1]:783'), { host: '::1', port: 783 })
  for (const text of ['::1', '127.0.0.1:0', '127.0.0.1:65536', 'a b', 'spamd:', ':783', 'tcp://spamd:783']) {
    assert.equal(address(text), 'fault', text)
  }
})

test('parses the addresses of operators into the identities of their accounts', () => {
  const read = (text: string) => {
    const parsed = parseAddresses(text)
    return parsed.kind === 'ok' ? [...parsed.value] : parsed.problem
  }
  assert.deepEqual(read('Ada@Lovelace.DEV, bo+x@builds.dev'), ['ada@lovelace.dev', 'bo+x@builds.dev'])
  for (const text of [
    '',
    'ada',
    'ada@lovelace.dev,',
    'Ada <ada@lovelace.dev>',
    'ada@lovelace.dev;bo@builds.dev',
  ])
    assert.match(String(read(text)), /which is not an email address$/, text)
})
