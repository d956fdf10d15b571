import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTargetFault } from '../../../src/delivery/egress/describe-target-fault.ts'
import { createEgress } from '../../../src/delivery/egress/egress.ts'
import type { EgressSettings } from '../../../src/delivery/egress/target-url.ts'

const PUBLIC_ONLY: EgressSettings = { allowed: [], ports: [443, 8443], http: false, proxy: null }
const LISTEN = 'npx https://forms.acme.org/formslot.tgz listen'

/** Returns the fault of an address, and the sentence about it; null without a fault. */
function explain(url: string, settings: Partial<EgressSettings> = {}): [string, string] | null {
  const egress = createEgress({ ...PUBLIC_ONLY, ...settings })
  const fault = egress.findFault(url)
  const about = { url, settings: egress.settings, listen: LISTEN }
  return fault === null ? null : [fault, describeTargetFault(fault, about)]
}

test('tells a developer which settings allow the address, and which command needs none', () => {
  for (const [url, ...needed] of [
    ['http://127.0.0.1:3000/hook', 'FORMSLOT_EGRESS_ALLOW=127.0.0.1 and FORMSLOT_EGRESS_PORTS=443,8443,3000'],
    ['http://localhost:3000', 'FORMSLOT_EGRESS_ALLOW=127.0.0.1,::1 and FORMSLOT_EGRESS_PORTS=443,8443,3000'],
    ['https://[::1]:8443/', 'FORMSLOT_EGRESS_ALLOW=::1.'],
    ['https://10.0.0.5/', 'FORMSLOT_EGRESS_ALLOW=10.0.0.5.'],
    ['http://192.168.1.7/', 'FORMSLOT_EGRESS_ALLOW=192.168.1.7 and FORMSLOT_EGRESS_PORTS=443,8443,80'],
    ['https://printer.local/', 'FORMSLOT_EGRESS_ALLOW={its IP address}.'],
  ] as const) {
    const [, sentence = ''] = explain(url) ?? []
    for (const part of [...needed, LISTEN]) assert.ok(sentence.includes(part), `${url}: ${sentence}`)
  }
})

test('the settings that a refusal names allow the address', () => {
  for (const url of ['http://127.0.0.1:3000/hook', 'https://[::1]:9000/', 'http://10.0.0.5/']) {
    const [, sentence = ''] = explain(url, { allowed: ['172.16.0.0/12'] }) ?? []
    const [, allow = ''] = /FORMSLOT_EGRESS_ALLOW=(\S+?)(?: |\.$)/.exec(sentence) ?? []
    const [, ports = '443'] = /FORMSLOT_EGRESS_PORTS=([\d,]+)/.exec(sentence) ?? []
    const allowed = allow
      .split(',')
      .map((one) => (one.includes('/') ? one : `${one}/${one.includes(':') ? 128 : 32}`))
    assert.equal(explain(url, { allowed, ports: ports.split(',').map(Number) }), null, sentence)
  }
})

test('names only what is missing', () => {
  const port = explain('http://127.0.0.1:3000', { allowed: ['127.0.0.1/32'] })
  assert.equal(port?.[0], 'port')
  assert.equal(
    port?.[1],
    'This instance posts to the ports 443, 8443 alone. Its operator can allow 3000: FORMSLOT_EGRESS_PORTS=443,8443,3000.',
  )
  assert.deepEqual(explain('https://hooks.acme.org:6379/')?.[0], 'port')
  assert.deepEqual(explain('http://hooks.acme.org/'), ['scheme', 'The address must begin with https://.'])
  // Some address inside may be reached by http, but public ones not.
  assert.equal(explain('http://1.1.1.1/', { allowed: ['10.0.0.0/8'], ports: [80] })?.[0], 'scheme')
  assert.equal(explain('http://1.1.1.1/', { ports: [80], http: true }), null)
  assert.equal(explain('https://hooks.acme.org/'), null)
})

test('promises no setting for a metadata service, and says the same of all that a look-up finds', () => {
  const unreachable = 'This address is not reachable from here.'
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '168.63.129.16', '100.100.100.200'])
    for (const allowed of [[], ['0.0.0.0/0', '::/0']])
      assert.deepEqual(explain(`https://${host}/`, { allowed }), ['host', unreachable], host)
  const about = { url: 'https://hooks.acme.org/', settings: PUBLIC_ONLY, listen: LISTEN }
  assert.equal(describeTargetFault(null, about), unreachable)
})

test('says what is wrong with an address in every other case, and leaves names and addresses to a proxy', () => {
  for (const [url, fault, words] of [
    ['hooks.acme.org', 'no_url', /beginning with https/],
    ['https://ada:secret@hooks.acme.org/', 'credentials', /user name or password/],
    ['https://hooks.acme.org/#a', 'fragment', /fragment/],
  ] as const) {
    const [found, sentence = ''] = explain(url) ?? []
    assert.equal(found, fault)
    assert.match(sentence, words)
    assert.ok(!sentence.includes('secret'))
  }
  const proxy = 'http://127.0.0.1:3128'
  for (const url of ['https://10.0.0.5/', 'https://printer.local/'])
    assert.equal(explain(url, { proxy }), null)
})
