import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLesson } from '../../../../src/domain/spam/words/lesson.ts'
import { listTokens } from '../../../../src/domain/spam/words/tokens.ts'
import { combineWords, type LessonCounts, scoreWords } from '../../../../src/domain/spam/words/word-score.ts'

const LESSONS = { ham: 100, spam: 100 }
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

/** An owner's learned words, without a database. */
function createLearner() {
  const words = new Map<string, LessonCounts>()
  const lessons: LessonCounts = { ham: 0, spam: 0 }
  const tokensOf = (message: string) => listTokens([{ name: 'message', value: message }])
  return {
    teach(kind: keyof LessonCounts, message: string) {
      lessons[kind] += 1
      for (const token of tokensOf(message)) {
        const word = words.get(token) ?? { ham: 0, spam: 0 }
        words.set(token, { ...word, [kind]: word[kind] + 1 })
      }
    },
    score(message: string) {
      return scoreWords(
        tokensOf(message).flatMap((token) => words.get(token) ?? []),
        lessons,
      )
    },
  }
}

function createTaughtLearner() {
  const learner = createLearner()
  for (let index = 0; index < 40; index++) {
    learner.teach('spam', `Cheap casino bonus ${index}, win money now with our seo backlinks offer`)
    learner.teach('ham', `Hello, I would like to book a table for ${index} people on Friday, thank you`)
  }
  return learner
}

test('words that only spam contains make a submission spam, and words of real ones clear it', () => {
  const learner = createTaughtLearner()
  assert.equal(learner.score('Win a casino bonus with our backlinks'), 5)
  assert.equal(learner.score('I would like to book for two people, thank you'), -3)
  assert.equal(learner.score('Quelque chose de tout autre'), 0)
})

test('nothing is judged before there are 10 lessons of each kind', () => {
  const words = times(20, { ham: 0, spam: 10 })
  assert.equal(scoreWords(words, { ham: 9.5, spam: 100 }), 0)
  assert.equal(scoreWords(words, { ham: 100, spam: 9 }), 0)
  assert.equal(scoreWords(words, { ham: 10, spam: 10 }), 5)
})

test('the probability of known words is that of Robinson and Fisher', () => {
  assert.equal(combineWords([], LESSONS), 0.5)
  // f(w) = (0.45 * 0.5 + 10 * 1) / (0.45 + 10) = 0.97847; one word: (1 + f - (1 - f)) / 2 = f.
  assert.ok(Math.abs(combineWords([{ ham: 0, spam: 10 }], LESSONS) - 0.978469) < 1e-6)
  assert.ok(Math.abs(combineWords([{ ham: 10, spam: 0 }], LESSONS) - 0.021531) < 1e-6)
  // Two of them: Q(x, 4 degrees of freedom) = exp(-x / 2) * (1 + x / 2).
  const f = 0.9784689
  const q = (product: number) => product * (1 - Math.log(product))
  const expected = (1 + q(f * f) - q((1 - f) ** 2)) / 2
  assert.ok(Math.abs(combineWords(times(2, { ham: 0, spam: 10 }), LESSONS) - expected) < 1e-6)
  assert.ok(Math.abs(combineWords([{ ham: 10, spam: 10 }], LESSONS) - 0.5) < 1e-9)
})

test('the number of lessons of a kind does not matter, only the share that had the word', () => {
  const word = { ham: 10, spam: 100 }
  assert.ok(Math.abs(combineWords([word], { ham: 100, spam: 1000 }) - 0.5) < 1e-9)
})

test('the most certain words stay between 0 and 1', () => {
  const lessons = { ham: 1e6, spam: 1e6 }
  assert.ok(combineWords(times(4000, { ham: 0, spam: 1e6 }), lessons) <= 1)
  assert.ok(combineWords(times(4000, { ham: 1e6, spam: 0 }), lessons) >= 0)
  assert.equal(scoreWords(times(4000, { ham: 0, spam: 1e6 }), lessons), 5)
})

test('random words around spam do not hide it', () => {
  const learner = createTaughtLearner()
  const noise = Array.from({ length: 400 }, (_, index) => `x${(index * 7919).toString(36)}q`).join(' ')
  assert.equal(learner.score(`Win a casino bonus with our seo backlinks offer ${noise}`), 5)
})

test('good words around spam win no points back for a verdict of spam words', () => {
  const learner = createTaughtLearner()
  const score = learner.score(
    'Win money now with our seo backlinks offer cheap casino bonus. Hello, thank you, friday, people',
  )
  assert.ok(score >= 0, `${score} points`)
})

test('an owner who was taught by one campaign does not lose real messages that share a word with it', () => {
  const learner = createTaughtLearner()
  assert.ok(learner.score('Hello, I would like an offer for a table on Friday, thank you') <= 0)
})

test('a submission teaches by the folder that its owner moved it to', () => {
  assert.equal(getLesson({ folder: 'spam', isSpam: false }), 'spam')
  assert.equal(getLesson({ folder: 'inbox', isSpam: true }), 'ham')
  assert.equal(getLesson({ folder: 'archive', isSpam: true }), 'ham')
  assert.equal(getLesson({ folder: 'archive', isSpam: false }), 'ham')
  assert.equal(getLesson({ folder: 'inbox', isSpam: false }), null)
  assert.equal(getLesson({ folder: 'spam', isSpam: true }), null)
})
