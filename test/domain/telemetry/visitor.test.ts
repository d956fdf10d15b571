import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addVisitor,
  createBitmap,
  estimateVisitors,
  isBrowser,
  MAX_DAILY_VISITORS,
  VISITOR_BITS,
} from '../../../src/domain/telemetry/visitor.ts'
import { seededRandom } from '../../support/fixtures/seeded-random.ts'

test('estimates the number of visitors within its stated error', () => {
  const random = seededRandom(29)
  const estimate = (visitors: number) => {
    const bitmap = createBitmap()
    for (let n = 0; n < visitors; n += 1) addVisitor(bitmap, Math.floor(random() * VISITOR_BITS))
    return estimateVisitors(bitmap)
  }
  assert.deepEqual([0, 1, 2, 3].map(estimate), [0, 1, 2, 3])
  assert.ok(Math.abs(estimate(100) - 100) <= 2)
  for (const [visitors, error] of [
    [1_000, 0.02],
    [10_000, 0.02],
    [50_000, 0.04],
    [90_000, 0.09],
  ] as const) {
    // Three standard errors.
    assert.ok(Math.abs(estimate(visitors) / visitors - 1) < error, `${visitors}: ${estimate(visitors)}`)
  }
})

test('counts at most the maximum, also when every bit is set', () => {
  const bitmap = createBitmap()
  for (let place = 0; place < VISITOR_BITS - 1; place += 1) assert.equal(addVisitor(bitmap, place), true)
  assert.equal(estimateVisitors(bitmap), MAX_DAILY_VISITORS)
  addVisitor(bitmap, VISITOR_BITS - 1)
  assert.equal(estimateVisitors(bitmap), MAX_DAILY_VISITORS)
  assert.equal(addVisitor(bitmap, 0), false)
})

test('recognizes browsers by their user agents, and neither programs nor crawlers', () => {
  for (const browser of [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_P40) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
  ]) {
    assert.equal(isBrowser(browser), true, browser)
  }
  for (const program of [
    '',
    'node',
    'curl/8.5.0',
    'posthog-node/5.9.0',
    'OTel-OTLP-Exporter-JavaScript/0.205.0',
    'python-requests/2.32.3',
    'Mozilla/5.0 Umami/v26.0.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  ]) {
    assert.equal(isBrowser(program), false, program)
  }
})
