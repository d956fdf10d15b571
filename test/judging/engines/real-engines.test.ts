import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { doctor } from '../../../src/commands/doctor.ts'
import type { SpamEngines } from '../../../src/config/spam-engines.ts'
import type { Finding } from '../../../src/doctor/finding.ts'
import { createEngines } from '../../../src/judging/engines/engines.ts'
import { openLog } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { findNewest } from '../../support/fixtures/taught-owner.ts'
import {
  RSPAMD_PASSWORD,
  type RunningEngine,
  startRspamd,
  startSpamd,
} from '../../support/judging/spam-engines.ts'
import { parseConfig } from '../../support/service/configuration.ts'
import { startService } from '../../support/service/service.ts'

const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'
const NEVER = new AbortController().signal

let rspamd: RunningEngine
let spamd: RunningEngine

before(async () => {
  ;[rspamd, spamd] = await Promise.all([startRspamd(), startSpamd()])
})
after(async () => {
  await rspamd[Symbol.asyncDispose]()
  await spamd[Symbol.asyncDispose]()
})

function submission(id: string, message: string) {
  return {
    id,
    formId: 'f_abc',
    receivedAt: new Date(),
    fields: [
      { name: 'name', value: 'Grace Hopper' },
      { name: 'email', value: 'grace@navy.mil' },
      { name: 'message', value: message },
    ],
  }
}

function open(settings: Partial<SpamEngines>, timeoutMs = 60_000) {
  const engines = createEngines({
    settings: { rspamd: null, spamd: null, ...settings },
    domain: 'forms.acme.org',
    log: openLog('silent'),
    metrics: createMetrics(),
    timeoutMs,
  })
  assert.ok(engines)
  return engines
}

const rspamdSettings = (): SpamEngines['rspamd'] => ({
  url: `http://127.0.0.1:${rspamd.port}`,
  controller: { url: `http://127.0.0.1:${rspamd.controllerPort}`, password: RSPAMD_PASSWORD },
})
const spamdSettings = (): SpamEngines['spamd'] => ({ host: '127.0.0.1', port: spamd.port, learns: true })

test('GTUBE in a field is spam to rspamd', async () => {
  const { points, reasons } = await open({ rspamd: rspamdSettings() }).judge(
    submission('sub_1', GTUBE),
    NEVER,
  )
  assert.deepEqual({ points, reasons }, { points: 5, reasons: ['rspamd:GTUBE'] })
})

test('GTUBE in a field is spam to SpamAssassin', async () => {
  const { points, reasons } = await open({ spamd: spamdSettings() }).judge(submission('sub_2', GTUBE), NEVER)
  assert.equal(points, 5)
  assert.equal(reasons[0], 'spamassassin:GTUBE')
})

test('an ordinary question is no spam to either', async () => {
  const engines = open({ rspamd: rspamdSettings(), spamd: spamdSettings() })
  const question =
    'Hello, I read about your workshop in March and would like to bring two colleagues. Is there still room, and may we pay by invoice? Kind regards, Grace'
  const { points, unanswered } = await engines.judge(submission('sub_3', question), NEVER)
  assert.deepEqual(unanswered, [])
  assert.ok(points < 1, `${points} points`)
})

test('texts in other alphabets, empty and long ones are judged by both', async () => {
  const engines = open({ rspamd: rspamdSettings(), spamd: spamdSettings() })
  for (const text of ['', '你好，我想预订', 'שלום عليكم', '\0\r\n.\r\n', 'word '.repeat(12_000)]) {
    const { unanswered } = await engines.judge(submission('sub_4', text), NEVER)
    assert.deepEqual(unanswered, [], text.slice(0, 20))
  }
})

test('both learn what is spam, and judge accordingly afterwards', async () => {
  const settings = { rspamd: rspamdSettings(), spamd: spamdSettings() }
  const engines = open(settings)
  const spam = (id: number) =>
    submission(
      `sub_spam${id}`,
      `Rank your website first, buy ${id} dofollow backlinks from our guest post network today`,
    )
  const ham = (id: number) =>
    submission(
      `sub_ham${id}`,
      `Could you bring ${id} chairs to the rehearsal on Thursday evening? The choir needs them`,
    )
  const before = await engines.judge(spam(0), NEVER)
  for (let id = 1; id <= 12; id += 1) {
    await engines.learn(spam(id), 'spam')
    await engines.learn(ham(id), 'ham')
  }
  const [taughtSpam, taughtHam] = [await engines.judge(spam(0), NEVER), await engines.judge(ham(0), NEVER)]
  assert.deepEqual([...taughtSpam.unanswered, ...taughtHam.unanswered], [])
  assert.ok(taughtSpam.points > before.points, `${before.points} → ${taughtSpam.points}`)
  assert.ok(taughtHam.points < taughtSpam.points)
  assert.ok(
    taughtSpam.reasons.some((reason) => reason.startsWith('spamassassin:BAYES_')),
    taughtSpam.reasons.join(),
  )
})

test('the doctor finds both in order, and says what is wrong with one that is not', async () => {
  const examine = async (env: Record<string, string>) => {
    const config = parseConfig({ FORMSLOT_PORT: '1', ...env })
    const { text } = await doctor(config, { format: 'json', sendTest: null, now: new Date() })
    const { findings } = JSON.parse(text) as { findings: Finding[] }
    return findings.filter(({ name }) => name.startsWith('rspamd') || name === 'spamassassin')
  }
  const controller = {
    FORMSLOT_RSPAMD_URL: `http://127.0.0.1:${rspamd.port}`,
    FORMSLOT_RSPAMD_CONTROLLER_URL: `http://127.0.0.1:${rspamd.controllerPort}`,
  }
  const well = await examine({
    ...controller,
    FORMSLOT_RSPAMD_PASSWORD: RSPAMD_PASSWORD,
    FORMSLOT_SPAMD: `127.0.0.1:${spamd.port}`,
  })
  assert.deepEqual(
    well.map(({ name, status }) => `${name} ${status}`),
    ['rspamd ok', 'rspamd learning ok', 'spamassassin ok'],
  )
  const crossed = await examine({
    FORMSLOT_RSPAMD_URL: `http://127.0.0.1:${spamd.port}`,
    FORMSLOT_SPAMD: `127.0.0.1:${rspamd.port}`,
  })
  assert.deepEqual(
    crossed.map(({ name, status }) => `${name} ${status}`),
    ['rspamd warn', 'spamassassin warn'],
  )
  for (const { fix } of crossed) assert.match(fix ?? '', /another program (?:answers|may answer) there/)
  const [, locked] = await examine({ ...controller, FORMSLOT_RSPAMD_PASSWORD: 'wrong' })
  assert.equal(locked?.status, 'warn')
  assert.match(locked?.fix ?? '', /FORMSLOT_RSPAMD_PASSWORD/)
})

test('GTUBE sent to a form lands in the spam folder by either engine, before anything is emailed', async () => {
  const engines: { env: Record<string, string>; reason: string }[] = [
    { env: { FORMSLOT_RSPAMD_URL: `http://127.0.0.1:${rspamd.port}` }, reason: 'rspamd:GTUBE' },
    { env: { FORMSLOT_SPAMD: `127.0.0.1:${spamd.port}` }, reason: 'spamassassin:GTUBE' },
  ]
  for (const { env, reason } of engines) {
    await using service = await startService({ env })
    const ada = await signIn(service)
    await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'normal' } })
    await service.deliver()
    const sent = service.receivedEmails.length
    assert.equal((await service.submit(ada.endpoint, { message: GTUBE })).status, 200)
    await service.deliver()
    const found = await findNewest(ada)
    assert.equal(found.folder, 'spam')
    assert.ok(found.spam_reasons?.includes(reason), String(found.spam_reasons))
    assert.equal(service.receivedEmails.length, sent)
    const question = { email: 'grace@navy.mil', message: 'Is there still room in the workshop in March?' }
    await service.submit(ada.endpoint, question)
    await service.deliver()
    assert.equal((await findNewest(ada)).folder, 'inbox')
    assert.equal(service.receivedEmails.length, sent + 1)
  }
})

test('an engine that stands still gives no points in time, and one that is killed meanwhile gives none at once', async () => {
  const none = (name: string) => ({ points: 0, reasons: [], unanswered: [name] })
  const cases = [
    { name: 'rspamd', engine: rspamd, settings: { rspamd: rspamdSettings() } },
    { name: 'spamassassin', engine: spamd, settings: { spamd: spamdSettings() } },
  ]
  for (const { name, engine, settings } of cases) {
    engine.signal('SIGSTOP')
    assert.deepEqual(await open(settings, 300).judge(submission('sub_5', GTUBE), NEVER), none(name))
    const patient = open(settings)
    const judging = patient.judge(submission('sub_6', GTUBE), NEVER)
    engine.signal('SIGKILL')
    assert.deepEqual(await judging, none(name))
    assert.deepEqual(await patient.judge(submission('sub_7', GTUBE), NEVER), none(name))
  }
  const env = {
    FORMSLOT_RSPAMD_URL: `http://127.0.0.1:${rspamd.port}`,
    FORMSLOT_SPAMD: `127.0.0.1:${spamd.port}`,
  }
  await using service = await startService({ env })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'normal' } })
  await service.submit(ada.endpoint, { message: GTUBE })
  await service.deliver()
  const found = await findNewest(ada)
  assert.deepEqual([found.folder, found.delivery], ['inbox', 'sent'], 'it goes out without them')
})
