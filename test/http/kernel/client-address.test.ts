import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTrustList } from '../../../src/config/trust-list.ts'
import {
  addressBucket,
  clientAddress,
  createTrust,
  isLoopback,
  networkBucket,
} from '../../../src/http/kernel/client-address.ts'

function trusting(text: string) {
  const parsed = parseTrustList(text)
  if (parsed.kind === 'fault') throw new Error(parsed.fault)
  return createTrust(parsed.ranges)
}

test('the client is the rightmost address that no trusted proxy vouches for', () => {
  const trusts = trusting('10.0.0.0/8, 2001:db8::1, ::ffff:192.168.0.0/112')
  const table: [peer: string, forwardedFor: string | undefined, client: string][] = [
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4'],
    ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['2001:db8::1', '2001:db8:5::5', '2001:db8:5::5'],
    ['192.168.0.7', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', 'garbage', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, garbage', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '0x7f000001', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['10.0.0.1', '[2001:db8:5::5]:443', '2001:db8:5::5'],
    ['10.0.0.1', `1.2.3.4${', 10.0.0.2'.repeat(49)}`, '1.2.3.4'],
    ['10.0.0.1', `1.2.3.4${', 10.0.0.2'.repeat(50)}`, '10.0.0.2'],
  ]
  for (const [peer, forwardedFor, client] of table) {
    assert.equal(clientAddress({ peer, forwardedFor, trusts }), client, `${peer} ${forwardedFor}`)
  }
  assert.equal(clientAddress({ peer: '10.0.0.1', forwardedFor: '1.2.3.4', trusts: trusting('') }), '10.0.0.1')
})

test('one IPv4 address or one IPv6 /64 is one client', () => {
  assert.equal(addressBucket('1.2.3.4'), '1.2.3.4')
  assert.equal(addressBucket('::ffff:1.2.3.4'), '1.2.3.4')
  assert.equal(addressBucket('2001:db8:1:2:3:4:5:6'), addressBucket('2001:db8:1:2:ffff::1'))
  assert.notEqual(addressBucket('2001:db8:1:2::1'), addressBucket('2001:db8:1:3::1'))
  assert.equal(addressBucket('fe80::1%eth0'), addressBucket('fe80::1'))
})

test('one IPv6 /48 is one network, and IPv4 addresses have none', () => {
  const network = (address: string) => networkBucket(addressBucket(address))
  assert.equal(network('2001:db8:1:2::1'), '2001:db8:1::/48')
  assert.equal(network('2001:db8:1:ffff::1'), network('2001:db8:1:2::1'))
  assert.notEqual(network('2001:db8:2:2::1'), network('2001:db8:1:2::1'))
  for (const address of ['1.2.3.4', '::ffff:1.2.3.4', 'unreadable', 'unreadable/64']) {
    assert.equal(network(address), null, address)
  }
})

test('recognizes loopback in every notation', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.equal(isLoopback(address), true, address)
  for (const address of ['10.0.0.1', '::', '2001:db8::1', 'localhost', ''])
    assert.equal(isLoopback(address), false, address)
})
