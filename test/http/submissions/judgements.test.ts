import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findNewest, LIKE_REAL, LIKE_SPAM, signInTaughtOwner } from '../../support/fixtures/taught-owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'

describe('the second tier of the spam filter', () => {
  test('learned words move spam to its folder before anything is sent, and give its count back', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const before = await countMonth(service)
    const sent = service.receivedEmails.length
    assert.equal((await service.submit(ada.endpoint, { message: LIKE_SPAM })).status, 200)
    const waiting = await findNewest(ada)
    assert.deepEqual([waiting.folder, waiting.delivery], ['inbox', 'queued'])
    assert.equal(await countMonth(service), before + 1)
    await service.deliver()
    const judged = await findNewest(ada)
    assert.deepEqual([judged.folder, judged.spam_reasons], ['spam', ['learned']])
    assert.equal(judged.delivery, 'suppressed')
    assert.equal(await countMonth(service), before)
    service.pass({ minutes: 5 })
    await service.deliver()
    assert.equal(service.receivedEmails.length, sent, 'nothing was sent')

    await service.submit(ada.endpoint, { message: LIKE_REAL })
    await service.deliver()
    const real = await findNewest(ada)
    assert.deepEqual([real.folder, real.spam_reasons, real.delivery], ['inbox', null, 'sent'])
    assert.equal(service.receivedEmails.length, sent + 1)
    assert.equal(await countMonth(service), before + 1)
  })
})

async function countMonth(service: TestService): Promise<number> {
  const [row] = await service.sql('select max(month_count) as count from endpoints')
  return Number(row?.count)
}
