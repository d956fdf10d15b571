import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startServiceProcess } from '../support/service-process.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0

test('the flush has returned before the answer is written: create, submit, claim, disown', {
  skip: hasStrace ? false : 'strace is not installed',
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-trace-'))
  const trace = path.join(dataDir, 'trace')
  await using sink = await startSmtpSink()
  const service = await startServiceProcess({
    dataDir,
    env: { FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, FORMSLOT_MAIL_FROM: 'letters@formslot.dev' },
    under: ['strace', '-f', '-y', '-s', '60', '-e', 'trace=fsync,fdatasync,read,write,writev', '-o', trace],
  })
  assert.ok(service)
  const post = (address: string, fields: Record<string, string>) =>
    fetch(new URL(address, service.base), { method: 'POST', body: new URLSearchParams(fields) })

  const created = (await (await post('/new', { recipient: 'ada@lovelace.dev' })).json()) as {
    form_id: string
  }
  for (let sent = 0; sent < 3; sent += 1) {
    assert.equal((await post(`/f/${created.form_id}`, { message: 'x' })).status, 200)
  }
  await until(() => sink.letters.length === 3)
  const text = sink.letters[0]?.raw.toString().replaceAll('=\r\n', '') ?? ''
  const claim = /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  const disown = /\/disown\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  assert.equal((await fetch(new URL(claim, service.base), { headers: { accept: 'text/html' } })).status, 200)
  assert.equal((await post(disown, {})).status, 200)
  await service.stop()

  const order = readOrder(await readFile(trace, 'utf8'))
  for (const [request, times] of [
    ['POST /new', 1],
    ['POST /f/', 3],
    ['GET /claim/', 1],
    ['POST /disown/', 1],
  ] as const) {
    const found = order.filter((each) => each.request.startsWith(request))
    assert.equal(found.length, times, `${request} was traced`)
    for (const each of found) assert.ok(each.flushed, `${request} was answered before a flush`)
  }
  await rm(dataDir, { recursive: true })
})

/** For each request, in the order read from the socket: whether the log was flushed before its answer was written. */
function readOrder(trace: string): { request: string; flushed: boolean }[] {
  const order: { request: string; flushed: boolean }[] = []
  let current: { request: string; flushed: boolean } | null = null
  for (const line of trace.split('\n')) {
    const request = /read\(\d+<[^>]*>, "((?:POST|GET) \S+)/.exec(line)?.[1]
    if (request) current = { request, flushed: false }
    // strace prints a call whole once it has returned; a resumed one too.
    else if (/f(?:data)?sync\(\d+<[^>]*-wal>\)\s*= 0/.test(line) && current) current.flushed = true
    else if (/writev?\(\d+<(?:socket|TCP)[^\n]*HTTP\/1\.1 [23]/.test(line) && current) {
      order.push(current)
      current = null
    }
  }
  return order
}
