import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type BackupRequest, backup } from '../../src/commands/backup/backup.ts'
import { createReport, formatLine, toEntryName } from '../../src/commands/backup/file-entries.ts'
import { packFiles } from '../../src/commands/backup/pack-files.ts'
import { restore } from '../../src/commands/backup/restore.ts'
import { openFolderFiles } from '../../src/store/files/folder-files.ts'
import { startFakeS3 } from '../support/files/fake-s3.ts'
import { toPlace } from '../support/files/file-fixture.ts'
import { toBackupRequest } from '../support/fixtures/backup-request.ts'
import { ownerWithFiles, PDF, PNG, sha256 } from '../support/fixtures/files.ts'
import { packTar, type TarContent } from '../support/fixtures/hostile-tar.ts'
import { anyPostgres } from '../support/postgres/postgres.ts'
import { aboutPostgres } from '../support/postgres/test-database.ts'
import { startService, type TestService } from '../support/service/service.ts'

const run = promisify(execFile)
const NOW = new Date('2026-11-10T09:00:00.000Z')
const LARGE = Buffer.concat([PDF, Buffer.alloc(3 * 1024 * 1024, 'x')])

async function openPlace() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-backup-files-'))
  return {
    at: (...names: string[]) => path.join(folder.path, ...names),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const toRequest = (file: string, more: Partial<BackupRequest> = {}) =>
  toBackupRequest(file, { now: NOW, ...more })

/** Sends three files in two submissions, and returns their places with the owner. */
async function sendFiles(service: TestService) {
  const { owner, id, attach } = await ownerWithFiles(service)
  const first = await attach([
    ['cv', ['cv.pdf', LARGE]],
    ['photo', ['me.png', PNG]],
  ])
  const second = await attach([['cv', ['second.pdf', PDF]]])
  assert.deepEqual([first.status, second.status], [200, 200], first.text)
  const rows = await service.sql('select place, name from files order by place')
  const places = rows.map(({ place }) => String(place))
  const find = (name: string) => String(rows.find((row) => row.name === name)?.place)
  return { owner, id, places, find }
}

function openFiles(dataDir: string) {
  const folder = path.join(dataDir, 'files')
  const toPath = (place: string) => path.join(folder, place.slice(0, 2), place.slice(2, 4), place)
  return { files: openFolderFiles(folder), toPath }
}

test('files come back in a restore elsewhere, byte by byte, and their owner sees them', async () => {
  await using place = await openPlace()
  const file = place.at('night.tar')
  const dataDir = place.at('data')
  await using service = await startService({ dataDir, database: 'file', now: NOW })
  const { owner, places } = await sendFiles(service)
  // The first comparison marks the folder.
  for (let purge = 0; purge < 2; purge += 1) await service.service.purge()
  const marker = await openFiles(dataDir).files.readMarker()
  const [instance] = await service.sql('select files_id from instance')
  assert.ok(marker !== null && instance?.files_id === marker)
  const said: string[] = []
  const shown: string[] = []
  const made = await backup(
    service.config,
    toRequest(file, { say: (line) => said.push(line), show: (line) => shown.push(line) }),
  )
  assert.equal(made.done, true, made.output)
  assert.match(made.output, /^ {2}formslot\.db: .*submissions 3, files 3, /m)
  assert.match(made.output, /^ {2}files: 3 files \(3\sMiB\)$/m)
  assert.match(said.join('\n'), /^Packing 3 files \(3\sMiB\); .* has [\d.]+\s[KMGT]iB free\.$/)
  assert.match(shown[0] ?? '', /^\[#* *\] +\d+ % {2}\d\.\d of 3\.0 MiB$/)
  assert.equal(shown.at(-1), '', 'the line of progress is removed')
  assert.deepEqual(readdirSync(place.at()).sort(), ['data', 'night.tar'], 'no drafts are left')

  // Without this program: any tar, and sha256sum.
  const listed = (await run('tar', ['-tf', file])).stdout.trimEnd().split('\n')
  assert.deepEqual(listed, [
    'manifest.json',
    'formslot.db',
    'secret',
    'files.sha256',
    ...places.map(toEntryName),
    'files.json',
  ])
  await run('sh', [
    '-c',
    'mkdir "$1" && tar -xf "$0" -C "$1" && cd "$1" && sha256sum -c files.sha256',
    file,
    place.at('tar'),
  ])

  const { json: before } = await owner.get('/submissions')
  await service.close()
  const checked = await restore(service.config, { file, to: null, check: true, now: NOW })
  assert.match(checked.output, /^ {2}files: 3 files/m)
  const to = place.at('restored')
  const [told, drawn]: [string[], string[]] = [[], []]
  const { output } = await restore(service.config, {
    ...{ file, to, check: false, now: NOW },
    say: (line) => told.push(line),
    show: (line) => drawn.push(line),
  })
  assert.match(output, /^ {2}files: 3 files/m)
  assert.match(told.join('\n'), /^Restoring [\d.]+\sMiB, with 3 files \(3\sMiB\) of visitors\.$/)
  assert.match(drawn.at(-2) ?? '', /^\[#{24}\] 100 % {2}(\d+\.\d) of \1 MiB/, 'the database is counted, too')
  assert.equal(drawn.at(-1), '')
  assert.deepEqual(readdirSync(to).sort(), ['files', 'formslot.db', 'lock', 'secret'])
  for (const each of places) {
    const { toPath } = openFiles(to)
    assert.deepEqual(readFileSync(toPath(each)), readFileSync(openFiles(dataDir).toPath(each)))
    for (const name of [toPath(each), path.dirname(toPath(each))]) {
      assert.equal(statSync(name).mode & 0o077, 0, name)
    }
  }

  await using again = await startService({ dataDir: to, database: 'file', now: NOW })
  for (let purge = 0; purge < 2; purge += 1) await again.service.purge()
  const ownMarker = await openFiles(to).files.readMarker()
  assert.ok(ownMarker !== null && ownMarker !== marker, 'the original may still use its files')
  const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
  const { json: after } = await again.get('/api/v1/submissions', headers)
  assert.deepEqual(after, before)
})

test('tells of files that are missing or damaged, packs the rest, and fails', async () => {
  await using place = await openPlace()
  const file = place.at('night.tar')
  const dataDir = place.at('data')
  await using service = await startService({ dataDir, database: 'file', now: NOW })
  const { find } = await sendFiles(service)
  const { files, toPath } = openFiles(dataDir)
  const [gone, short] = [find('me.png'), find('second.pdf')]
  await files.delete(gone)
  writeFileSync(toPath(short), PDF.subarray(1))
  const made = await backup(service.config, toRequest(file))
  assert.equal(made.done, false)
  assert.ok(made.output.includes(`1 of them are missing where files are stored:\n  ${gone}\n`), made.output)
  assert.ok(made.output.includes(`1 of them are damaged, and packed as they are:\n  ${short}\n`), made.output)
  assert.match(made.output, /Restore these from an earlier backup\. All else is in this one\./)

  await service.close()
  const to = place.at('restored')
  const { output } = await restore(service.config, { file, to, check: false, now: NOW })
  assert.ok(output.includes(gone) && output.includes(short))
  const restored = openFiles(to)
  assert.equal(await restored.files.open(gone), null)
  assert.deepEqual(readFileSync(restored.toPath(short)), PDF.subarray(1))
  assert.deepEqual(readFileSync(restored.toPath(find('cv.pdf'))), LARGE)
})

test('a file that is deleted while the backup is made is no fault', async () => {
  await using place = await openPlace()
  const [kept, deleted, lost] = [toPlace(1), toPlace(2), toPlace(3)]
  const { report, entries } = await packWith(place.at('list'), [kept, deleted, lost], {
    open: async (each) => (each === kept ? { bytes: 0, stream: Readable.from([]) } : null),
    // Its row was there when the database was copied.
    isNamed: async (each) => each !== deleted,
  })
  assert.deepEqual(report, { missing: [lost], damaged: [], deleted: [deleted] })
  assert.deepEqual(
    entries.map(({ name }) => name),
    [`files/${kept}`, 'files.json'],
  )
})

/** Packs files of these places, all with the hash of nothing, into memory. */
async function packWith(
  listFile: string,
  places: readonly string[],
  parts: Pick<Parameters<typeof packFiles>[1], 'isNamed'> & {
    open: (place: string) => ReturnType<ReturnType<typeof openFolderFiles>['open']>
  },
) {
  writeFileSync(
    listFile,
    places.map((each) => formatLine({ place: each, sha256: sha256(Buffer.alloc(0)) })).join(''),
  )
  const entries: { name: string; content: Buffer }[] = []
  const report = await packFiles(
    async ({ name, bytes }, chunks) => {
      const content = await buffer(chunks)
      assert.equal(content.length, bytes, 'the header tells the size')
      entries.push({ name, content })
    },
    { listFile, fileStore: { open: parts.open }, isNamed: parts.isNamed, progress: { add() {} } },
  )
  return { report, entries }
}

test('a part that the disk does not return is packed as zeros, and the file told as damaged', async () => {
  await using place = await openPlace()
  const only = toPlace(1)
  const { report, entries } = await packWith(place.at('list'), [only], {
    async open() {
      async function* failing() {
        yield Buffer.from('four')
        throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
      }
      return { bytes: 10, stream: Readable.from(failing()) }
    },
    isNamed: async () => true,
  })
  assert.deepEqual(report, { missing: [], damaged: [only], deleted: [] })
  assert.deepEqual(entries[0]?.content, Buffer.from('four\0\0\0\0\0\0'))
})

test('leaves the files out only when asked, and says so', async () => {
  await using place = await openPlace()
  const file = place.at('night.tar')
  await using service = await startService({ dataDir: place.at('data'), database: 'file', now: NOW })
  await sendFiles(service)
  const made = await backup(service.config, toRequest(file, { withFiles: false }))
  assert.equal(made.done, true)
  assert.match(made.output, /doesn't contain the files of visitors/)
  const listed = (await run('tar', ['-tf', file])).stdout.trimEnd().split('\n')
  assert.deepEqual(listed, ['manifest.json', 'formslot.db', 'secret'])
  await service.close()
  const { output } = await restore(service.config, { file, to: place.at('to'), check: false, now: NOW })
  assert.match(output, /doesn't contain the files of visitors/)
})

test('a disk with too little room for the files is refused before anything is written', async () => {
  await using place = await openPlace()
  await using service = await startService({ dataDir: place.at('data'), database: 'file', now: NOW })
  await sendFiles(service)
  {
    using database = new DatabaseSync(service.databaseFile())
    database.exec(`update files set bytes = ${2 ** 50}`)
  }
  await assert.rejects(
    backup(service.config, toRequest(place.at('night.tar'))),
    /the backup needs \d{10,} MiB: twice the database, all files.*Write it to another disk/,
  )
  assert.deepEqual(readdirSync(place.at()), ['data'])
})

test('packs the files of a bucket, and restores them into a folder', async () => {
  await using place = await openPlace()
  await using s3 = await startFakeS3()
  const file = place.at('night.tar')
  const { endpoint, bucket, prefix, region, key, secret } = s3.address
  const env = {
    FORMSLOT_FILES: `s3://${bucket}/${prefix}`,
    FORMSLOT_S3_ENDPOINT: endpoint,
    FORMSLOT_S3_REGION: region,
    FORMSLOT_S3_KEY: key,
    FORMSLOT_S3_SECRET: secret,
  }
  await using service = await startService({ dataDir: place.at('data'), database: 'file', now: NOW, env })
  const { places, find } = await sendFiles(service)
  assert.equal(s3.objects.size, 3)
  const made = await backup(service.config, toRequest(file))
  assert.equal(made.done, true, made.output)
  await service.close()
  const to = place.at('restored')
  const { output } = await restore(service.config, { file, to, check: false, now: NOW })
  assert.ok(output.includes(`formslot-server copy-files --from file:${path.join(to, 'files')}`), output)
  // A copy with the bucket of the original would delete the files of submissions that are deleted in it.
  assert.match(output, /to look around, start the copy without FORMSLOT_SMTP_URL and FORMSLOT_FILES/)
  assert.match(output, /If it takes over from the original, delete the file "instance"/)
  const found = await openFiles(to).files.list({ after: null, limit: 9 })
  assert.deepEqual(
    found.map((each) => each.place),
    places,
  )
  assert.deepEqual(readFileSync(openFiles(to).toPath(find('cv.pdf'))), LARGE)

  // The bucket is away: the last backup stays as it was, and the draft is gone.
  const last = readFileSync(file)
  await s3[Symbol.asyncDispose]()
  await assert.rejects(backup(service.config, toRequest(file)), /unavailable.*--without-files/)
  assert.deepEqual(readFileSync(file), last)
  assert.deepEqual(readdirSync(place.at()).sort(), ['data', 'night.tar', 'restored'])
})

test('on PostgreSQL packs the files that the database names, beside its own dump', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  await using place = await openPlace()
  const file = place.at('night.tar')
  const env = { FORMSLOT_DATABASE_URL: await postgres.createMigrated() }
  await using service = await startService({ dataDir: place.at('data'), database: 'file', now: NOW, env })
  const { places } = await sendFilesTo(service)
  const made = await backup(service.config, toRequest(file, { withSecret: false }))
  assert.equal(made.done, true, made.output)
  assert.match(made.output, /^ {2}files: 1 file \([0-9]+\sB\)$[\s\S]*pg_dump /m)
  const { output } = await restore(
    { ...service.config, secret: readFileSync(place.at('data', 'secret'), 'utf8').trim() },
    { file, to: place.at('to'), check: false, now: NOW },
  )
  assert.match(output, /no database; restore the dump with pg_restore/)
  const found = await openFiles(place.at('to')).files.list({ after: null, limit: 9 })
  assert.deepEqual(
    found.map((each) => each.place),
    places,
  )
})

/** Sends one file. Returns the place that the folder of the service has. */
async function sendFilesTo(service: TestService) {
  const { attach } = await ownerWithFiles(service)
  assert.equal((await attach([['cv', ['cv.pdf', PDF]]])).status, 200)
  const found = await openFiles(service.config.dataDir).files.list({ after: null, limit: 9 })
  return { places: found.map(({ place }) => place) }
}

test('refuses hostile or damaged files in a backup and leaves the directory empty', async () => {
  await using place = await openPlace()
  await using service = await startService({ dataDir: place.at('data'), database: 'file', now: NOW })
  const good = place.at('good.tar')
  await backup(service.config, toRequest(good, { withFiles: false }))
  const extract = async (name: string) =>
    (await run('tar', ['-xOf', good, name], { encoding: 'buffer', maxBuffer: 1 << 26 })).stdout
  const facts = JSON.parse(String(await extract('manifest.json')))
  const own: TarContent[] = [
    { name: 'formslot.db', content: await extract('formslot.db') },
    { name: 'secret', content: await extract('secret') },
  ]
  const [one, two] = [toPlace(1), toPlace(2)]
  const line = (each: string, content: string) =>
    formatLine({ place: each, sha256: sha256(Buffer.from(content)) })
  const report = (more: object = {}): TarContent => ({
    name: 'files.json',
    content: createReport({ missing: [], damaged: [], deleted: [], ...more }),
  })
  const entry = (each: string, content: string): TarContent => ({ name: `files/${each}`, content })
  /** A tar with this list of files, and these entries behind it. */
  const whole = (list: string, entries: readonly TarContent[], more: object = {}) => {
    const listed = [...own, { name: 'files.sha256', content: list }]
    const manifest = JSON.stringify({
      ...facts,
      stored_files: { files: 1, bytes: 1 },
      files: listed.map(({ name, content }) => ({
        name,
        bytes: Buffer.from(content).length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
      ...more,
    })
    return packTar([{ name: 'manifest.json', content: manifest }, ...listed, ...entries])
  }
  const both = line(one, 'a') + line(two, 'b')
  const files = [entry(one, 'a'), entry(two, 'b')]
  const link = (type: string): TarContent => ({
    ...entry(one, ''),
    change(header) {
      header.write(type, 156)
      header.write('/etc/passwd', 157)
    },
  })
  const cases: [title: string, tar: Buffer, problem: RegExp][] = [
    [
      'a path above the folder',
      whole(line('../../../../etc/cron.d/x', 'a'), [report()]),
      /files\.sha256 is not that/,
    ],
    [
      'a path as an entry',
      whole(line(one, 'a'), [{ name: `files/../${one}`, content: 'a' }, report()]),
      /not in files\.sha256/,
    ],
    [
      'a name that is no place',
      whole(`${'0'.repeat(64)}  files/in\n`, [report()]),
      /files\.sha256 is not that/,
    ],
    ['a line in another format', whole('hello\n', [report()]), /files\.sha256 is not that/],
    ['a line without an end', whole(both.trimEnd(), [...files, report()]), /ends within a line/],
    ['an endless line', whole('0'.repeat(10_000), [report()]), /files\.sha256 is not that/],
    [
      'a place twice',
      whole(line(one, 'a').repeat(2), [entry(one, 'a'), entry(one, 'a'), report()]),
      /files\.sha256 is not that/,
    ],
    [
      'an entry twice',
      whole(line(one, 'a'), [entry(one, 'a'), entry(one, 'b'), report()]),
      /not in files\.sha256/,
    ],
    ['entries in another order', whole(both, [...files.toReversed(), report()]), /not in files\.sha256/],
    ['an entry that no list names', whole(line(one, 'a'), [...files, report()]), /not in files\.sha256/],
    [
      'a missing entry',
      whole(both, [entry(one, 'a'), report()]),
      new RegExp(`files/${two} of files\\.sha256 is missing`),
    ],
    [
      'a file that is there and told as missing',
      whole(both, [...files, report({ missing: [two] })]),
      /is missing/,
    ],
    [
      'a flipped bit',
      whole(both, [entry(one, 'a'), entry(two, 'c'), report()]),
      new RegExp(`files/${two} is damaged`),
    ],
    ['a whole file told as damaged', whole(both, [...files, report({ damaged: [one] })]), /is damaged/],
    ['no report', whole(both, files), /files\.json is missing/],
    ['a report that is not JSON', whole(both, [...files, { name: 'files.json', content: '{' }]), /not JSON/],
    [
      'a report with paths',
      whole(both, [...files, report({ missing: ['../x'] })]),
      /files\.json is not that/,
    ],
    ['a report twice', whole(both, [...files, report(), report()]), /is not in manifest\.json/],
    ['a symbolic link', whole(line(one, ''), [link('2'), report()]), /is not a plain file/],
    ['a directory', whole(line(one, ''), [link('5'), report()]), /is not a plain file/],
    [
      'a list that the manifest does not count',
      whole(both, [...files, report()], { stored_files: null }),
      /without files\.sha256/,
    ],
    [
      'more files than fit',
      whole(both, files, { stored_files: { files: 1, bytes: 2 ** 50 } }),
      /the backup needs 107374182\d MiB/,
    ],
    ['a cut in a file', whole(both, [...files, report()]).subarray(0, -3 * 512), /truncated/],
  ]
  const to = place.at('restored')
  for (const [title, content, problem] of cases) {
    const file = place.at('hostile.tar')
    writeFileSync(file, content)
    for (const check of title.startsWith('more') ? [false] : [true, false]) {
      await assert.rejects(restore(service.config, { file, to, check, now: NOW }), problem, title)
    }
    const left = existsSync(to) ? readdirSync(to).filter((name) => name !== 'lock') : []
    assert.deepEqual(left, [], title)
  }
  writeFileSync(place.at('good.tar'), whole(both, [...files, report()]))
  await restore(service.config, { file: place.at('good.tar'), to, check: false, now: NOW })
  assert.equal(readFileSync(openFiles(to).toPath(one), 'utf8'), 'a')
})
