import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readSystemCalls, type SystemCall, straceCommand } from '../../faults/support/disk/system-calls.ts'
import { toPlace } from '../../support/files/file-fixture.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0
const PROCESS = path.resolve(import.meta.dirname, '../../support/files/put-process.ts')
const CALLS = ['write', 'writev', 'pwrite64', 'pwritev', 'fdatasync', 'fsync', 'rename', 'mkdir']

test('a file is stored once its bytes, its name and all folders around it are flushed, in this order', {
  skip: hasStrace ? false : 'strace is not installed',
}, async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'formslot-order-'))
  const folder = path.join(parent, 'new', 'files')
  const output = path.join(parent, 'trace')
  // The second one shares the folder of the first level, the third one both.
  const places = [toPlace(1), toPlace(1025), toPlace(1 + 32 ** 4)]
  const calls = await putTraced({ folder, places, output })
  const isMade = ({ name, result }: SystemCall) => name === 'mkdir' && result === 0
  const made = calls.filter(isMade)
  assert.equal(made.length, 6, 'two around all files, the spool, and three for the places')
  for (const place of places) {
    const { renamed, told } = expectStored(calls, { folder, place })
    const inFolder = toFolder(folder, place)
    assertFlushed(calls, inFolder, { after: renamed, before: told })
    for (const each of made.filter(({ target }) => inFolder.startsWith(target))) {
      assertFlushed(calls, path.dirname(each.target), { after: each, before: told })
    }
  }

  // The folders may have been made by a node that has not flushed their names yet.
  const place = toPlace(1 + 2 * 32 ** 4)
  const later = await putTraced({ folder, places: [place], output })
  const { renamed, told } = expectStored(later, { folder, place })
  assert.equal(later.filter(isMade).length, 0)
  const inFolder = toFolder(folder, place)
  for (const each of [inFolder, path.dirname(inFolder), folder, path.dirname(folder)]) {
    assertFlushed(later, each, { after: renamed, before: told })
  }
  await rm(parent, { recursive: true })
})

async function putTraced(request: {
  folder: string
  places: readonly string[]
  output: string
}): Promise<SystemCall[]> {
  const { folder, places, output } = request
  const [command = '', ...options] = straceCommand({ output, calls: CALLS, bytes: 60 })
  const { status, stderr } = spawnSync(command, [...options, process.execPath, PROCESS, folder, ...places])
  assert.equal(status, 0, stderr.toString())
  return readSystemCalls(output)
}

/** Expects that the bytes are flushed before they get their name, and the name before the process says so. */
function expectStored(
  calls: readonly SystemCall[],
  { folder, place }: { folder: string; place: string },
): { renamed: SystemCall; told: SystemCall } {
  const spooled = path.join(folder, 'in', `name-${place}`)
  const written = calls.filter(({ name, target }) => name.includes('write') && target === spooled)
  assert.ok(written.length > 1 && written.length < 10, 'few and large writes')
  const flushed = only(calls, ({ name, target }) => name === 'fdatasync' && target === spooled)
  for (const write of written) assert.ok(write.ended < flushed.began, 'all bytes are flushed')
  const renamed = only(calls, ({ name, paths }) => name === 'rename' && paths[0] === spooled)
  assert.ok(flushed.result === 0 && flushed.ended < renamed.began, 'bytes before the name')
  assert.equal(renamed.paths[1], path.join(toFolder(folder, place), place))
  const told = only(calls, ({ name, bytes }) => name === 'write' && String(bytes) === `stored ${place}\n`)
  return { renamed, told }
}

function assertFlushed(
  calls: readonly SystemCall[],
  folder: string,
  { after, before }: { after: SystemCall; before: SystemCall },
): void {
  const isFlush = ({ name, target, result, began, ended }: SystemCall) =>
    name === 'fsync' && target === folder && result === 0 && began > after.ended && ended < before.began
  assert.ok(calls.some(isFlush), `${folder} is flushed`)
}

function toFolder(folder: string, place: string): string {
  return path.join(folder, place.slice(0, 2), place.slice(2, 4))
}

function only(calls: readonly SystemCall[], isWanted: (call: SystemCall) => boolean): SystemCall {
  const [found, ...more] = calls.filter(isWanted)
  assert.ok(found)
  assert.equal(more.length, 0)
  return found
}
