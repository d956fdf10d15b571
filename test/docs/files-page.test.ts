import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { MAX_ACCEPT_ENTRIES, parseAccept } from '../../src/domain/files/accepted-kinds.ts'
import { chooseAttachments, MAX_ATTACHED_BYTES } from '../../src/domain/files/email-attachments.ts'
import { FILE_GROUPS, FILE_KINDS } from '../../src/domain/files/file-kinds.ts'
import {
  EMAIL_LINK_DAYS,
  MAX_FILES_PER_SUBMISSION,
  SHORT_LINK_MINUTES,
} from '../../src/domain/files/stored-file.ts'
import { EMAIL_RETRY_SCHEDULE } from '../../src/domain/outbox/retry-schedule.ts'
import { DAY } from '../../src/domain/time.ts'
import { becomeOwner, openGuide } from '../support/docs/guide.ts'
import { attachFile } from '../support/fixtures/attached-files.ts'
import { PDF } from '../support/fixtures/files.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

test('the command of the files page changes the settings of a form', async () => {
  await using service = await startService()
  const guide = await openGuide('files.md', service.base)
  const { endpoint_url, form_id } = await service.createEndpoint('jane@acme.org')
  await service.post(endpoint_url, { form: { message: 'hello' } })
  guide.env.FORM_ID = form_id
  guide.env.ACCOUNT_KEY = await becomeOwner(service)
  const [change = ''] = guide.commands()
  const { settings, file_limits } = JSON.parse(await guide.shell(change))
  const files = {
    on: true,
    accept: ['images', 'pdf', 'docm'],
    max_files: 2,
    max_bytes: 2097152,
    attach: false,
  }
  assert.deepEqual(settings.files, files)
  assert.equal(file_limits.file_bytes, 2097152)
})

test('the files page says what emails and webhooks contain, with the numbers of the code', async () => {
  const { text } = await openGuide('files.md', '')
  assert.ok(text.includes(`works for ${EMAIL_LINK_DAYS} days`))
  assert.ok(text.includes(`work for ${SHORT_LINK_MINUTES} minutes from each attempt`))
  assert.ok(text.includes(`up to ${MAX_ATTACHED_BYTES / 2 ** 20} MiB in all`))
  assert.equal(EMAIL_RETRY_SCHEDULE.giveUpAfterMs, 5 * DAY)
  const [, attached = ''] = /With `attach`, emails contain ([a-z, ]+) files as attachments/.exec(text) ?? []
  const files = FILE_KINDS.map(({ suffixes, type }) => ({
    suffix: suffixes[0],
    type,
    bytes: 1,
    scan: 'none' as const,
  }))
  const chosen = chooseAttachments(files, { isScanRequired: false }).map(({ suffix }) => suffix)
  // Logs are text, too.
  assert.deepEqual(
    attached.split(/, | and /).toSorted(),
    chosen.filter((suffix) => suffix !== 'log').toSorted(),
  )
})

test('the commands of the files page fetch a file, link to it, and export it', async () => {
  await using service = await startService()
  const guide = await openGuide('files.md', service.base)
  const ada = await signIn(service)
  const file = await attachFile(service, ada)
  guide.env.SUBMISSION_ID = file.submission
  guide.env.FILE_ID = file.id
  guide.env.ACCOUNT_KEY = String(
    (await ada.post('/keys', { name: 'guide', scopes: ['read', 'write'] })).json.key,
  )
  const find = (words: string) => guide.commands().find((command) => command.includes(words)) ?? assert.fail()
  const [fetchFile, link, archive] = [find('curl -OJ'), find('/link"'), find('format=zip')]
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-guide-'))
  const run = (command: string) => guide.shell(`cd ${folder.path} && ${command}`)
  await run(fetchFile)
  assert.equal(await run('cat cv.pdf'), PDF.toString())
  const { url } = JSON.parse(await run(link))
  assert.equal((await service.get(url)).text, PDF.toString())
  await run(archive)
  assert.match(await run('head -c 2 submissions.zip'), /PK/)
})

test('the kinds and limits on the files page are those of the code', async () => {
  const { text } = await openGuide('files.md', '')
  const names = (group: string, isDefault: boolean) =>
    FILE_KINDS.filter((kind) => kind.group === group && kind.isDefault === isDefault)
      .map(({ suffixes }) => suffixes[0])
      .join(', ')
  const rows = FILE_GROUPS.map((group) => `| \`${group}\` | ${names(group, true)} | ${names(group, false)} |`)
  assert.ok(text.includes(rows.join('\n')), rows.join('\n'))
  assert.ok(text.includes(`at most ${MAX_ACCEPT_ENTRIES} entries`))
  assert.ok(text.includes(`at most ${MAX_FILES_PER_SUBMISSION} |`))
  const refused = parseAccept(['svg'])
  assert.ok(refused.kind === 'problem' && text.includes(refused.message))
})
