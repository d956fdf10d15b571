import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { explainNoEffect, getControlUse, markControls } from '../../src/domain/submissions/control-names.ts'
import { becomeOwner, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the commands of the page about moving work', async () => {
  await using service = await startService()
  const guide = await openGuide('migrate.md', service.base)
  const { env } = guide
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const file = path.join(folder.path, 'submissions.csv')
  const answers: Record<string, unknown>[] = []
  for (const command of guide.commands()) {
    if (command.includes('$ACCOUNT_KEY')) env.ACCOUNT_KEY ??= await becomeOwner(service)
    const output = await guide.shell(command.replaceAll('submissions.csv', file))
    if (output === '') continue
    const answer = JSON.parse(output)
    assert.equal(answer.error, undefined, `${command} ${JSON.stringify(answer)}`)
    env.ENDPOINT_URL ??= answer.endpoint_url
    env.FORM_ID ??= answer.form_id
    answers.push(answer)
  }
  const [, dryRun, web3forms, formcarry, formsubmit, imported] = answers
  assert.equal(imported?.imported, 1)
  assert.deepEqual(
    Object.values(Object(dryRun?.warnings)).map((warning) => String(warning).split('"')[1]),
    ['_cc', '_template'],
  )
  assert.deepEqual([web3forms?.success, formcarry?.code, formsubmit?.success], [true, 200, 'true'])
})

test('the names on the page about moving are those of the code', async () => {
  const { text } = await openGuide('migrate.md', '')
  const control = text.slice(text.indexOf('## Names that control'), text.indexOf('Redirects lead only'))
  const names = [...control.matchAll(/`(_[\w.]+)`/g)].map(([, name = '']) => name)
  assert.equal(names.length, 15)
  for (const name of names) assert.ok(![null, 'none'].includes(getControlUse(name)), name)
  const formId = 'f_00000000000000000000000001'
  const key = { name: 'access_key', value: formId }
  const without = text.slice(
    text.indexOf('## What has no effect'),
    text.indexOf('What has no effect is stored'),
  )
  const ineffective = [...without.matchAll(/`([\w.…-]+)`/g)].map(([, name = '']) => name.replace('…', 'x'))
  assert.ok(ineffective.length > 14)
  for (const name of ineffective) {
    const [field] = markControls([{ name, value: 'x' }, key], formId)
    assert.notEqual(explainNoEffect(field?.name ?? ''), null, name)
  }
})
