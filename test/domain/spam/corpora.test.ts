import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSpamScore, type SpamScore, scoreSubmission } from '../../../src/domain/spam/score.ts'
import { NO_SIGHTINGS } from '../../../src/domain/spam/sightings.ts'
import { type CorpusText, readCorpus } from '../../support/spam/corpora.ts'

/** Scores a text as the first one that a form gets. */
function score({ fields }: CorpusText): SpamScore {
  return scoreSubmission({
    fields,
    elapsedMs: null,
    proof: { kind: 'not_asked' },
    lists: null,
    rememberedScripts: '',
    sightings: NO_SIGHTINGS,
  })
}

/** Returns the share of texts that are spam at the level normal. */
function measure(texts: readonly CorpusText[]): number {
  return texts.filter((text) => isSpamScore(score(text).score, 'normal')).length / texts.length
}

test('the held-out corpus has three hundred ordinary spam texts and six hundred real ones, in eight languages', () => {
  for (const [kind, min] of [
    ['spam', 300],
    ['real', 600],
  ] as const) {
    const texts = readCorpus('held-out', kind)
    assert.ok(texts.length >= min, String(texts.length))
    assert.ok(new Set(texts.map(({ language }) => language)).size >= 8)
    const words = new Set(texts.map(({ fields }) => fields.at(-1)?.value))
    assert.ok(words.size >= 0.9 * texts.length, `${kind}: ${words.size} differ`)
  }
})

test('without any lesson, 70 % of spam that the rules have never seen is caught, and 0.5 % of real messages at most', () => {
  const caught = measure(readCorpus('held-out', 'spam'))
  const lost = measure(readCorpus('held-out', 'real'))
  assert.ok(caught >= 0.7, `caught ${caught}`)
  assert.ok(lost <= 0.005, `lost ${lost}`)
})

test('without any lesson, most spam with links to ordinary domains is caught, and no real message with links', () => {
  const caught = measure(readCorpus('other-domains', 'spam'))
  assert.ok(caught >= 0.6, `caught ${caught}`)
  assert.equal(measure(readCorpus('other-domains', 'real')), 0)
})

test('the rules catch nine of ten of the texts that they were tuned with, and lose no real message', () => {
  const caught = measure(readCorpus('development', 'spam'))
  assert.ok(caught >= 0.9, `caught ${caught}`)
  for (const text of readCorpus('development', 'real')) {
    const { score: points, reasons } = score(text)
    assert.ok(!isSpamScore(points, 'normal'), `${points} ${reasons}: ${text.fields.at(-1)?.value}`)
  }
})
