import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOrigin } from '../../../src/domain/endpoints/allowed-origins.ts'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { changeSettings, type SettingsChange } from '../../../src/domain/endpoints/settings-change.ts'
import { stringifyFields } from '../../../src/domain/submissions/fields.ts'
import {
  classifyFields,
  classifyWithHoneypot,
  decideSubmission,
} from '../../../src/domain/submissions/submission.ts'
import { readWebAddress, readWebOrigin } from '../../../src/domain/web-address.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const SITE = 'https://site.dev'
const endpoint = {
  ...newEndpoint({ id: 'f_0000000000000000', recipient: 'ada@lovelace.dev', now: NOW }),
  claimedAt: NOW,
}

test('a redirect address is absolute, http or https, and without credentials', () => {
  assert.equal(readWebAddress('https://site.dev/thanks?a=b#c'), 'https://site.dev/thanks?a=b#c')
  assert.equal(readWebAddress('HTTP://Site.dev'), 'http://site.dev/')
  assert.equal(readWebAddress('https://münchen.dev/'), 'https://xn--mnchen-3ya.dev/')
  assert.equal(readWebAddress('http://localhost:3000/x'), 'http://localhost:3000/x')
  for (const wrong of [
    '',
    '/thanks',
    '//evil.dev',
    'https:evil.dev',
    'https:/evil.dev',
    'https:///evil.dev',
    'https:\\\\evil.dev',
    '\\\\evil.dev',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://site.dev',
    'https://good@evil.dev',
    'https://good:word@evil.dev',
    'https://site.dev/\r\nset-cookie: a=b',
    ' https://site.dev',
    'https://si te.dev',
    'https://',
    `https://site.dev/${'a'.repeat(2048)}`,
    // Spelt as A-labels and percent signs it is too long.
    `https://site.dev/${'ü'.repeat(1000)}`,
  ]) {
    assert.equal(readWebAddress(wrong), null, wrong)
  }
  const longest = `${SITE}/${'a'.repeat(2048 - SITE.length - 1)}`
  assert.equal(readWebAddress(longest), longest)
  assert.equal(readWebAddress(`${longest}a`), null)
})

test('an origin is only a scheme, a host and a port', () => {
  assert.equal(readWebOrigin('https://Site.dev'), SITE)
  assert.equal(readWebOrigin('https://site.dev/'), SITE)
  assert.equal(readWebOrigin('https://site.dev:443'), SITE)
  assert.equal(readWebOrigin('http://localhost:3000'), 'http://localhost:3000')
  for (const wrong of ['null', '*', 'https://*', 'https://*.site.dev', 'site.dev', 'https://site.dev/form']) {
    assert.equal(readWebOrigin(wrong), null, wrong)
  }
  for (const wrong of [
    'https://site.dev?',
    'https://site.dev/?a',
    'https://site.dev#a',
    'https://a@site.dev',
  ]) {
    assert.equal(readWebOrigin(wrong), wrong === 'https://site.dev?' ? SITE : null, wrong)
  }
})

test('rejects submissions from unlisted pages, and accepts those that name no page', () => {
  const list = [SITE, 'http://localhost:3000']
  const getRefusal = (origin: string | null, referer: string | null = null) =>
    checkOrigin({ origin, referer }, list)?.code ?? null
  assert.equal(getRefusal(SITE), null)
  assert.equal(getRefusal('http://localhost:3000'), null)
  assert.equal(getRefusal(null, `${SITE}/contact?x=y`), null)
  assert.equal(getRefusal(null, null), null)
  for (const origin of [
    'https://evil.dev',
    'http://site.dev',
    'https://site.dev.evil.dev',
    'https://sub.site.dev',
    'https://site.dev:8443',
    'null',
    '',
    'site.dev',
  ]) {
    assert.equal(getRefusal(origin), 'origin_not_allowed', origin)
    assert.equal(
      getRefusal(origin, `${SITE}/contact`),
      'origin_not_allowed',
      `${origin} goes before its Referer`,
    )
    assert.equal(checkOrigin({ origin, referer: null }, []), null, 'without a list every page may')
  }
  assert.equal(getRefusal(null, 'https://evil.dev/https://site.dev'), 'origin_not_allowed')
})

test('checks the state of the endpoint before the page, and the page before the content', () => {
  const page = { origin: 'https://evil.dev', referer: null }
  const mine = { ...endpoint, settings: { ...NO_SETTINGS, allowedOrigins: [SITE] } }
  const getCode = (facts: typeof mine, verdict: ReturnType<typeof classifyFields>) => {
    const submission = { fields: [], verdict }
    const decision = decideSubmission({
      endpoint: facts,
      plan: null,
      page,
      proof: { kind: 'not_asked' },
      submission,
      spamFacts: null,
      now: NOW,
    })
    return decision.kind === 'refused' ? decision.refusal.code : decision.kind
  }
  assert.equal(getCode(mine, { kind: 'empty' }), 'origin_not_allowed')
  assert.equal(getCode(mine, { kind: 'spam', reasons: ['honeypot'] }), 'origin_not_allowed')
  assert.equal(getCode({ ...mine, retiredAt: NOW }, { kind: 'real' }), 'endpoint_retired')
})

test("the owner's honeypot marks a submission as spam when filled, and is dropped when empty", () => {
  const judge = (...fields: [string, string][]) => {
    const sent = fields.map(([name, value]) => ({ name, value }))
    return classifyWithHoneypot(
      { fields: sent, text: stringifyFields(sent), verdict: classifyFields(sent) },
      'website',
    )
  }
  const caught = judge(['message', 'x'], ['website', 'https://spam.dev'])
  assert.deepEqual(caught.verdict, { kind: 'spam', reasons: ['honeypot'] })
  assert.match(caught.text, /spam\.dev/, 'what the bot sent is kept for the owner')
  assert.equal(judge(['message', 'x'], ['website', ' ']).verdict.kind, 'spam', 'a space counts as filled')
  assert.deepEqual(judge(['message', 'x'], ['website', '']), {
    fields: [{ name: 'message', value: 'x' }],
    text: '[["message","x"]]',
    verdict: { kind: 'real' },
  })
  assert.deepEqual(judge(['website', '']), {
    fields: [{ name: 'website', value: '' }],
    text: '[["website",""]]',
    verdict: { kind: 'blank' },
  })
  assert.equal(judge(['_next', 'https://site.dev']).verdict.kind, 'empty')
  assert.equal(judge(['message', 'x'], ['_gotcha', 'y']).verdict.kind, 'spam')
  assert.equal(judge(['message', 'x'], ['Website', 'y']).verdict.kind, 'real', 'names differ in their case')
})

test('a change sets only what it names, and repeating it changes nothing', () => {
  const change = { name: 'Contact', redirectUrl: SITE, emails: false }
  const changed = changeSettings(endpoint, change, NOW) ?? assert.fail()
  assert.deepEqual(changed.settings, { ...NO_SETTINGS, name: 'Contact', redirectUrl: SITE })
  assert.deepEqual(changed.mailStoppedAt, NOW)
  const nextDay = new Date('2026-11-11T09:00:00.000Z')
  assert.equal(changeSettings(changed, change, nextDay), null)
  assert.equal(changeSettings(changed, {}, nextDay), null)
  const flowing = changeSettings(changed, { emails: true }, nextDay) ?? assert.fail()
  assert.equal(flowing.mailStoppedAt, null)
  assert.equal(flowing.settings.name, 'Contact')
  for (const one of [{ allowedOrigins: [SITE] }, { honeypot: 'website' }, { submittedSubject: true }]) {
    const idempotencyKey = changeSettings(endpoint, one, NOW) ?? assert.fail()
    assert.deepEqual(idempotencyKey.settings, { ...NO_SETTINGS, ...one })
    assert.equal(changeSettings(idempotencyKey, one, NOW), null)
  }
})

test('resetting every setting leaves no settings', () => {
  const named = changeSettings(endpoint, { name: 'Contact' }, NOW) ?? assert.fail()
  assert.equal(changeSettings(named, { name: null }, NOW)?.settings, NO_SETTINGS)
})

test('a change of one setting alone is a change, and the same once more is none', () => {
  const changes: { [Setting in keyof Required<SettingsChange>]: SettingsChange[Setting] } = {
    name: 'Contact',
    redirectUrl: `${SITE}/thanks`,
    errorUrl: `${SITE}/error`,
    allowedOrigins: [SITE],
    honeypot: 'website',
    expect: ['email'],
    submittedSubject: true,
    queueId: 'q_0000000000000000',
    challenge: 'score',
    store: 'encrypted',
    queueLimits: { maxDeliveries: 9 },
    spam: { level: 'strict' },
    files: { on: true },
    email: { mode: 'daily' },
    language: 'de',
    emails: false,
  }
  for (const [setting, value] of Object.entries(changes)) {
    const changed = changeSettings(endpoint, { [setting]: value }, NOW)
    assert.ok(changed, setting)
    assert.equal(changeSettings(changed, { [setting]: value }, NOW), null, setting)
  }
})
