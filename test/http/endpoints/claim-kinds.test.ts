import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, type Language } from '../../../src/http/pages/i18n/languages.ts'
import { FROM_HERE } from '../../support/fixtures/owner.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

/** Sentences about the quota of the Free plan, which takes the place of the limit, for a telemetry endpoint and for a queue. */
const CAPS: Record<Language, [events: string, messages: string]> = {
  en: [
    'You now get 5,000 events a month instead of 5,000 in total.',
    'You now get 100 messages a month instead of 100 in total.',
  ],
  de: [
    'Sie haben jetzt 5.000 Events pro Monat statt insgesamt 5.000.',
    'Sie haben jetzt 100 Nachrichten pro Monat statt insgesamt 100.',
  ],
  fr: [
    'Vous disposez maintenant de 5\u202f000 événements par mois au lieu de 5\u202f000 au total.',
    'Vous disposez maintenant de 100 messages par mois au lieu de 100 au total.',
  ],
  es: [
    'Ahora dispone de 5000 eventos al mes en lugar de 5000 en total.',
    'Ahora dispone de 100 mensajes al mes en lugar de 100 en total.',
  ],
  pt: [
    'Agora você tem 5.000 eventos por mês em vez de 5.000 no total.',
    'Agora você tem 100 mensagens por mês em vez de 100 no total.',
  ],
  ja: [
    '合計 5,000 件までではなく、毎月イベント 5,000 件まで利用できるようになりました。',
    '合計 100 件までではなく、毎月メッセージ 100 件まで利用できるようになりました。',
  ],
  zh: [
    '现在每月可接收 5,000 个事件，而不再限于总数 5,000。',
    '现在每月可接收 100 条消息，而不再限于总数 100。',
  ],
  ar: [
    'لديك الآن 5,000 حدث في الشهر بدلًا من 5,000 في المجموع.',
    'لديك الآن 100 رسالة في الشهر بدلًا من 100 في المجموع.',
  ],
}

/** Words that only fit a form. */
const OF_FORMS: Record<Language, RegExp> = {
  en: /\bforms?\b|submission/i,
  de: /formular|einsendung/i,
  fr: /formulaire|\benvois?\b/i,
  es: /formulario|\benvíos?\b/i,
  pt: /formulário|\benvios?\b/i,
  ja: /フォーム/,
  zh: /表单|提交/,
  ar: /نموذج|عمليات|عملية إرسال/,
}

/** An endpoint of each other kind whose email has been sent. */
async function createTelemetry(service: TestService): Promise<void> {
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  service.pass({ seconds: 2 })
  await service.post(`/t/${made.json.telemetry_id}`, { json: { name: 'signup' } })
}

async function createFilledQueue(service: TestService): Promise<void> {
  await (await createQueue(service)).publish('the first')
}

/** The page of an address in each language: its language, and its text without header and footer. */
async function readAll(service: TestService, address: string) {
  const pages: { language: Language; said: string | undefined; text: string }[] = []
  for (const language of LANGUAGES) {
    const page = await service.get(address, { accept: 'text/html', 'accept-language': language })
    const said = /<html lang="([a-z]+)"/.exec(page.text)?.[1]
    const main = /<main>([\s\S]*)<\/main>/.exec(page.text)?.[1] ?? ''
    pages.push({ language, said, text: main.replaceAll(/<[^>]+>/g, '') })
  }
  return pages
}

/** Stops the emails of a claimed endpoint by one-click unsubscribe; returns the link to its page. */
async function emailsLink(
  service: TestService,
  links: { claim: string; declineUrl: string },
): Promise<string> {
  await service.post(`${links.claim}/open`, { headers: { 'sec-fetch-site': 'same-origin' } })
  const stopped = await service.post(links.declineUrl, { form: { 'List-Unsubscribe': 'One-Click' } })
  return /action="([^"]+)\/start"/.exec(stopped.text)?.[1] ?? ''
}

for (const [kind, create, index] of [
  ['a telemetry endpoint', createTelemetry, 0],
  ['a queue', createFilledQueue, 1],
] as const) {
  test(`describes ${kind} in its own words on the pages behind email links, in every language`, async () => {
    await using service = await startService()
    await create(service)
    const claim = await service.linkIn('claim')
    const declineUrl = await service.linkIn('disown')
    const declinePage = await readAll(service, declineUrl)
    const byLink = await readAll(service, claim)
    await service.post(claim, { headers: { 'sec-fetch-site': 'same-origin' } })
    const claimed = await readAll(service, claim)
    const emails = await emailsLink(service, { claim, declineUrl })
    const stopped = await readAll(service, emails)
    await service.post(`${emails}/start`, { headers: FROM_HERE })
    const pages = { asked: declinePage, byLink, claimed, stopped, flowing: await readAll(service, emails) }
    for (const [name, inLanguages] of Object.entries(pages)) {
      for (const { language, said, text } of inLanguages) {
        assert.equal(said, language, name)
        assert.doesNotMatch(text, OF_FORMS[language], `${name} in ${language}`)
      }
      const texts = inLanguages.map(({ text }) => text)
      assert.equal(new Set(texts).size, LANGUAGES.length, `${name}: no two languages say the same`)
    }
    for (const { language, text } of claimed) assert.ok(text.includes(CAPS[language][index]), text)
  })
}

test('the claim page of a queue names the queue', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('the first')
  const json = await service.get(await service.linkIn('claim'), { accept: 'application/json' })
  assert.deepEqual([json.json.claimed, json.json.queue_id, 'form_id' in json.json], [true, queue.id, false])
  const status = await service.get(`/q/${queue.id}/status`)
  assert.deepEqual([status.json.state, status.json.expires_at], ['claimed', null])
})

test("an invalid link is explained in the visitor's language", async () => {
  await using service = await startService()
  for (const path of ['claim', 'disown', 'emails', 'destination']) {
    const pages = await readAll(service, `${service.base}/${path}/nothing`)
    assert.deepEqual(
      pages.map(({ said }) => said),
      LANGUAGES,
    )
    assert.equal(new Set(pages.map(({ text }) => text)).size, LANGUAGES.length, path)
  }
})

test('a button pressed from another site changes nothing, and the error page does not mention a form', async () => {
  await using service = await startService()
  await createFilledQueue(service)
  const declineUrl = await service.linkIn('disown')
  for (const language of LANGUAGES) {
    const headers = { accept: 'text/html', 'accept-language': language, 'sec-fetch-site': 'cross-site' }
    const page = await service.post(declineUrl, { form: { press: '1' }, headers })
    assert.equal(page.status, 403)
    const main = /<main>([\s\S]*)<\/main>/.exec(page.text)?.[1] ?? ''
    assert.doesNotMatch(main.replaceAll(/<[^>]+>/g, ''), OF_FORMS[language])
  }
  assert.match((await service.get(declineUrl, { accept: 'text/html' })).text, /method="post"/)
})
