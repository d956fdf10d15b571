/**
 * `npm run bench:files`: MB a second of files that are received, compared with a bare server that streams to a flushed file; the
 * memory that 32 of them take; and the latency of plain submissions while files arrive.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClaimedEndpoints } from './data/claimed-endpoints.ts'
import { createFormRequests } from './data/contact-form.ts'
import { readOptions } from './harness/options.ts'
import { LOAD_CORE, type Subject, spawnOn, startBareFiles, startFormslot } from './harness/processes.ts'
import { bar, publishTable, share } from './harness/report.ts'
import { interleave } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'
import { load, type Round } from './harness/wrk.ts'

const MEBIBYTE = 1024 * 1024
const FILE_BYTES = 25 * MEBIBYTE
/** Files of one round. */
const FILES = 48
/** A fast line of a home sends this much. */
const PACE = MEBIBYTE
const PLAIN_CONNECTIONS = 16

const options = readOptions({ connections: [1, 8, 32], seconds: 5, rounds: 3 })

type Sent = {
  seconds: number
  uploads: number
  p50Ms: number
  p99Ms: number
  statuses: Record<string, number>
}

async function sendFiles(
  address: string,
  { connections, files, pace = 0 }: { connections: number; files: number; pace?: number },
): Promise<Sent> {
  const script = path.join(import.meta.dirname, 'servers/file-load.ts')
  const child = spawnOn(String(LOAD_CORE), [
    script,
    address,
    ...[connections, files, FILE_BYTES, pace].map(String),
  ])
  let text = ''
  for await (const piece of child.stdout) text += String(piece)
  return JSON.parse(text)
}

/** A round of files, which are removed after it, or the next one would measure how the kernel finds memory for their pages; `perSecond` is in MiB. */
async function measure(
  { subject, address, files }: { subject: Subject; address: string; files: string },
  connections: number,
): Promise<Round> {
  const cpuBefore = subject.cpuMs()
  const sent = await sendFiles(address, { connections, files: FILES })
  const { 200: accepted = 0, ...failures } = sent.statuses
  const cpuMs = subject.cpuMs() - cpuBefore
  empty(files)
  return {
    perSecond: (accepted * FILE_BYTES) / MEBIBYTE / sent.seconds,
    p50Ms: sent.p50Ms,
    p99Ms: sent.p99Ms,
    cpuMicros: (1000 * cpuMs) / sent.uploads,
    memoryMb: subject.memory().peak,
    failures,
  }
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-files-'))
const formslot = await startFormslot({ env: { ...NO_MAIL, FORMSLOT_TRUST_PROXY: '127.0.0.0/8' } })
const bare = await startBareFiles(folder)
try {
  const [form = ''] = await createClaimedEndpoints(formslot, 1, { files: true })
  const idleMb = formslot.memory().now
  const files = path.join(formslot.folder, 'files')
  const ours = { subject: formslot, address: `${formslot.base}${form}`, files }
  const theirs = { subject: bare, address: `${bare.base}/`, files: folder }
  const lines: string[][] = []
  const bars = []
  for (const connections of options.connections) {
    const rounds = await interleave({
      rounds: options.rounds,
      subjects: [
        {
          name: 'formslot',
          server: formslot,
          measure: () => measure(ours, connections),
        },
        { name: 'bare', server: bare, measure: () => measure(theirs, connections) },
      ],
    })
    for (const [name, round] of Object.entries(rounds)) {
      lines.push([
        String(connections),
        name,
        share(round.perSecond, rounds.bare.perSecond),
        round.perSecond.toFixed(0),
        round.p50Ms.toFixed(0),
        round.p99Ms.toFixed(0),
        (round.cpuMicros / 1000).toFixed(0),
        round.memoryMb.toFixed(0),
      ])
    }
    bars.push({
      heading: `${connections} at a time`,
      bars: Object.entries(rounds).map(([name, round]) => ({
        ...bar(name, round.perSecond),
        label: `${round.perSecond.toFixed(0)} MiB/s`,
      })),
    })
  }
  const plain = () =>
    load(formslot, {
      connections: PLAIN_CONNECTIONS,
      seconds: options.seconds,
      requests: createFormRequests([form]),
    })
  const beside = async (pace: number) => {
    // Enough files to last longer than the load.
    const count = pace > 0 ? 8 : 400
    const sending = sendFiles(`${formslot.base}${form}`, { connections: 8, files: count, pace })
    const round = await plain()
    await sending
    empty(files)
    return round
  }
  const latency = await interleave({
    rounds: options.rounds,
    subjects: [
      { name: 'alone', measure: plain },
      { name: '8 files at 1 MiB/s each', measure: () => beside(PACE) },
    ],
  })
  const p99 = Object.entries(latency).map(
    ([name, round]) =>
      `${name}: p99 ${round.p99Ms.toFixed(1)} ms (× ${(round.p99Ms / latency.alone.p99Ms).toFixed(2)}), ${Math.round(round.perSecond)}/s`,
  )
  publishTable(
    {
      name: 'files',
      title: 'Files',
      setting:
        `${FILES} files of 25 MiB a round to one claimed form, each answered once its bytes and its submission are flushed. The ` +
        'server has one core, the load another. `bare` is node:http that streams each body to a file and flushes it; it parses, ' +
        `hashes and remembers nothing. Memory idle: ${idleMb.toFixed(0)} MiB. Plain submissions over ${PLAIN_CONNECTIONS} ` +
        `connections: ${p99.join('; ')}.`,
      table: [
        ['at a time', 'server', 'of bare', 'MiB/s', 'p50 ms', 'p99 ms', 'CPU ms', 'highest memory MiB'],
        ...lines,
      ],
      chart: bars,
    },
    { write: options.write, now: new Date() },
  )
} finally {
  await formslot.stop()
  await bare.stop()
  rmSync(folder, { recursive: true, force: true })
}
