import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmbedBuilder, embedLength } from '@discordjs/builders'
import { IncomingWebhook, type IncomingWebhookSendArguments } from '@slack/webhook'
import type { APIEmbed, RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { composeChatMessage } from '../../../src/delivery/channels/web/chat-message.ts'
import { formatDiscord } from '../../../src/delivery/channels/web/formats/discord.ts'
import { formatNtfy } from '../../../src/delivery/channels/web/formats/ntfy.ts'
import { formatSlack } from '../../../src/delivery/channels/web/formats/slack.ts'
import { formatTeams } from '../../../src/delivery/channels/web/formats/teams.ts'
import { formatTelegram } from '../../../src/delivery/channels/web/formats/telegram.ts'
import type { SubmissionData, WebhookEvent } from '../../../src/domain/destinations/webhook-event.ts'
import { cleanFileName } from '../../../src/domain/files/file-name.ts'
import { LANGUAGES, type Language } from '../../../src/domain/language.ts'
import type { Field } from '../../../src/domain/submissions/fields.ts'

const TIMESTAMP = new Date('2026-11-22T10:00:00Z')
const LINK = 'https://forms.example/app/submissions/sub_6nq0w8z4k2v7c1x9m3t5r0y8bh'
const SLACK = new URL('https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX')
const MATTERMOST = new URL('https://chat.acme.org/hooks/x9m3t5r0y8bh6nq0w8z4k2v7c1')
const DISCORD = new URL('https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz')
const TEAMS = new URL(
  'https://prod-00.westeurope.logic.azure.com/workflows/0a/triggers/manual/paths/invoke?sig=x',
)
const TELEGRAM = new URL('https://api.telegram.org/bot123456:AbC-dEf/sendMessage?chat_id=-1001234567890')
const NTFY = new URL('https://ntfy.sh/forms-x9m3t5r0y8bh')

/** Limits of ntfy: of a message, and of its JSON. */
const NTFY_LIMITS_BYTES = [4095, 8192] as const
/** Limits of Telegram and Teams, and of Rocket.Chat, the smallest of those that take Slack's format. */
const TELEGRAM_LIMIT = 4096
const TEAMS_LIMIT_BYTES = 28 * 1024
const ROCKET_CHAT_LIMIT = 5000

const HOSTILE = [
  '<!everyone>',
  '<!channel> <@U012AB3CD> <#C012AB3CD>',
  '<https://evil.example|Open in dashboard>',
  '[Open in dashboard](https://evil.example)',
  '@everyone @here @channel @all @someuser',
  '<@123456789012345678> <@&1> <#2> </cmd:3> <t:1700000000:R> <:a:4> :smile:',
  'https://evil.example/x www.evil.example evil@evil.example mailto:x@y.z tel:+123',
  '```\n@all\n```',
  '`````` ` `` \\` \\\\',
  '**a** _b_ ~~c~~ ||d|| > e\n# f\n- g\n1. h\n-# i\n+ j\n===\n---\n| a | b |\n|---|---|',
  '<at>Everyone</at> {{DATE(2017-02-14T06:08:39Z,SHORT)}} &lt;b&gt; <b>x</b>',
  '/start #tag $USD',
  '\u202eevil\u2066\u202c',
  '\ud800',
  'x\udc00y',
  '   ',
  '\u200b\u2060\ufeff',
  '\u3164',
  '',
  '\0\u0007\u001b[31mred',
  'line\r\nline\u2028line\n\n\n\nline',
  'e\u0301'.repeat(3000),
  '👩‍👩‍👧‍👦'.repeat(900),
  '"\\/'.repeat(3000),
  '*'.repeat(70_000),
  '\n'.repeat(70_000),
  '@a '.repeat(20_000),
  'Zażółć 👋',
]

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.constantFrom(...HOSTILE)).map((two) => two.join('')),
)
const hostileFields = fc.array(
  fc.record({
    name: hostileText,
    value: fc.oneof({ weight: 5, arbitrary: hostileText }, fc.array(hostileText), fc.jsonValue()),
  }),
  { maxLength: 60 },
)
const hostileFiles = fc.array(
  fc.record({
    id: fc.constant('fil_6nq0w8z4k2v7c1x9m3t5r0y8bh'),
    field: hostileText,
    name: hostileText.map(cleanFileName),
    type: fc.constant('application/pdf'),
    bytes: fc.nat(),
    scan: fc.constantFrom('none', 'clean', 'found'),
    url: fc.constant('https://forms.example/files/secret'),
  }),
  { maxLength: 20 },
)
const hostileEvent = fc.record({
  fields: hostileFields,
  files: hostileFiles,
  endpointName: fc.option(hostileText),
  test: fc.boolean(),
  language: fc.constantFrom(...LANGUAGES),
})

function toData(data: Partial<SubmissionData>): SubmissionData {
  return {
    submissionId: 'sub_6nq0w8z4k2v7c1x9m3t5r0y8bh',
    endpointId: 'f_k3v9q2m7x4t8r5wz',
    endpointName: 'Contact',
    test: false,
    spam: { verdict: 'ham', reasons: [] },
    fields: [],
    files: [],
    labels: [],
    assignee: null,
    url: 'https://forms.example/api/v1/submissions/sub_6nq0w8z4k2v7c1x9m3t5r0y8bh',
    ...data,
  }
}

function toMessage(data: Partial<SubmissionData>, language: Language = 'en') {
  return composeChatMessage(
    { type: 'submission.created', timestamp: TIMESTAMP, data: toData(data) },
    LINK,
    language,
  )
}

/** Returns what a watch tells of events whose name a stranger chose. */
function toWatchMessage(eventName: string) {
  const data = {
    endpointId: 't_k3v9q2m7x4t8r5wz',
    endpointName: 'Backups',
    watchId: 'w_1',
    when: 'silence',
    eventName,
    count: 0,
    title: `Silent: ${eventName}`,
    text: `Nothing came for an hour: ${eventName}`,
  } as const
  return composeChatMessage({ type: 'watch.fired', timestamp: TIMESTAMP, data }, LINK, 'en')
}

/** Runs a check over hostile messages, and over one of 200 fields of 64 KiB. */
function checkAll(check: (message: ReturnType<typeof toMessage>) => void): void {
  const large = Array.from({ length: 200 }, (_, index) => ({
    name: `${HOSTILE[index % HOSTILE.length]}`.slice(0, 128),
    value: ''.padEnd(64 * 1024, `${HOSTILE[index % HOSTILE.length]}x`),
  }))
  check(toMessage({ fields: large }))
  for (const snippet of [...HOSTILE, '\\', '&', '界', 'aa.']) {
    check(toWatchMessage(''.padEnd(9000, snippet)))
    const name = ''.padEnd(128, snippet)
    check(
      toMessage({ fields: Array.from({ length: 60 }, () => ({ name, value: ''.padEnd(8000, snippet) })) }),
    )
  }
  check(toMessage({ fields: large, endpointName: '<!everyone> @everyone https://evil.example `*_' }))
  fc.assert(
    fc.property(hostileEvent, ({ fields, files, endpointName, test, language }) => {
      check(toMessage({ fields, files, endpointName, test }, language))
    }),
    { numRuns: 300 },
  )
}

const FEW: readonly Field[] = [
  { name: 'email', value: 'jane@acme.org' },
  { name: 'message', value: 'Two\nlines, *not* bold' },
]
const MANY: readonly Field[] = Array.from({ length: 70 }, (_, index) => ({
  name: `field ${index}`,
  value: 'short',
}))

function assertClean(text: string): void {
  assert.ok(text.isWellFormed(), 'no lone surrogates')
  assert.doesNotMatch(text, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
}

test('Slack gets a heading, each field in plain text, and one link', () => {
  const { url, body } = formatSlack(toMessage({ fields: FEW }), SLACK)
  assert.equal(url, SLACK.href)
  assert.deepEqual(body, {
    text: 'New message from Contact',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'New message from Contact', emoji: false } },
      { type: 'section', text: { type: 'plain_text', text: 'email\njane@acme.org', emoji: false } },
      {
        type: 'section',
        text: { type: 'plain_text', text: 'message\nTwo\nlines, *not* bold', emoji: false },
      },
      { type: 'section', text: { type: 'mrkdwn', text: `<${LINK}|Open in dashboard>` } },
    ],
    unfurl_links: false,
    unfurl_media: false,
  })
})

test('says how many fields are missing, and links to all of them', () => {
  const message = toMessage({ fields: MANY })
  const slack: IncomingWebhookSendArguments = formatSlack(message, SLACK).body
  assert.deepEqual(slack.blocks?.at(-1), {
    type: 'section',
    text: { type: 'mrkdwn', text: `and 30 more fields: <${LINK}|Open in dashboard>` },
  })
  const [embed] = formatDiscord(message, DISCORD).body.embeds
  assert.equal(embed?.fields.length, 25)
  assert.deepEqual(embed?.fields.at(-1), { name: 'and 46 more fields', value: LINK })
  const card = formatTeams(message, TEAMS).body.attachments[0]?.content
  assert.equal(card?.body.at(-1)?.text, 'and 30 more fields')
  assert.match(formatTelegram(message, TELEGRAM).body.text, /\nand 10 more fields\nOpen in dashboard$/)
  assert.match(formatSlack(message, MATTERMOST).body.text, /```\nand 10 more fields: <https:/)
})

test('a long value is cut with an ellipsis and leaves room to the short fields after it', () => {
  const fields = [{ name: 'message', value: 'x'.repeat(60_000) }, ...FEW]
  const message = toMessage({ fields })
  const [embed] = formatDiscord(message, DISCORD).body.embeds
  assert.deepEqual(
    embed?.fields.map(({ value }) => value.length),
    [1024, 'jane\\@acme.org'.length, 'Two\nlines, \\*not\\* bold'.length],
  )
  assert.match(embed?.fields[0]?.value ?? '', /^x{1023}…$/)
  for (const text of [
    JSON.stringify(formatSlack(message, SLACK).body),
    formatSlack(message, MATTERMOST).body.text,
    formatTelegram(message, TELEGRAM).body.text,
    JSON.stringify(formatTeams(message, TEAMS).body),
    formatNtfy(message, NTFY).body.message,
  ]) {
    assert.match(text, /x…/)
    assert.match(text, /jane(?:\\\\)?\[?@\]?acme/)
  }
})

test('files are a field at the end: names and sizes, without links', () => {
  const url = 'https://forms.example/files/secret'
  const common = { id: 'fil_1', field: 'cv', type: 'application/pdf', scan: 'none', url }
  const files = [
    { ...common, name: 'Résumé (2026).pdf', bytes: 1_300_000 },
    { ...common, name: 'invoice.zip', bytes: 512, scan: 'found', url: null },
  ]
  const message = toMessage({ fields: FEW, files })
  const value =
    'Résumé (2026).pdf (1.2\u00a0MiB)\ninvoice.zip (512\u00a0B): Malware was found, so it can’t be downloaded.'
  assert.deepEqual(message.fields.at(-1), { name: 'Files', value })
  const [embed] = formatDiscord(message, DISCORD).body.embeds
  assert.match(embed?.fields.at(-1)?.value ?? '', /^Résumé \\\(2026\\\)\.pdf/)
  assert.match(formatNtfy(message, NTFY).body.message, /\nFiles: Résumé \(2026\)\.pdf .*\ninvoice\[\.\]zip/)
  for (const text of [
    JSON.stringify(formatSlack(message, SLACK).body),
    formatSlack(message, MATTERMOST).body.text,
    formatTelegram(message, TELEGRAM).body.text,
    JSON.stringify(formatTeams(message, TEAMS).body),
    JSON.stringify(embed),
    formatNtfy(message, NTFY).body.message,
  ]) {
    assert.match(text, /Files/)
    // Teams gets plain spaces.
    assert.match(text, /1\.2[\u00a0 ]MiB/)
    assert.ok(!text.includes('secret'), text)
  }
})

test('a blank name and a blank value are shown as words', () => {
  const fields = [
    { name: ' ', value: '   ' },
    { name: '\u200b', value: '\u3164\u2060' },
  ]
  const { fields: shown } = toMessage({ fields })
  assert.deepEqual(shown, [
    { name: '(no name)', value: 'Left empty' },
    { name: '(no name)', value: 'Left empty' },
  ])
})

test('fields whose names begin with an underscore are not posted', () => {
  const { fields } = toMessage({
    fields: [
      { name: '_token', value: 'secret' },
      { name: 'a', value: 'b' },
    ],
  })
  assert.deepEqual(fields, [{ name: 'a', value: 'b' }])
})

// There is no validator of Block Kit that works offline: its limits are those that Slack documents.
test('Slack takes every message, and reads nothing submitted in it', () => {
  checkAll((message) => {
    const body: IncomingWebhookSendArguments = formatSlack(message, SLACK).body
    const { text = '', blocks = [] } = body
    assert.ok(blocks.length >= 2 && blocks.length <= 50)
    assert.doesNotMatch(text, /[<>]|&(?!amp;|lt;|gt;)/)
    const texts: string[] = [text]
    for (const [index, block] of blocks.entries()) {
      assert.ok(block.type === 'header' || block.type === 'section')
      const object = 'text' in block ? block.text : undefined
      assert.ok(typeof object === 'object')
      assert.ok(object.text.length > 0 && object.text.length <= (block.type === 'header' ? 150 : 3000))
      assert.equal(object.type, index === blocks.length - 1 ? 'mrkdwn' : 'plain_text')
      if (object.type === 'plain_text') assert.equal(object.emoji, false)
      else assert.match(object.text, /^[^<>]*<https:\/\/forms\.example\/[\w/]+\|[^<>]+>$/)
      texts.push(object.text)
    }
    assert.ok(texts.join('').length < 9000, 'Slack refuses more than about 11,000 characters')
    for (const each of texts) assertClean(each)
  })
})

test("Slack's own client sends the same body, and nothing else", async () => {
  const { url, body } = formatSlack(toMessage({ fields: FEW }), SLACK)
  const sent: unknown[] = []
  const client = new IncomingWebhook(url, {
    fetch: async (address, init) => {
      sent.push([String(address), JSON.parse(String(init?.body))])
      return new Response('ok')
    },
  })
  await client.send(body)
  assert.deepEqual(sent, [[url, body]])
})

test("takers of Slack's format get one block of code that no submitted text can leave", () => {
  const reader = new MarkdownIt({ linkify: true })
  checkAll((message) => {
    const { body } = formatSlack(message, MATTERMOST)
    assert.deepEqual(Object.keys(body), ['text'])
    const { text } = body
    assertClean(text)
    assert.ok(text.length <= ROCKET_CHAT_LIMIT, `${text.length} characters`)
    assert.equal(text.split('```').length, message.fields.length > 0 || message.text !== null ? 3 : 1)
    assert.doesNotMatch(text, /(?<![\p{L}\p{N}.+-])@[\p{L}\p{N}_]|<!|<@/u, 'no mention')
    const [, code = '', rest = ''] = /^[^\n]*\n```\n([^`]*)\n```\n(.*)$/s.exec(text) ?? []
    assert.ok(rest === '' || /^[^<>\n]*<https:\/\/forms\.example\/[\w/]+\|[^<>]+>$/.test(rest))
    const tokens = reader.parse(text.split('\n').slice(0, -1).join('\n'), {})
    const fence = tokens.find(({ type }) => type === 'fence')
    assert.equal(fence?.content.trimEnd() ?? '', code.trimEnd())
    const inline = tokens.flatMap(({ children }) => children ?? []).map(({ type }) => type)
    assert.deepEqual(
      inline.filter((type) => type !== 'text'),
      [],
    )
  })
})

test('Discord takes every message, and reads nothing submitted in it', () => {
  checkAll((message) => {
    const { body } = formatDiscord(message, DISCORD)
    const sent: RESTPostAPIWebhookWithTokenJSONBody = body
    assert.deepEqual(sent.allowed_mentions, { parse: [] })
    const [embed]: APIEmbed[] = body.embeds
    assert.ok(embed && sent.embeds?.length === 1)
    // The setters check the limits; toJSON() alone would not.
    const checked = new EmbedBuilder()
      .setTitle(embed.title ?? null)
      .setURL(embed.url ?? null)
      .setDescription(embed.description ?? null)
      .setTimestamp(new Date(embed.timestamp ?? ''))
      .setFields(embed.fields ?? [])
      .toJSON()
    assert.ok(embedLength(checked) <= 6000, `${embedLength(checked)} characters`)
    const ours = (embed.fields ?? []).filter(({ value }) => value === LINK)
    const submitted = (embed.fields ?? []).filter((field) => !ours.includes(field))
    assert.ok(ours.length <= 1)
    for (const text of [
      embed.title ?? '',
      embed.description ?? 'none',
      ...submitted.flatMap(({ name, value }) => [name, value]),
    ]) {
      assertClean(text)
      assert.ok(text.trim() !== '')
      assert.doesNotMatch(text.replaceAll(/\\[\\`*_~|<>[\]()#@:!&-]/g, ''), /[\\`*_~|<>[\]()#@:!&-]/)
    }
  })
})

test('Discord answers with the message, in a thread, too', () => {
  const { url } = formatDiscord(toMessage({}), new URL(`${DISCORD.href}?thread_id=123`))
  assert.equal(url, `${DISCORD.href}?thread_id=123&wait=true`)
})

test('Teams takes every message, and reads nothing submitted in it', () => {
  const reader = new MarkdownIt({ linkify: true })
  checkAll((message) => {
    const { url, body } = formatTeams(message, TEAMS)
    assert.equal(url, TEAMS.href)
    const bytes = Buffer.byteLength(JSON.stringify(body))
    assert.ok(bytes <= TEAMS_LIMIT_BYTES, `${bytes} bytes`)
    for (const { text } of body.attachments[0]?.content.body ?? []) {
      assertClean(text)
      assert.notEqual(text.trim(), '')
      const tokens = reader.parse(text, {})
      const types = tokens.flatMap(({ type, children }) => [
        type,
        ...(children ?? []).map((each) => each.type),
      ])
      const known = ['paragraph_open', 'paragraph_close', 'inline', 'text', 'text_special']
      assert.deepEqual(
        types.filter((type) => !known.includes(type)),
        [],
        text,
      )
    }
  })
})

test('Telegram takes every message, and reads nothing submitted in it', () => {
  checkAll((message) => {
    const { url, body } = formatTelegram(message, TELEGRAM)
    assert.equal(url, 'https://api.telegram.org/bot123456:AbC-dEf/sendMessage')
    const { text, entities, ...rest } = body
    assert.deepEqual(rest, { chat_id: '-1001234567890', link_preview_options: { is_disabled: true } })
    assertClean(text)
    assert.equal(text, text.trim(), 'Telegram would cut it and move the entities')
    assert.ok(text.length > 0 && text.length <= TELEGRAM_LIMIT, `${text.length} characters`)
    const pre = entities.filter(({ type }) => type === 'pre')
    const hasBlock = message.fields.length > 0 || message.text !== null
    assert.equal(pre.length, hasBlock ? 1 : 0)
    const shown = entities.map(({ offset, length }) => text.slice(offset, offset + length))
    assert.equal(shown[0], message.title.length <= 200 ? message.title : shown[0])
    assert.equal(shown.at(-1), message.link.label)
    // Between the entities there are only line ends and our own words.
    let gaps = text
    for (const each of shown) gaps = gaps.replace(each, () => '')
    assert.ok(gaps.replaceAll('\n', '') === '' || /\d/.test(gaps), gaps)
    assert.doesNotMatch(gaps, /[@#/<>]/)
  })
})

test('ntfy takes every message, and links nothing submitted in it', () => {
  const { linkify } = new MarkdownIt({ linkify: true })
  checkAll((message) => {
    const { url, body } = formatNtfy(message, NTFY)
    assert.equal(url, 'https://ntfy.sh/')
    assert.deepEqual(Object.keys(body), ['topic', 'title', 'message', 'click'], 'no Markdown')
    assert.deepEqual([body.topic, body.click], ['forms-x9m3t5r0y8bh', LINK])
    const [messageLimit, jsonLimit] = NTFY_LIMITS_BYTES
    const sizes = [Buffer.byteLength(body.message), Buffer.byteLength(JSON.stringify(body))] as const
    assert.ok(sizes[0] <= messageLimit && sizes[1] <= jsonLimit, sizes.join(' and '))
    for (const text of [body.title, body.message]) {
      assertClean(text)
      assert.notEqual(text.trim(), '')
      assert.equal(linkify.test(text), false, text)
    }
  })
})

test('ntfy says how many fields are missing', () => {
  assert.match(formatNtfy(toMessage({ fields: MANY }), NTFY).body.message, /\nand 30 more fields$/)
})

test('each event has a title and a sentence in every language', () => {
  const subject = { endpointId: 't_k3v9q2m7x4t8r5wz', endpointName: null }
  const timestamp = TIMESTAMP
  const data = toData({ endpointName: null })
  const quota = {
    ...subject,
    counted: 'submissions',
    quota: 50,
    month: '2026-11',
    resetsAt: '2026-12-01T00:00:00Z',
  } as const
  const watch = {
    ...subject,
    watchId: 'w_1',
    when: 'silence',
    eventName: '@backup',
    count: 0,
    title: '@backup is silent',
    text: 'No event <!everyone> for an hour.',
  } as const
  const events: WebhookEvent[] = [
    { type: 'submission.created', timestamp, data },
    { type: 'submission.spam', timestamp, data: { ...data, test: true } },
    { type: 'endpoint.quota_warning', timestamp, data: { ...quota, percent: 80 } },
    { type: 'endpoint.quota_warning', timestamp, data: { ...quota, endpointId: null, percent: 100 } },
    { type: 'watch.fired', timestamp, data: watch },
    { type: 'webhook.test', timestamp, data: { ...subject, destinationId: 'd1' } },
  ]
  for (const language of LANGUAGES) {
    const titles = events.map((event) => composeChatMessage(event, LINK, language).title)
    assert.equal(new Set(titles).size, events.length, language)
  }
  const words = events
    .map((event) => composeChatMessage(event, LINK, 'en'))
    .map(({ title, text }) => [title, text])
  assert.deepEqual(words, [
    ['New message from your form', null],
    ['Spam from your form', 'This is a test that you sent yourself.'],
    [
      't_k3v9q2m7x4t8r5wz has used 80% of 50 submissions this month',
      'The quota resets on 1 December 2026 at 00:00 UTC.',
    ],
    [
      'You have reached your limit of 50 submissions this month',
      'Nothing more is accepted until 1 December 2026 at 00:00 UTC.',
    ],
    ['[@]backup is silent', 'No event <!everyone> for an hour.'],
    ['Test message', 'It works: messages about t_k3v9q2m7x4t8r5wz can be posted here.'],
  ])
})
