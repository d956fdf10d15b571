import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IDLE_DAYS } from '../../src/domain/endpoints/endpoint.ts'
import { FORM } from '../../src/domain/endpoints/kinds/form.ts'
import { QUEUE } from '../../src/domain/endpoints/kinds/queue.ts'
import { TELEMETRY } from '../../src/domain/endpoints/kinds/telemetry.ts'
import { fillForm, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the commands of the start page create a form and send it its first submission', async () => {
  await using service = await startService()
  const guide = await openGuide('start.md', service.base)
  const answers = []
  for (const command of guide.commands()) {
    const answer = JSON.parse(await guide.shell(command))
    assert.equal(answer.error, undefined, command)
    guide.env.ENDPOINT_URL ??= answer.endpoint_url
    answers.push(answer)
  }
  assert.equal(answers.length, 4)
  const [, tried, status, sent] = answers
  assert.deepEqual([tried.dry_run, tried.would_succeed], [true, true])
  assert.deepEqual([status.active, status.claim_email_sent], [true, false])
  assert.equal(sent.ok, true)
  assert.match(await service.linkIn('claim'), /\/claim\//)
})

test('the form of the start page works once its address is filled in', async () => {
  await using service = await startService()
  const { endpoint_url } = await service.createEndpoint()
  const guide = await openGuide('start.md', service.base)
  const [page = ''] = guide.blocks('html')
  const answer = await fillForm(service, page.replace('ENDPOINT_URL', endpoint_url))
  assert.equal(answer.json.ok, true)
  assert.match(await service.linkIn('claim'), /\/claim\//, 'it is no spam')
})

test('the limits on the start page are those of the code', async () => {
  const { text } = await openGuide('start.md', '')
  for (const [kind, cap] of [
    ['form', `${FORM.unclaimedCap} submissions`],
    ['telemetry', `${TELEMETRY.unclaimedCap.toLocaleString('en')} events`],
    ['queue', `${QUEUE.unclaimedCap} messages`],
  ]) {
    assert.match(
      text,
      new RegExp(`^\\| ${kind} \\|.*\\| ${cap} \\| after ${IDLE_DAYS} days without one \\|$`, 'm'),
    )
  }
})
