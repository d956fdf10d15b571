import assert from 'node:assert/strict'
import path from 'node:path'
import { openStoredRows } from '../../support/stores/stored-rows.ts'
import type { Scenario } from '../scenario.ts'
import { checkFiles, listStoredFiles } from '../support/checks/file-check.ts'
import { attach } from '../support/clients/attach.ts'
import { callAsOwner, FROM_HERE } from '../support/clients/file-form.ts'
import { createFile } from '../support/clients/sent-files.ts'
import type { Fixture, Node } from '../support/fixture.ts'
import { createFilesStory, openFormWithFiles } from './stories/files.ts'
import { openRequests } from './stories/story.ts'
import { sweepPoints } from './stories/sweep.ts'

const STRIDE = { short: 40, long: 1 }
/** Points from the first file that is spooled to the last email. */
const FEWEST_POINTS = 40
const FILES_OF_DELETED = [700, 300 * 1024]
const TRASH_DAYS = 7
const RETENTION_DAYS = 90

const folderOf = (fixture: Fixture) => path.join(fixture.folder, 'one', 'files')

/**
 * Kills a process at each named point from the first spooled file of submissions with files on; afterwards, at points
 * between the files that a purge deletes.
 */
export const files: Scenario = {
  name: 'files',
  title:
    'a process killed at any named point of a file keeps each acknowledged file once, and deletes what nothing names',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite', 'postgres'],
  async play(fixture) {
    const open = openRequests(fixture)
    const { story, sent } = createFilesStory()
    const killed = await sweepPoints(fixture, {
      story,
      stride: STRIDE[fixture.length],
      fewest: FEWEST_POINTS,
      open,
      start: (point) => fixture.startNode('one', { killAt: point, killFrom: 'file spooled' }),
    })
    const last = await fixture.startNode('one')
    assert.ok(last)
    await open.ask(last)
    assert.equal(open.count(), 0, 'each submission has a known outcome')
    await fixture.rest()
    await fixture.pass({ hours: 2 }).delivered
    // The second purge of a process compares the files with their rows.
    for (let purge = 0; purge < 2; purge += 1) await last.service.purge()
    const { database, ledger } = fixture
    const evidence = { database, folder: folderOf(fixture), entries: ledger.entries(), sent }
    assert.deepEqual(await checkFiles(evidence), [])
    return `${killed} points, ${listStoredFiles(folderOf(fixture)).size} files`
  },

  async end(fixture) {
    const [node] = fixture.nodes()
    const form = node && (await openFormWithFiles(fixture, node))
    assert.ok(form)
    const [trashed, withdrawn, kept] = [
      await sendFiles(fixture, node, form.id),
      await sendFiles(fixture, node, form.id),
      await sendFiles(fixture, node, form.id),
    ]
    assert.equal(
      (await callAsOwner(node.service.base, form, `/submissions/${trashed.id}`, { method: 'DELETE' })).status,
      204,
    )
    const headers = {
      ...FROM_HERE,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const ended = await fetch(`${node.service.base}${withdrawn.receipt}/withdraw`, {
      method: 'POST',
      headers,
      body: '',
    })
    assert.equal(ended.status, 200)
    await fixture.endNode(node)

    await purgeWithKills(fixture, { at: [1, 2], deleted: withdrawn.places })
    fixture.pass({ days: TRASH_DAYS })
    await purgeWithKills(fixture, { at: [2], deleted: trashed.places })
    for (const place of kept.places) assert.ok(listStoredFiles(folderOf(fixture)).has(place))
    fixture.pass({ days: RETENTION_DAYS })
    await purgeWithKills(fixture, { at: [1, 4], deleted: kept.places })
    assert.deepEqual([...listStoredFiles(folderOf(fixture)).keys()], [], 'no file outlives its submission')
    await using rows = await openStoredRows(fixture.database)
    assert.deepEqual(await rows.all('select place from files'), [])
    assert.deepEqual(await rows.all('select place from file_deletions'), [])
    assert.deepEqual(await rows.all('select key, stored_bytes from accounts where stored_bytes <> 0'), [])
  },
}

/** Sends a submission with files. Returns its id, the path of its receipt and the places of its files. */
async function sendFiles(fixture: Fixture, { service }: Node, formId: string) {
  const token = `tok-${fixture.number()}-end`
  const files = FILES_OF_DELETED.map((bytes, number) => createFile({ token, number, bytes }))
  const answer = await fetch(`${service.base}/f/${formId}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: attach(
      { token },
      files.map((bytes, number) => [`${number}.pdf`, bytes] as const),
    ),
  })
  const { submission_id: id } = Object(await answer.json())
  const receipt = /<([^>]*)>; rel="receipt"/.exec(answer.headers.get('link') ?? '')?.[1] ?? assert.fail()
  await using rows = await openStoredRows(fixture.database)
  const stored = await rows.all(
    `select place from files join submissions on submissions.key = submission_key where fields like '%${token}%'`,
  )
  assert.equal(stored.length, files.length)
  return {
    id: String(id),
    receipt: new URL(receipt).pathname,
    places: stored.map(({ place }) => String(place)),
  }
}

/** Purges in processes that are killed once they have deleted so many files, then in one that is not. */
async function purgeWithKills(
  fixture: Fixture,
  { at, deleted }: { at: readonly number[]; deleted: readonly string[] },
): Promise<void> {
  for (const place of deleted)
    assert.ok(listStoredFiles(folderOf(fixture)).has(place), 'it is stored until now')
  for (const killAt of at) {
    const node = await fixture.startNode('one', { killAt, killFrom: 'file deleted' })
    assert.ok(node)
    await node.service.purge()
    assert.equal((await fixture.endNode(node)).signal, 'SIGKILL')
  }
  const node = await fixture.startNode('one')
  assert.ok(node)
  await node.service.purge()
  await fixture.endNode(node)
  for (const place of deleted)
    assert.ok(!listStoredFiles(folderOf(fixture)).has(place), `${place} is deleted`)
}
