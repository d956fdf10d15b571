import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { doctor } from '../../../src/commands/doctor.ts'
import { checkMailDns } from '../../../src/doctor/dns/mail-dns.ts'
import { startNameServer, type Zone } from '../../support/dns/name-server.ts'
import { parseConfig } from '../../support/service/configuration.ts'

const FROM = 'forms.example.org'
const BOUNCE = 'bounce.forms.example.org'
const KEY_NAME = `mail._domainkey.${FROM}`
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const DKIM = `v=DKIM1; k=rsa; p=${published}`

/** Records with which every check is well. */
const RIGHT = {
  [FROM]: { txt: ['v=spf1 ip4:1.1.1.1 -all'] },
  [BOUNCE]: { txt: ['v=spf1 ip4:1.1.1.1 -all'], mx: [[10, 'mail.example.org']] },
  [KEY_NAME]: { txt: [DKIM] },
  '_dmarc.example.org': { txt: ['v=DMARC1; p=reject; sp=quarantine'] },
  [`_mta-sts.${BOUNCE}`]: { txt: ['v=STSv1; id=20261127T180000;'] },
  [`mta-sts.${BOUNCE}`]: { a: ['1.1.1.1'] },
  'mail.example.org': { a: ['1.1.1.1'] },
  '1.1.1.1.in-addr.arpa': { ptr: ['mail.example.org'] },
} satisfies Zone

const ENVIRONMENT = {
  FORMSLOT_BASE_URL: 'https://forms.example.org',
  FORMSLOT_SMTP_URL: 'smtp://mail.example.org:587',
  FORMSLOT_MAIL_FROM: `Forms <emails@${FROM}>`,
  FORMSLOT_BOUNCE_ADDRESS: `b+{token}@${BOUNCE}`,
  FORMSLOT_DKIM_DOMAIN: FROM,
  FORMSLOT_DKIM_SELECTOR: 'mail',
  FORMSLOT_DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** Checks with some records changed; null removes one. Lists the findings with their fixes. */
async function check(
  changes: Readonly<Record<string, Zone[string] | null>> = {},
  options: { env?: Record<string, string>; bounceDomain?: string; totalMs?: number } = {},
): Promise<string[]> {
  const zone = Object.fromEntries(
    Object.entries({ ...RIGHT, ...changes }).filter(([, records]) => records !== null),
  ) as Zone
  await using server = await startNameServer(zone)
  const { env = {}, bounceDomain = BOUNCE, totalMs } = options
  const FORMSLOT_BOUNCE_ADDRESS = `b+{token}@${bounceDomain}`
  const config = parseConfig({ ...ENVIRONMENT, FORMSLOT_BOUNCE_ADDRESS, ...env })
  const findings = await checkMailDns(config, {
    nameServers: [server.address],
    ...(totalMs === undefined ? {} : { totalMs }),
  })
  return findings.map(
    ({ name, status, message, fix }) => `${status} ${name}: ${message}${fix ? ` | ${fix}` : ''}`,
  )
}

/** The only finding that is not well. */
async function warning(...given: Parameters<typeof check>): Promise<string> {
  const found = (await check(...given)).filter((finding) => !finding.startsWith('ok '))
  assert.equal(found.length, 1, found.join('\n'))
  return found[0] ?? ''
}

test('finds nothing wrong with correct records', async () => {
  assert.deepEqual(await check(), [
    `ok SPF: ${BOUNCE}: 0 of 10 lookups, ends in -all; allows mail.example.org (1.1.1.1)`,
    `ok SPF: ${FROM}: 0 of 10 lookups, ends in -all; allows mail.example.org (1.1.1.1)`,
    `ok DKIM: ${KEY_NAME} has the public key, 2048 bits`,
    'ok DMARC: example.org: policy quarantine; DKIM aligned; SPF aligned',
    'ok reverse DNS: 1.1.1.1 has the name mail.example.org, which resolves back to it',
    `ok bounce domain: ${BOUNCE} receives at mail.example.org`,
    `ok MTA-STS: _mta-sts.${BOUNCE} has an id; the policy is a file at https://mta-sts.${BOUNCE}/, which is not checked here`,
  ])
})

test('checks nothing without a mail server, or on a developer’s machine', async () => {
  const { FORMSLOT_BASE_URL: _, ...local } = ENVIRONMENT
  await using server = await startNameServer({})
  const options = { nameServers: [server.address] }
  const [finding, ...others] = await checkMailDns(parseConfig(local), options)
  assert.deepEqual([finding?.status, others], ['ok', []])
  assert.deepEqual(await checkMailDns(parseConfig({}), options), [])
  assert.deepEqual(server.asked, [])
})

test('without a bounce address, the envelope sender is the From address', async () => {
  const { FORMSLOT_BASE_URL, FORMSLOT_SMTP_URL, FORMSLOT_MAIL_FROM } = ENVIRONMENT
  await using server = await startNameServer(RIGHT)
  const config = parseConfig({ FORMSLOT_BASE_URL, FORMSLOT_SMTP_URL, FORMSLOT_MAIL_FROM })
  const findings = await checkMailDns(config, { nameServers: [server.address] })
  assert.deepEqual(
    findings.map(({ name }) => name),
    ['SPF', 'DMARC', 'reverse DNS'],
  )
  assert.match(findings[1]?.message ?? '', /DKIM signed by the mail server; SPF aligned/)
})

test('reports once that no name server answers', async () => {
  const config = parseConfig(ENVIRONMENT)
  const options = { nameServers: ['127.0.0.1:1'] }
  const findings = await checkMailDns(config, options)
  assert.deepEqual(
    findings.map(({ name, status }) => [name, status]),
    [['mail DNS', 'warn']],
  )
})

test('a name server that stops answering ends the checks in time', async () => {
  const silent = Object.fromEntries(Object.keys(RIGHT).map((name) => [name, 'silent' as const]))
  const began = performance.now()
  const [finding] = await check(silent, { totalMs: 200 })
  assert.match(finding ?? '', /^warn mail DNS: not checked: no name server answered in time/)
  const found = await check({ ...silent, [FROM]: RIGHT[FROM] }, { totalMs: 200 })
  assert.ok(found.length > 3)
  assert.ok(performance.now() - began < 4000)
})

test('DKIM: says which record to add or to replace', async () => {
  const strings = `"${DKIM.slice(0, 255)}" "${DKIM.slice(255)}"`
  assert.equal(
    await warning({ [KEY_NAME]: null }),
    `warn DKIM: ${KEY_NAME} has no record, so every signature fails | add ${KEY_NAME} TXT ${strings}`,
  )
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const another = other.export({ type: 'spki', format: 'der' }).toString('base64')
  for (const [text, message] of [
    [`v=DKIM1; p=${another}`, /does not match FORMSLOT_DKIM_KEY/],
    ['v=DKIM1; p=', /revoked/],
    ['v=DKIM1; p', /p= is missing/],
    [`v=DKIM2; p=${published}`, /v= is not DKIM1/],
    [`k=ed25519; p=${published}`, /not RSA/],
    [`h=sha1; p=${published}`, /SHA-256/],
    [`s=tlsrpt; p=${published}`, /not for email/],
    [`${DKIM}; t=y:s`, /only being tested \(t=y\)/],
    ['p=!!!', /does not match FORMSLOT_DKIM_KEY/],
    ['', /p= is missing/],
  ] as const) {
    const found = await warning({ [KEY_NAME]: { txt: [text] } })
    assert.match(found, message)
    assert.ok(found.endsWith(`| replace it with ${KEY_NAME} TXT ${strings}`), found)
  }
  assert.match(await warning({ [KEY_NAME]: { txt: [DKIM, DKIM] } }), /has 2 records/)
  assert.match(await warning({ [KEY_NAME]: 'SERVFAIL' }), /cannot be looked up/)
})

test('DKIM: accepts every valid form of the record', async () => {
  const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')
  for (const text of [
    `p=${published}`,
    `v=DKIM1; h=sha1:sha256; s=email; t=s; p=${published}; n=x`,
    `v=DKIM1;p=${published.slice(0, 100)} ${published.slice(100)};`,
    `V=DKIM1; K=RSA; P=${pkcs1}`,
  ]) {
    const found = await check({ [KEY_NAME]: { txt: [text] } })
    assert.ok(found.includes(`ok DKIM: ${KEY_NAME} has the public key, 2048 bits`), text)
  }
})

test('DKIM: warns of a short key', async () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const txt = [`p=${short.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`]
  const env = { FORMSLOT_DKIM_KEY: short.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  assert.match(
    await warning({ [KEY_NAME]: { txt } }, { env }),
    /1024 bits; receivers expect 2048 \| generate a key/,
  )
})

test('DMARC: says which record to add or to replace', async () => {
  const dmarc = (...txt: string[]) => ({ '_dmarc.example.org': null, [`_dmarc.${FROM}`]: { txt } })
  assert.match(
    await warning({ '_dmarc.example.org': null }),
    /^warn DMARC: .* has no DMARC record.* \| add _dmarc\.forms\.example\.org TXT "v=DMARC1; p=none"/,
  )
  assert.match(await warning(dmarc('v=spf1 -all', 'v=DMARC10; p=none')), /has no DMARC record/)
  assert.match(await warning(dmarc('v=DMARC1; p=none', 'v=DMARC1; p=reject')), /has 2 DMARC records/)
  assert.match(
    await warning(dmarc('v=DMARC1; p=maybe; pct=5')),
    /p=maybe \| replace it with .*"v=DMARC1; pct=5; p=none"$/,
  )
  assert.match(await warning(dmarc('v=DMARC1; rua=mailto:x@example.org')), /has an unknown policy/)
  assert.match(await warning({ [`_dmarc.${FROM}`]: 'SERVFAIL' }), /DMARC: .* cannot be looked up/)
})

test('DMARC: strict alignment requires the domain itself', async () => {
  const strict = (tags: string) => ({ [`_dmarc.${FROM}`]: { txt: [`v=DMARC1; p=reject; ${tags}`] } })
  const above = { FORMSLOT_DKIM_DOMAIN: 'example.org' }
  const key = { 'mail._domainkey.example.org': { txt: [DKIM] } }
  assert.match(
    await warning({ ...strict('adkim=s'), ...key }, { env: above }),
    /requires signatures of forms\.example\.org itself \(adkim=s\), but example\.org signs \| .*"v=DMARC1; p=reject; adkim=r"/,
  )
  // The signature is enough.
  const found = await check(strict('aspf=s'))
  assert.ok(
    found.some((finding) => finding.endsWith('policy reject; DKIM aligned; SPF not aligned')),
    found.join('\n'),
  )
})

test('DMARC: an envelope sender in another domain requires a signature', async () => {
  const elsewhere = 'bounce.example.net'
  const more = {
    [elsewhere]: RIGHT[BOUNCE],
    '_dmarc.example.net': { txt: ['v=DMARC1; p=none'] },
  }
  const { FORMSLOT_DKIM_DOMAIN, FORMSLOT_DKIM_SELECTOR, FORMSLOT_DKIM_KEY, ...env } = ENVIRONMENT
  await using server = await startNameServer({ ...RIGHT, ...more })
  const options = { nameServers: [server.address] }
  const findings = await checkMailDns(
    parseConfig({ ...env, FORMSLOT_BOUNCE_ADDRESS: `b-{token}@${elsewhere}` }),
    options,
  )
  const dmarc = findings.find(({ name }) => name === 'DMARC')
  assert.equal(dmarc?.status, 'warn')
  assert.match(dmarc?.message ?? '', /bounce\.example\.net is not aligned/)
  const signed = await check(more, { bounceDomain: elsewhere })
  assert.ok(
    signed.some((finding) => /^ok DMARC: .*DKIM aligned; SPF not aligned/.test(finding)),
    signed.join('\n'),
  )
})

test('DMARC: the record of a registry does not count', async () => {
  // Without the tag, both would belong to the same organization.
  const registry = (tag: string) => ({
    '_dmarc.example.org': { txt: [`v=DMARC1; p=none${tag}`] },
    [`_dmarc.${FROM}`]: { txt: ['v=DMARC1; p=none'] },
    'bounce.example.org': RIGHT[BOUNCE],
  })
  const find = async (tag: string) =>
    (await check(registry(tag), { bounceDomain: 'bounce.example.org' })).find((one) => one.includes('DMARC'))
  assert.match((await find('')) ?? '', /SPF aligned/)
  assert.match((await find('; psd=y')) ?? '', /SPF not aligned/)
})

test('reverse DNS: says which record to ask for', async () => {
  const wanted = '| ask the provider of the address for 1.1.1.1.in-addr.arpa PTR mail.example.org.'
  for (const records of [null, { ptr: ['other.example.org'] }, { ptr: ['elsewhere.example.org'] }]) {
    const elsewhere = { 'elsewhere.example.org': { a: ['9.9.9.9'] } }
    const found = await warning({ '1.1.1.1.in-addr.arpa': records, ...elsewhere })
    assert.ok(
      found.startsWith('warn reverse DNS: 1.1.1.1 of mail.example.org') && found.endsWith(wanted),
      found,
    )
  }
  assert.match(await warning({ '1.1.1.1.in-addr.arpa': 'SERVFAIL' }), /SERVFAIL/)
  const ipv6 = {
    'mail.example.org': { a: ['1.1.1.1'], aaaa: ['2606:4700::1111'] },
    [FROM]: { txt: ['v=spf1 a:mail.example.org -all'] },
    [BOUNCE]: { ...RIGHT[BOUNCE], txt: ['v=spf1 a:mail.example.org -all'] },
  }
  const name = `1.1.1.1.${'0.'.repeat(20)}0.0.7.4.6.0.6.2.ip6.arpa`
  assert.match(await warning(ipv6), new RegExp(`for ${name.replaceAll('.', '\\.')} PTR`))
  const found = await check({ ...ipv6, [name]: { ptr: ['x.example.org', 'mail.example.org'] } })
  assert.ok(
    found.includes(
      'ok reverse DNS: 2606:4700::1111 has the name mail.example.org, which resolves back to it',
    ),
  )
})

test('bounce domain: says which MX to add or to correct', async () => {
  const mx = (...servers: (readonly [number, string])[]) => ({ [BOUNCE]: { ...RIGHT[BOUNCE], mx: servers } })
  const stsless = { [`_mta-sts.${BOUNCE}`]: null }
  assert.match(
    await warning({ ...mx(), ...stsless }),
    /has no MX, so bounces cannot be delivered \| add bounce\.forms\.example\.org MX 10 forms\.example\.org\.,/,
  )
  assert.match(await warning(mx([0, '.'])), /null MX/)
  assert.match(
    await warning(mx([10, 'mail.example.org'], [20, 'gone.example.org'])),
    /gone\.example\.org, the MX of .* has no address/,
  )
  const second = { 'b.example.org': { a: ['1.1.1.1'] } }
  const found = await check({ ...mx([20, 'mail.example.org'], [10, 'b.example.org']), ...second })
  assert.ok(found.includes(`ok bounce domain: ${BOUNCE} receives at b.example.org, mail.example.org`))
})

test('MTA-STS: is optional, and has one record with an id and an address', async () => {
  const sts = (...txt: string[]) => ({ [`_mta-sts.${BOUNCE}`]: { txt } })
  const none = await check({ [`_mta-sts.${BOUNCE}`]: null })
  assert.ok(none.some((finding) => /^ok MTA-STS: .* has none/.test(finding)))
  const replace = `replace it with _mta-sts.${BOUNCE} TXT "v=STSv1; id=1"`
  for (const id of ['', 'id=', 'id=a-b', `id=${'a'.repeat(33)}`])
    assert.ok((await warning(sts(`v=STSv1; ${id}`))).endsWith(replace), id)
  assert.match(await warning(sts('v=STSv1; id=1', 'v=STSv1; id=2')), /has 2 records/)
  assert.match(
    await warning({ [`mta-sts.${BOUNCE}`]: null }),
    /has no address, so nobody can fetch the policy/,
  )
})

const CONTROL = '\u001b[2J\u001b]0;x\u0007\r\nok  forged\u202e\u0000'

test('neither control characters nor long texts of a record reach the terminal', async () => {
  const hostile = {
    [FROM]: { txt: [`v=spf1 ${CONTROL} ${'include:x '.repeat(500)} ip4:1.1.1.1 +all`] },
    [BOUNCE]: { txt: [`v=spf1 a:${CONTROL.repeat(10)} ~all`], mx: [[10, 'a\u001b[31mb.example']] as const },
    [KEY_NAME]: { txt: [`v=${CONTROL}`] },
    [`_dmarc.${FROM}`]: { txt: [`v=DMARC1; p=${CONTROL}${'y'.repeat(8000)}`] },
    [`_mta-sts.${BOUNCE}`]: { txt: [`v=STSv1; id=${CONTROL}`] },
    '1.1.1.1.in-addr.arpa': { ptr: ['a\u001b[31mb.example', 'c"d.example'] },
  }
  const found = await check(hostile)
  for (const finding of found) {
    assert.doesNotMatch(finding, /[\p{Cc}\u202e]/u)
    assert.ok(finding.length < 3000, `${finding.length}`)
  }
  assert.ok(found.filter((finding) => finding.startsWith('warn')).length >= 5)
})

test('records of 60 kB, and a thousand of them, are read within ten seconds', async () => {
  const began = performance.now()
  await check({ [FROM]: { txt: [`v=spf1 ${'ip4:1.1.1.1 '.repeat(5000)}-all`] } })
  await check({ [`_dmarc.${FROM}`]: { txt: [`v=DMARC1; ${'p=none;'.repeat(8000)}`] } })
  const thousand = Array.from({ length: 1000 }, (_, at) => `v=DMARC1; p=${at}`)
  assert.match(await warning({ [`_dmarc.${FROM}`]: { txt: thousand } }), /has 100 DMARC records/)
  await check({ [BOUNCE]: { mx: Array.from({ length: 500 }, (_, at) => [at, `m${at}.example`] as const) } })
  await check({ '1.1.1.1.in-addr.arpa': { ptr: Array.from({ length: 500 }, (_, at) => `m${at}.example`) } })
  assert.ok(performance.now() - began < 10_000)
})

test('the doctor prints a line about the records', async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), 'formslot-dns-'))
  const { FORMSLOT_BASE_URL: _, ...local } = ENVIRONMENT
  const config = parseConfig({
    ...local,
    FORMSLOT_DATA_DIR: place.path,
    FORMSLOT_SMTP_URL: 'smtp://127.0.0.1:1',
  })
  const { text } = await doctor(config, { format: 'text', sendTest: null, now: new Date() })
  assert.match(text, /ok {4}mail DNS {10}not checked, because the base URL is on this machine/)
})
