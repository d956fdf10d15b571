import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Proof } from '../../../src/domain/challenges/proof.ts'
import { compileOwnerLists } from '../../../src/domain/spam/owner-lists.ts'
import { readTexts } from '../../../src/domain/spam/read-texts.ts'
import {
  applyRules,
  isSpamScore,
  MAX_RULE_POINTS,
  type ScoredSubmission,
  type SpamReason,
  scoreSubmission,
} from '../../../src/domain/spam/score.ts'
import { isUnusualScript, MIN_REMEMBERED_SCRIPTS, rememberScript } from '../../../src/domain/spam/scripts.ts'
import { hashMessage, NO_SIGHTINGS, type Sightings } from '../../../src/domain/spam/sightings.ts'
import { readSpamEntry } from '../../../src/domain/spam/spam-settings.ts'
import type { Topic } from '../../../src/domain/spam/vocabulary/topics.ts'
import type { Field } from '../../../src/domain/submissions/fields.ts'
import { MESSAGES } from './messages.ts'

test('finds the reasons of sixty messages in eight languages, and no spam among real ones', () => {
  assert.equal(MESSAGES.length, 60)
  assert.equal(new Set(MESSAGES.map(({ language }) => language)).size, 8)
  for (const message of MESSAGES) {
    const { score, reasons } = scoreMessage(message.fields, {
      elapsedMs: message.elapsedMs ?? null,
      rememberedScripts: (message.form ?? 'L').repeat(50),
    })
    const text = JSON.stringify(message.fields)
    assert.deepEqual(reasons, message.reasons, text)
    assert.equal(isSpamScore(score, 'normal') ? 'spam' : 'ham', message.verdict, `${score} ${text}`)
  }
})

test('names a reason for each rule that applies, the strongest first, and adds their points', () => {
  // null: the sum of the points of its phrases, up to the limit of every rule.
  const points: Record<SpamReason, readonly number[] | null> = {
    blocked_address: [100],
    blocked_domain: [100],
    blocked_word: [100],
    repeat: [3],
    burst: [2],
    links: [1, 2, 3],
    markup: [3],
    challenge_missing: [3],
    pills: null,
    gambling: null,
    promotion: null,
    money: null,
    scam: null,
    dating: null,
    fakes: null,
    dense: [2],
    pitch: null,
    odd_link: [1, 2, 2.5],
    way_out: [2],
    script: [2],
    wrong_field: [2],
    hurry: [2],
    gibberish: [1.5],
    sameness: [2],
  }
  const seen = new Set<string>()
  const next = createNumbers(7)
  const pick = <One>(list: readonly One[]): One => list[next() % list.length] as One
  for (let turn = 0; turn < 3000; turn += 1) {
    const submission: ScoredSubmission = {
      fields: Array.from({ length: 1 + (next() % 4) }, () => ({
        name: pick(['name', 'phone', 'message', 'firma', 'other', '_next']),
        value: Array.from({ length: 1 + (next() % 5) }, () => pick(PIECES)).join(pick([' ', ''])),
      })),
      elapsedMs: pick([null, 0, 1999, 2000]),
      proof: pick<Proof>([
        { kind: 'not_asked' },
        { kind: 'missing' },
        { kind: 'valid', challenge: { nonce: 'n', until: new Date(0) } },
      ]),
      lists: pick([null, LISTS]),
      rememberedScripts: pick(['', 'L'.repeat(MIN_REMEMBERED_SCRIPTS), 'C'.repeat(50)]),
      sightings: pick([NO_SIGHTINGS, { copies: 5, recent: 5 }]),
    }
    const { score, reasons } = scoreSubmission(submission)
    const { findings } = applyRules(submission)
    assert.equal(
      score,
      findings.reduce((sum, one) => sum + one.points, 0),
    )
    const given = findings.filter(({ rule, points }) => rule !== 'allowed' && points > 0)
    assert.deepEqual([...reasons].sort(), given.map(({ rule }) => rule).sort())
    const ofReasons = reasons.map((reason) => given.find(({ rule }) => rule === reason)?.points ?? 0)
    assert.deepEqual(
      ofReasons,
      [...ofReasons].sort((one, other) => other - one),
    )
    for (const [at, reason] of reasons.entries()) {
      const allowed = points[reason]
      const sum = ofReasons[at] ?? 0
      const isAllowed = allowed?.includes(sum) ?? (sum > 0 && sum <= MAX_RULE_POINTS)
      assert.ok(isAllowed, `${reason} gives ${sum}`)
      seen.add(reason)
    }
  }
  assert.deepEqual([...seen].sort(), Object.keys(points).sort(), 'each rule applied')
})

test('remembers the scripts of fifty submissions, and none is pushed out by a flood', () => {
  let remembered = 'C'
  for (let n = 1; n < 50; n += 1) remembered = rememberScript(remembered, 'L')
  for (let n = 0; n < 200; n += 1) remembered = rememberScript(remembered, 'L')
  assert.equal(remembered.length, 50)
  assert.equal(isUnusualScript('C', remembered), false, 'a flood in one script pushes out no other one')
  for (let n = 0; n < 200; n += 1) remembered = rememberScript(remembered, 'G')
  assert.equal(isUnusualScript('L', remembered), false)
  assert.equal(isUnusualScript('-', remembered), false, 'too few letters')
  assert.equal(isUnusualScript('C', 'L'.repeat(MIN_REMEMBERED_SCRIPTS - 1)), false)
  assert.equal(isUnusualScript('C', 'L'.repeat(MIN_REMEMBERED_SCRIPTS)), true)
})

test('each level has its threshold', () => {
  const levels: [level: 'lenient' | 'normal' | 'strict', threshold: number][] = [
    ['lenient', 8],
    ['normal', 5],
    ['strict', 3.5],
  ]
  for (const [level, threshold] of levels) {
    assert.equal(isSpamScore(threshold - 0.5, level), false)
    assert.equal(isSpamScore(threshold, level), true)
  }
  assert.equal(isSpamScore(1000, 'off'), false)
})

test('the first link is free, and more than four give no more points', () => {
  const message = (links: number) => `See ${'https://example.com/a '.repeat(links)}`
  const scores = [0, 1, 2, 5, 6].map((links) => scoreMessage({ message: message(links) }).score)
  assert.deepEqual(scores, [0, 0, 1, 3, 3])
})

test('counts links as people and programs write them', () => {
  const counts: [text: string, links: number][] = [
    ['https://a.example', 1],
    ['HTTP://A.EXAMPLE', 1],
    ['WWW.a.example', 1],
    ['a.example/', 1],
    ['https://www.a.example/b', 1],
    ['https://a.example,https://b.example', 2],
    ['[one](https://a.example)[two](https://b.example)', 2],
    ['ｈｔｔｐｓ：／／a.example', 1],
    ['ht\u200btps://a.example', 1],
    ['Mr.Smith, e.g. 3.5 kg and/or u.s./e.u.', 0],
    ['ftp://a.example', 0],
    ['http:/a', 0],
    ['awww.example', 0],
    ['www.', 0],
    ['ada@lovelace.dev', 0],
  ]
  for (const [text, links] of counts) {
    // Two links before it: each further one is a point.
    const { score } = scoreMessage({ message: `https://x.example https://y.example ${text}` })
    assert.equal(score - 1, links, text)
  }
})

test('the third copy by one sender within a day is a repeat, and the sixth within an hour a burst', () => {
  const scoreSightings = (sightings: Partial<Sightings>) =>
    scoreMessage({ message: 'hello' }, { sightings: { ...NO_SIGHTINGS, ...sightings } })
  assert.deepEqual(
    [0, 1, 2, 5].map((copies) => scoreSightings({ copies }).score),
    [0, 0, 3, 3],
  )
  assert.deepEqual(
    [0, 4, 5].map((recent) => scoreSightings({ recent }).score),
    [0, 0, 2],
  )
  const { score, repeatPoints } = scoreSightings({ copies: 2, recent: 5 })
  assert.deepEqual([score, repeatPoints, isSpamScore(score, 'normal')], [5, 5, true])
})

test('no rule alone makes a submission spam at any level, except for the lists of the owner', () => {
  const strongest: Record<SpamReason, [fields: Record<string, string>, more?: Partial<ScoredSubmission>]> = {
    blocked_address: [
      { message: 'bo@spam.example' },
      { lists: compile({ block: ['bo@spam.example'], allow: [] }) },
    ],
    blocked_domain: [{ message: 'spam.example' }, { lists: LISTS }],
    blocked_word: [{ message: 'casino' }, { lists: LISTS }],
    repeat: [{ message: 'hello' }, { sightings: { copies: 1000, recent: 0 } }],
    burst: [{ message: 'hello' }, { sightings: { copies: 0, recent: 1000 } }],
    links: [{ message: 'https://a.example/ '.repeat(50) }],
    markup: [{ message: '<a href="x">'.repeat(50) }],
    challenge_missing: [{ message: 'hello' }, { proof: { kind: 'missing' } }],
    ...VOCABULARY_SAMPLES,
    script: [{ message: 'Здравствуйте друзья мои' }, { rememberedScripts: 'L'.repeat(50) }],
    wrong_field: [{ phone: 'bo@a.example', name: 'www.a.example' }],
    hurry: [{ message: 'hello' }, { elapsedMs: 0 }],
    gibberish: [{ message: 'bcdfghjklmnpqrstvwxzbcd '.repeat(50) }],
    sameness: [{ a: 'the very same words in two fields', b: 'the very same words in two fields' }],
  }
  for (const [rule, [fields, more]] of Object.entries(strongest)) {
    const { score, reasons } = scoreMessage(fields, more)
    assert.ok(reasons.includes(rule as SpamReason), `${rule}: ${reasons}`)
    // These two are never alone: they are about the words of an offer.
    if (rule !== 'dense' && rule !== 'way_out')
      assert.equal(isSpamScore(score, 'strict'), rule.startsWith('blocked_'), rule)
  }
  assert.ok(!isSpamScore(MAX_RULE_POINTS, 'strict'), 'the limit of every other rule')
})

test('copies are found by the letters of their message, and short or prescribed texts have none', () => {
  const compare = (fields: Record<string, string>) => hashMessage(readTexts(toFields(fields)), 1)
  const text = 'Dear owner, we bring your website to the first page of all the search engines within weeks'
  assert.equal(
    compare({ name: 'Bo', message: `${text} 1234. Write to bo@a.example` }),
    compare({ name: 'Cy', email: 'c@d.example', comment: `${text.toUpperCase()}! 99 Write to: x@y.example` }),
  )
  assert.equal(compare({ message: 'Please call me back.' }), null)
  assert.equal(compare({ consent: text }), null, 'the value of a checkbox')
  assert.notEqual(compare({ anything: `${text} ${text} ${text}` }), null)
  assert.notEqual(
    compare({ お問い合わせ内容: '来月の予約は可能でしょうか。四名で伺いたいと思います。' }),
    null,
  )
})

test('knows fields by the names in every language that the inbox knows', () => {
  const text = 'Dear owner, we bring your website to the first page of all the search engines within weeks'
  for (const name of ['Wiadomość', 'сообщение', 'Üzenet', 'ข้อความ', '메시지', 'message']) {
    assert.notEqual(hashMessage(readTexts(toFields({ [name]: text })), 1), null, name)
  }
  for (const name of ['Imię i nazwisko', 'имя', 'Teljes név', 'ชื่อ', '이름', 'phone', 'Puhelin']) {
    const { reasons } = scoreMessage({ [name]: 'www.a.example' })
    assert.ok(reasons.includes('wrong_field'), name)
  }
})

test('a list blocks whole words, domains with those below them, and addresses', () => {
  const blocks: [entry: string, text: string, reason: SpamReason | null][] = [
    ['casino', 'The CASINO opens', 'blocked_word'],
    ['casino', 'ｃａｓｉｎｏ', 'blocked_word'],
    ['casino', 'cas\u200bino', 'blocked_word'],
    ['casino', 'casinos', null],
    ['casino', 'mycasino', null],
    ['buy now', 'Buy,\n now!', 'blocked_word'],
    ['buy now', 'buy it now', null],
    ['straße', 'In der STRAßE', 'blocked_word'],
    ['c++', 'I write C++ all day', 'blocked_word'],
    ['c++', 'vitamin C', null],
    ['赌场', '最好的赌场在这里', 'blocked_word'],
    ['spam.example', 'see https://www.Spam.Example/x', 'blocked_domain'],
    ['spam.example', 'mail to bo@mail.spam.example.', 'blocked_domain'],
    ['spam.example', 'notspam.example', null],
    ['spam.example', 'spam.example.org', null],
    ['münchen.example', 'auf MÜNCHEN.example', 'blocked_domain'],
    ['bo@spam.example', 'From <Bo@Spam.Example>.', 'blocked_address'],
    ['bo@spam.example', "'bo@spam.example'", 'blocked_address'],
    ['bo@spam.example', 'jimbo@spam.example', null],
    ['bo@münchen.example', 'bo@münchen.example', 'blocked_address'],
  ]
  for (const [entry, message, reason] of blocks) {
    const { reasons } = scoreMessage({ message }, { lists: compile({ block: [entry], allow: [] }) })
    assert.deepEqual(reasons, reason === null ? [] : [reason], `${entry}: ${message}`)
  }
})

test('what the owner allows is never spam; an address only as that of the sender', () => {
  const spam = { message: `casino [url=https://a.example/]` }
  const lists = (allow: string) => ({
    lists: compile({ block: ['casino', 'bo@spam.example'], allow: [allow] }),
  })
  const isSpam = (fields: Record<string, string>, allow: string) => {
    const { score, reasons } = scoreMessage(fields, lists(allow))
    assert.equal(score > 0, reasons.length > 0)
    return isSpamScore(score, 'strict')
  }
  assert.equal(isSpam(spam, 'invoice'), true)
  assert.equal(isSpam({ ...spam, subject: 'Your Invoice' }, 'invoice'), false)
  assert.equal(isSpam({ ...spam, email: 'bo@spam.example' }, 'bo@spam.example'), false, 'allow wins')
  assert.equal(isSpam({ ...spam, email: 'Cy@Mail.Friend.example' }, 'friend.example'), false)
  assert.equal(isSpam({ message: `${spam.message} cy@friend.example` }, 'friend.example'), true)
  assert.equal(isSpam({ message: `${spam.message} cy@friend.example` }, 'cy@friend.example'), true)
})

test('reads 4,096 characters of a field and 16,384 of a submission', () => {
  const lists = compile({ block: ['casino'], allow: [] })
  const isFound = (...values: string[]) =>
    scoreSubmission(
      toSubmission(
        values.map((value, at) => ({ name: `f${at}`, value })),
        { lists },
      ),
    ).score > 0
  assert.equal(isFound(`${' '.repeat(4090)}casino`), true)
  assert.equal(isFound(`${' '.repeat(4096)}casino`), false)
  const full = ' '.repeat(4096)
  assert.equal(isFound(full, full, full, 'casino'), true)
  assert.equal(isFound(full, full, full, full, 'casino'), false)
  assert.equal(
    scoreSubmission(toSubmission([{ name: 'data', value: { a: [1, { b: 'casino' }] } }], { lists })).score >
      0,
    true,
  )
})

/** On a quiet machine 3; a busy one measures twice as much. Work that is not linear takes seconds. */
const MAX_MS = 15

test('reads 100,000 characters of any kind in less than 15 ms', () => {
  const many = <Item>(item: (at: number) => Item) => Array.from({ length: 90 }, (_, at) => item(at))
  const block = [
    ...many((at) => `word${at}x more`),
    ...many((at) => `d${at}.example`),
    ...many((at) => `a${at}@b.example`),
    // Begin alike, and one needs a look at the whole text.
    ...many((at) => `c${'+'.repeat(1 + at)}`),
    ...many((at) => `${'x '.repeat(40)}${at}`),
  ]
  const lists = compile({ block, allow: ['friend.example'] })
  const slow: string[] = []
  for (const piece of [...PIECES, ...HOSTILE]) {
    const value = piece.repeat(Math.ceil(100_000 / piece.length))
    const fields = Array.from({ length: 5 }, (_, at) => ({ name: `message${at}`, value }))
    const once = () => {
      const before = process.threadCpuUsage().user
      scoreSubmission(toSubmission(fields, { lists }))
      hashMessage(readTexts(fields), 1)
      return (process.threadCpuUsage().user - before) / 1000
    }
    // Again while it is slow: others use the machine too.
    let ms = once()
    for (let again = 0; ms >= MAX_MS && again < 8; again += 1) ms = once()
    if (ms >= MAX_MS) slow.push(`${JSON.stringify(piece)}: ${ms} ms`)
  }
  assert.deepEqual(slow, [])
})

/** Texts of the topics of spam, about nothing else. */
const VOCABULARY_SAMPLES: Record<
  Topic | 'dense' | 'pitch' | 'odd_link' | 'way_out',
  [Record<string, string>]
> = {
  pills: [{ message: 'Viagra, Cialis' }],
  gambling: [{ message: 'online casino, casino' }],
  promotion: [{ message: 'backlinks and website traffic' }],
  money: [{ message: 'passive income, bitcoin' }],
  scam: [{ message: 'next of kin, barrister' }],
  dating: [{ message: 'hot singles, sexy' }],
  fakes: [{ message: 'fake passport, replica' }],
  dense: [{ message: 'Viagra, Cialis, Levitra' }],
  pitch: [{ message: 'Limited offer, act now, order now, buy now' }],
  odd_link: [{ message: 'https://a.top' }],
  way_out: [{ message: 'gambling, bets and bonus wagers: https://a.example' }],
}
/** Texts that make rules apply. */
const PIECES = [
  ...Object.values(VOCABULARY_SAMPLES).map(([{ message }]) => message ?? ''),
  'hello there',
  'https://a.example/',
  'www.b.example/x',
  '<a href="https://c.example/">',
  '[url=x]',
  'bcdfghjklmnpqrstvwxzbcd',
  'Здравствуйте друзья мои',
  'casino',
  'bo@spam.example',
  'see spam.example today',
  'the very same words in two fields of a form',
]
const HOSTILE = [
  // Begin phrases and endings of links without end.
  'million ',
  'm ',
  '.top',
  'a.top/',
  '代',
  'a',
  'b',
  '@',
  'a@',
  '.',
  'a.',
  '/',
  ':',
  '-.',
  '<a ',
  '[',
  '[url',
  'http',
  'http://',
  'www.',
  'a.co/',
  ' ',
  '\n',
  '\0',
  "'a@b.co",
  '"',
  'ﷺ',
  '\u200b',
  'ü.',
  'ü@ü.',
  'あ',
  '字',
  '😀',
  '\ud800',
  'e\u0301',
  // Has to be sorted by Unicode normalization.
  '\u0323\u0301',
  'c ',
  'x ',
  'word0x ',
  'd0.example ',
  'ａ',
]
const LISTS = compile({ block: ['casino', 'bo@spam.example', 'spam.example'], allow: [] })

function scoreMessage(fields: Record<string, string>, more: Partial<ScoredSubmission> = {}) {
  return scoreSubmission(toSubmission(toFields(fields), more))
}

function toSubmission(fields: readonly Field[], more: Partial<ScoredSubmission> = {}): ScoredSubmission {
  return {
    fields,
    elapsedMs: null,
    proof: { kind: 'not_asked' },
    lists: null,
    rememberedScripts: '',
    sightings: NO_SIGHTINGS,
    ...more,
  }
}

function toFields(fields: Record<string, string>): Field[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }))
}

function compile(lists: { block: string[]; allow: string[] }) {
  const read = (list: string[]) =>
    list.map((text) => {
      const entry = readSpamEntry(text)
      assert.equal(entry.kind, 'entry', text)
      return entry.kind === 'entry' ? entry.entry : ''
    })
  return compileOwnerLists({ block: read(lists.block), allow: read(lists.allow) })
}

/** Returns numbers that look random and are always the same. */
function createNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state >> 8
  }
}
