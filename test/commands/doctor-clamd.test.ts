import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkClamd } from '../../src/doctor/clamd.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { openRawServer } from '../support/judging/raw-server.ts'
import { parseConfig } from '../support/service/configuration.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
/** Largest file of the shipped plans. */
const LARGEST = 25 * 1024 ** 2
const FOUND = 'stream: Eicar-Signature FOUND\0'
const FRESH = 'ClamAV 1.4.6/27820/Mon Nov 23 09:00:00 2026\0'

/** Returns the findings about a daemon with these answers, which reads files of up to `maxBytes`. */
async function examine({
  scan = FOUND,
  version = FRESH,
  maxBytes = LARGEST,
  env = {},
}: {
  scan?: string
  version?: string
  maxBytes?: number
  env?: Record<string, string>
}): Promise<Finding[]> {
  await using server = await openRawServer((socket, received) => {
    if (received === 'zPING\0') return void socket.end('PONG\0')
    if (received === 'zVERSION\0') return void socket.end(version)
    const [, length = ''] = /^zINSTREAM\0(.{4})$/s.exec(received) ?? []
    if (length === '') return void socket.end(scan)
    const isTooLarge = Buffer.from(length, 'latin1').readUInt32BE() > maxBytes
    socket.end(isTooLarge ? 'INSTREAM size limit exceeded. ERROR\0' : '')
  })
  return await checkClamd(parseConfig({ FORMSLOT_CLAMD: `127.0.0.1:${server.port}`, ...env }), NOW)
}

const states = (findings: readonly Finding[]) => findings.map(({ name, status }) => `${name}: ${status}`)

test('the doctor asks no scanner where none is set', async () => {
  assert.deepEqual(await checkClamd(parseConfig({}), NOW), [])
})

test('the doctor finds a scanner in order that finds the test text, is new and reads the largest files', async () => {
  const findings = await examine({})
  assert.deepEqual(states(findings), ['ClamAV: ok', 'ClamAV signatures: ok', 'ClamAV file size: ok'])
  assert.match(findings[0]?.message ?? '', /Eicar-Signature/)
})

test('the doctor warns about signatures that are more than 7 days old, and about none of ClamAV', async () => {
  const stateAt = async (version: string) => {
    const [, finding] = await examine({ version })
    return { status: finding?.status, message: finding?.message ?? '', fix: finding?.fix ?? '' }
  }
  const dated = (date: string) => stateAt(`ClamAV 1.4.6/27820/${date}\0`)
  // These dates have no zone, so the edge is only as sharp as that of this machine.
  assert.equal((await dated('Mon Nov 16 12:00:00 2026')).status, 'ok')
  assert.equal((await dated('Sat Nov 14 12:00:00 2026')).status, 'warn')
  const old = await dated('Tue Sep  1 08:00:00 2026')
  assert.match(old.message, /8[2-4] days old/)
  assert.match(old.fix, /freshclam/)
  assert.match((await stateAt('ClamAV 1.4.6\0')).message, /only those of others/)
  assert.equal((await dated('tomorrow')).status, 'warn')
})

test('the doctor warns about a scanner that reads less than the largest file of all plans', async () => {
  const [, , small] = await examine({ maxBytes: LARGEST - 1 })
  assert.equal(small?.status, 'warn')
  assert.match(small?.message ?? '', /25 MiB/)
  assert.match(small?.fix ?? '', /StreamMaxLength to 25M/)
})

test('the doctor says what is wrong with a scanner that does not find the test text, and looks no further', async () => {
  const blind = await examine({ scan: 'stream: OK\0' })
  assert.deepEqual(states(blind), ['ClamAV: warn'])
  assert.match(blind[0]?.fix ?? '', /freshclam/)
  const [broken] = await examine({ scan: "Can't allocate memory ERROR\0" })
  assert.match(broken?.message ?? '', /Can't allocate memory ERROR; files are not scanned$/)
  const [tiny] = await examine({ scan: 'INSTREAM size limit exceeded. ERROR\0' })
  assert.match(tiny?.fix ?? '', /StreamMaxLength/)
})

test('the doctor says how to reach a scanner that is not there, and what is shut meanwhile', async () => {
  const [away] = await examine({
    env: { FORMSLOT_CLAMD: 'unix:/nowhere/clamd.ctl', FORMSLOT_CLAMD_REQUIRED: '1' },
  })
  assert.equal(away?.status, 'warn')
  assert.match(away?.message ?? '', /^\/nowhere\/clamd\.ctl: ENOENT; no new file can be downloaded$/)
  assert.match(away?.fix ?? '', /LocalSocket/)
  await using other = await openRawServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0'))
  const [web] = await examine({ env: { FORMSLOT_CLAMD: `127.0.0.1:${other.port}` } })
  assert.match(web?.fix ?? '', /another program answers there/)
})
