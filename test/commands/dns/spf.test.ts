import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDns } from '../../../src/doctor/dns/lookup.ts'
import { findRelay } from '../../../src/doctor/dns/relay.ts'
import { checkSpf } from '../../../src/doctor/dns/spf.ts'
import { evaluateSpf } from '../../../src/doctor/dns/spf-evaluate.ts'
import { readSpf } from '../../../src/doctor/dns/spf-record.ts'
import { startNameServer, type Zone } from '../../support/dns/name-server.ts'

const DOMAIN = 'forms.example.org'
const RELAY = { 'mail.example.org': { a: ['1.1.1.1'], aaaa: ['2606:4700::1111'] } }

/** Checks the record of the domain for emails through this mail server; each finding with its fix. */
async function check(zone: Zone, host = 'mail.example.org'): Promise<string[]> {
  await using server = await startNameServer({ ...RELAY, ...zone })
  using dns = openDns([server.address])
  const findings = await checkSpf(DOMAIN, await findRelay(host, dns), dns)
  return findings.map(({ status, message, fix }) => `${status} ${message}${fix ? ` | ${fix}` : ''}`)
}

const spf = (...texts: string[]) => ({ [DOMAIN]: { txt: texts } })

test('accepts a record that allows the mail server', async () => {
  assert.deepEqual(await check(spf('v=spf1 a:mail.example.org -all', 'other=1')), [
    `ok ${DOMAIN}: 1 of 10 lookups, ends in -all; allows mail.example.org (1.1.1.1, 2606:4700::1111)`,
  ])
})

test('joins the strings of a record', async () => {
  const strings = ['v=spf1 a:mail.exam', 'ple.org -', 'all']
  assert.match((await check({ [DOMAIN]: { txt: [strings] } }))[0] ?? '', /^ok .*ends in -all; allows/)
})

test('says which record to add if there is none', async () => {
  const add = `add ${DOMAIN} TXT "v=spf1 ip4:1.1.1.1 ip6:2606:4700::1111 -all"`
  assert.deepEqual(await check({}), [`warn ${DOMAIN} has no SPF record | ${add}`])
  assert.deepEqual(await check({ [DOMAIN]: { a: ['1.1.1.1'] } }), [
    `warn ${DOMAIN} has no SPF record | ${add}`,
  ])
  const [inside] = await check({ 'relay.lan': { a: ['10.0.0.5'] } }, 'relay.lan')
  assert.match(inside ?? '', /"v=spf1 a:relay\.lan -all"$/)
  const [google] = await check({}, 'smtp-relay.gmail.com')
  assert.match(google ?? '', /"v=spf1 include:_spf\.google\.com ~all"$/)
})

test('reports a failed name server, rather than a missing record', async () => {
  const [found] = await check({ [DOMAIN]: 'SERVFAIL' })
  assert.match(found ?? '', /^warn .* cannot be looked up: the name server failed \(SERVFAIL\)/)
  const [refused] = await check({ [DOMAIN]: 'REFUSED' })
  assert.match(refused ?? '', /refused to answer \(REFUSED\)/)
})

test('merges several records into one', async () => {
  assert.deepEqual(await check(spf('v=spf1 a:mail.example.org -all', 'v=spf1 mx a:mail.example.org ?all')), [
    `warn ${DOMAIN} has 2 SPF records, so receivers use none of them | replace them with ${DOMAIN} TXT "v=spf1 a:mail.example.org mx ~all"`,
  ])
})

for (const [text, message, fixed] of [
  ['v=spf1 +all', 'lets anybody send', 'v=spf1 ~all'],
  ['v=spf1 a:mail.example.org all', 'lets anybody send', 'v=spf1 a:mail.example.org ~all'],
  ['v=spf1 a:mail.example.org ?all', 'stops nobody from sending', 'v=spf1 a:mail.example.org ~all'],
  ['v=spf1 a:mail.example.org', 'does not end in all', 'v=spf1 a:mail.example.org ~all'],
  [
    'v=spf1 ip4:1.1.1.1 ip6:2606:4700::1111 include:all.wall',
    'does not end in all',
    'v=spf1 ip4:1.1.1.1 ip6:2606:4700::1111 include:all.wall ~all',
  ],
  ['v=spf1 redirect=open.example', 'lets anybody send', 'v=spf1 include:open.example ~all'],
] as const) {
  test(`warns of ${text}`, async () => {
    const found = await check({
      ...spf(text),
      'all.wall': { txt: ['v=spf1 -all'] },
      'open.example': { txt: ['v=spf1 +all'] },
    })
    assert.equal(found.length, 1, found.join('\n'))
    const [one = ''] = found
    assert.ok(one.includes(message), one)
    assert.ok(one.endsWith(`| replace it with ${DOMAIN} TXT "${fixed}"`), one)
  })
}

test('adds the mail server to a record that does not allow it', async () => {
  assert.deepEqual(await check(spf('v=spf1 ip4:1.1.1.1 -all')), [
    `warn the record of ${DOMAIN} does not allow mail.example.org (2606:4700::1111) | if it sends from there, replace it with ${DOMAIN} TXT "v=spf1 ip6:2606:4700::1111 ip4:1.1.1.1 -all"`,
  ])
})

test('does not guess the public address of a mail server in a private network', async () => {
  const [found] = await check(
    { ...spf('v=spf1 ip4:1.1.1.1 -all'), 'relay.lan': { a: ['10.0.0.5'] } },
    'relay.lan',
  )
  assert.match(found ?? '', /^ok .*unknown whether it allows relay\.lan/)
  assert.match(
    (await check(spf('v=spf1 mx -all'), '127.0.0.1'))[0] ?? '',
    /unknown whether it allows 127\.0\.0\.1/,
  )
})

test('knows the records of providers', async () => {
  const [missing] = await check(spf('v=spf1 -all'), 'smtp.eu.mailgun.org')
  assert.match(missing ?? '', /does not include Mailgun.*"v=spf1 include:mailgun\.org -all"$/)
  const included = {
    ...spf('v=spf1 include:mailgun.org ~all'),
    'mailgun.org': { txt: ['v=spf1 ip4:1.0.0.0/24 ~all'] },
  }
  assert.match((await check(included, 'smtp.mailgun.org'))[0] ?? '', /^ok .*ends in ~all; includes Mailgun$/)
  const own = /^ok .*Amazon SES uses its own envelope sender/
  assert.match((await check(spf('v=spf1 -all'), 'email-smtp.eu-central-1.amazonaws.com'))[0] ?? '', own)
  assert.match((await check({}, 'email-smtp.eu-central-1.amazonaws.com'))[0] ?? '', own)
  // A name that only looks like it.
  assert.match((await check({}, 'amazonaws.com.evil.org'))[0] ?? '', /^warn/)
})

test('counts ten lookups in all records, and warns of the eleventh', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `a:h${at}.example`).join(' ')
  const zone = (count: number) => ({
    ...spf('v=spf1 ip4:1.1.1.1 ip6:2606:4700::1111 include:more.example -all'),
    'more.example': { txt: [`v=spf1 ${names(count)} ?all`] },
  })
  assert.match((await check(zone(9)))[0] ?? '', /^ok .*: 10 of 10 lookups/)
  assert.match((await check(zone(10)))[0] ?? '', /^warn .*needs more than 10 lookups/)
})

for (const [name, zone, message] of [
  [
    'has no record',
    { 'gone.example': { a: ['1.1.1.1'] } },
    'refers to gone.example, which has no SPF record',
  ],
  ['does not exist', {}, 'refers to gone.example, which has no SPF record'],
  ['has two', { 'gone.example': { txt: ['v=spf1 -all', 'v=spf1 -all'] } }, 'which has 2 SPF records'],
  ['fails', { 'gone.example': 'SERVFAIL' }, 'which cannot be looked up: the name server failed (SERVFAIL)'],
  [
    'names the first',
    { 'gone.example': { txt: [`v=spf1 include:${DOMAIN} -all`] } },
    `refers to ${DOMAIN}, which refers back to itself`,
  ],
  [
    'refers back to itself',
    { 'gone.example': { txt: ['v=spf1 include:GONE.example. -all'] } },
    'refers to gone.example, which refers back to itself',
  ],
] as const) {
  test(`warns of an included domain that ${name}`, async () => {
    const found = await check({ ...spf('v=spf1 a:mail.example.org include:gone.example -all'), ...zone })
    assert.equal(found.length, 1, found.join('\n'))
    const [one = ''] = found
    assert.ok(one.startsWith('warn') && one.includes(message), one)
  })
}

test('a chain of records ends at the eleventh lookup', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [
      `c${at}.example`,
      { txt: [`v=spf1 include:c${at + 1}.example -all`] },
    ]),
  )
  await using server = await startNameServer({ ...spf('v=spf1 include:c0.example -all'), ...chain })
  using dns = openDns([server.address])
  const reading = await readSpf(DOMAIN, dns)
  assert.equal(reading.kind === 'read' && reading.lookups, 11)
  assert.equal(new Set(server.asked).size, 11)
})

test('a record that is included several times is looked up once', async () => {
  const zone = {
    ...spf('v=spf1 include:i.example include:i.example -all'),
    'i.example': { txt: ['v=spf1 -all'] },
  }
  await using server = await startNameServer(zone)
  using dns = openDns([server.address])
  await readSpf(DOMAIN, dns)
  assert.deepEqual(server.asked, [DOMAIN, 'i.example'])
})

for (const [term, expected] of [
  ['ip4:1.1.1.1', 'pass'],
  ['-ip4:1.1.1.0/24', 'fail'],
  ['ip4:1.1.2.0/24', 'neutral'],
  ['ip4:1.1.1.1.', 'neutral'],
  ['ip6:::/0', 'neutral'],
  ['a', 'pass'],
  ['a/24', 'pass'],
  ['a:near.example', 'neutral'],
  ['a:near.example/24', 'pass'],
  ['a:near.example/24//64', 'pass'],
  ['~mx', 'softfail'],
  ['?mx:other.example', 'neutral'],
  ['exists:near.example', 'pass'],
  ['exists:gone.example', 'neutral'],
  ['exists:%{i}.example', 'unknown'],
  ['include:yes.example', 'pass'],
  ['include:no.example', 'neutral'],
  ['include:soft.example', 'neutral'],
  ['include:open.example', 'neutral'],
  ['include:broken.example', 'unknown'],
  ['a:broken.example', 'unknown'],
  ['a:%{d}', 'unknown'],
  ['ptr', 'neutral'],
  ['redirect=no.example', 'fail'],
  ['IP4:1.1.1.1', 'pass'],
] as const) {
  test(`evaluates ${term} for 1.1.1.1 as ${expected}`, async () => {
    await using server = await startNameServer({
      [DOMAIN]: { txt: [`v=spf1 ${term}`], a: ['1.1.1.1'], mx: [[10, 'mx.example']] },
      'mx.example': { a: ['9.9.9.9', '1.1.1.1'] },
      'near.example': { a: ['1.1.1.200'] },
      'yes.example': { txt: ['v=spf1 ip4:1.1.1.1 -all'] },
      'no.example': { txt: ['v=spf1 ip4:9.9.9.9 -all'] },
      'soft.example': { txt: ['v=spf1 ~all'] },
      'open.example': { txt: ['v=spf1 ?all'] },
      'broken.example': 'SERVFAIL',
    })
    using dns = openDns([server.address])
    const reading = await readSpf(DOMAIN, dns)
    assert.ok(reading.kind === 'read')
    assert.equal(await evaluateSpf(reading.record, '1.1.1.1', dns), expected)
  })
}
