import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDns } from '../../../src/doctor/dns/lookup.ts'
import { startNameServer } from '../../support/dns/name-server.ts'

test('distinguishes a name that does not exist, a name without such a record, and a failure', async () => {
  await using server = await startNameServer({ 'a.example': { a: ['1.1.1.1'] }, 'b.example': 'SERVFAIL' })
  using dns = openDns([server.address])
  assert.deepEqual(await dns.texts('a.example'), { kind: 'none', nameExists: true })
  assert.deepEqual(await dns.texts('gone.example'), { kind: 'none', nameExists: false })
  assert.deepEqual(await dns.addresses('gone.example'), { kind: 'none', nameExists: false })
  assert.equal((await dns.texts('b.example')).kind, 'failed')
  assert.equal((await dns.addresses('b.example')).kind, 'failed')
  assert.equal((await dns.names('1.1.1.1')).kind, 'none')
})

test('looks up 200 records in one run, and none after them', async () => {
  await using server = await startNameServer({})
  using dns = openDns([server.address])
  for (let at = 0; at < 199; at += 1) await dns.texts(`n${at}.example`)
  assert.equal((await dns.texts('last.example')).kind, 'none')
  assert.deepEqual(await dns.texts('more.example'), { kind: 'failed', problem: 'there are too many names' })
  // Known answers stay.
  assert.equal((await dns.texts('LAST.example.')).kind, 'none')
})

test('does not look up invalid names', async () => {
  await using server = await startNameServer({})
  using dns = openDns([server.address])
  for (const name of [
    '',
    '.',
    'a..b',
    '-',
    'a b.example',
    'a\0.example',
    `${'a'.repeat(64)}.example`,
    'ä.example',
  ])
    assert.deepEqual(await dns.texts(name), { kind: 'failed', problem: 'it is not a domain name' }, name)
  for (const name of [`${'a.'.repeat(126)}b`, '_dmarc.a-b.example', 'a_b.example']) await dns.texts(name)
  assert.equal((await dns.mailServers(`${'ab.'.repeat(84)}ab`)).kind, 'failed')
  assert.equal(server.asked.length, 3)
})
