import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTokens, MAX_TOKENS } from '../../../../src/domain/spam/words/tokens.ts'

const tokensOf = (value: string) =>
  listTokens([{ name: 'Message', value }]).filter((token) => !token.includes(':'))

test('a submission is learned by its words, its words by field, and pairs of neighbors', () => {
  assert.deepEqual(
    new Set(
      listTokens([
        { name: 'Subject', value: 'Cheap watches' },
        { name: 'message', value: ['CHEAP'] },
      ]),
    ),
    new Set(['cheap', 'message:cheap', 'subject:cheap', 'watches', 'subject:watches', 'cheap watches']),
  )
})

test('spelling that only looks different is the same word', () => {
  assert.deepEqual(tokensOf('ＶＩＡＧＲＡ ﬁne'), ['viagra', 'fine', 'viagra fine'])
  assert.deepEqual(tokensOf('vi\u200bag\u00adra'), ['viagra'], 'nobody sees what splits it')
})

test('a word has 2 to 24 letters and digits', () => {
  const longest = 'x'.repeat(24)
  assert.deepEqual(tokensOf(`a ab ${longest} ${longest}x 5`), ['ab', longest, `ab ${longest}`])
  assert.deepEqual(tokensOf("e-mail.example/it's"), ['mail', 'example', 'mail example', 'it', 'example it'])
})

test('Chinese, Japanese and Thai are learned by pairs of characters', () => {
  assert.deepEqual(tokensOf('今天发票'), ['今天', '天发', '发票'])
  assert.deepEqual(tokensOf('こんにちは'), ['こん', 'んに', 'にち', 'ちは'])
  assert.deepEqual(tokensOf('買 now please'), ['買', 'now', 'please', 'now please'])
  assert.deepEqual(tokensOf('ดีมาก'), ['ดีม', 'มา', 'าก'])
})

test('Korean, Arabic and Hindi are learned by words', () => {
  assert.deepEqual(tokensOf('대출 상담'), ['대출', '상담', '대출 상담'])
  assert.deepEqual(tokensOf('नमस्ते दोस्त'), ['नमस्ते', 'दोस्त', 'नमस्ते दोस्त'])
})

test('the number of tokens is limited', () => {
  const words = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index.toString(36)}`).join(' ')
  const fields = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, value: words(800, name) }))
  const tokens = listTokens(fields)
  assert.ok(tokens.length <= MAX_TOKENS + 2, `${tokens.length} tokens`)
  assert.ok(tokens.includes('a0') && tokens.includes('d0'), 'each of the values has a share')
})

test('many fields do not hide the words of a long one', () => {
  const filler = Array.from({ length: 150 }, (_, index) => ({ name: `f${index}`, value: `filler${index}` }))
  const message = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')
  const tokens = new Set(listTokens([...filler, { name: 'message', value: message }]))
  assert.ok(tokens.has('word299'))
})

test('only the beginning of a long value is read', () => {
  const tokens = new Set(tokensOf(`${'filler '.repeat(1000)}casino`))
  assert.ok(!tokens.has('casino'))
  assert.ok(new Set(tokensOf(`${'x '.repeat(2040)}casino`)).has('casino'))
})

test('the largest submission is read quickly', () => {
  const fields = Array.from({ length: 200 }, (_, index) => ({
    name: `${index}`,
    value: '漢字ab '.repeat(10_000),
  }))
  const startedAt = performance.now()
  listTokens(fields)
  assert.ok(performance.now() - startedAt < 500)
})
