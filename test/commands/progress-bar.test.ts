import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteProgress, formatBar, formatByteBar } from '../../src/commands/progress-bar.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

test('a bar is as long at its beginning as at its end, and never says 100 % too early', () => {
  assert.equal(formatBar({ done: 0, of: 10 }), `[${' '.repeat(24)}]   0 %`)
  assert.equal(formatBar({ done: 5, of: 10 }), `[${'#'.repeat(12)}${' '.repeat(12)}]  50 %`)
  assert.equal(formatBar({ done: 9999, of: 10_000 }), `[${'#'.repeat(24)}]  99 %`)
  assert.equal(formatBar({ done: 10, of: 10 }), `[${'#'.repeat(24)}] 100 %`)
  assert.equal(formatBar({ done: 11, of: 10 }), `[${'#'.repeat(24)}] 100 %`, 'more than was expected')
  assert.equal(formatBar({ done: 0, of: 0 }), `[${'#'.repeat(24)}] 100 %`, 'nothing to do')
})

test('bytes have the unit of the whole, and a speed once it is known', () => {
  const tail = (line: string) => line.slice(line.indexOf('%') + 1).trim()
  assert.equal(
    tail(formatByteBar({ done: 1.25 * GIB, of: 2.9 * GIB }, 34.4 * MIB)),
    '1.3 of 2.9 GiB  34 MiB/s',
  )
  assert.equal(tail(formatByteBar({ done: 512 * MIB, of: GIB }, null)), '0.5 of 1.0 GiB')
  assert.equal(tail(formatByteBar({ done: MIB, of: GIB - 1 }, 9.94 * MIB)), '1.0 of 1024.0 MiB  9.9 MiB/s')
  const longest = formatByteBar({ done: 9999 * GIB, of: 9999 * GIB }, 9999 * MIB)
  assert.ok(longest.length < 80, 'a line fits into the narrowest usual terminal')
})

test('a line is drawn five times a second, at the end, and then removed', () => {
  const lines: string[] = []
  let time = 0
  const progress = createByteProgress({ of: 40 * MIB, show: (line) => lines.push(line), now: () => time })
  for (; time < 1000; time += 100) progress.add(MIB)
  assert.equal(lines.length, 5)
  assert.match(lines.at(-1) ?? '', /9\.0 of 40\.0 MiB$/, 'no speed within the first second')
  progress.skip(20 * MIB)
  assert.match(lines.at(-1) ?? '', /30\.0 of 40\.0 MiB {2}10 MiB\/s$/, 'skipped bytes are no speed')
  time += 10
  progress.add(9 * MIB)
  assert.equal(lines.length, 6)
  progress.add(MIB)
  assert.match(lines.at(-1) ?? '', /\] 100 % {2}40\.0 of 40\.0 MiB/)
  progress.end()
  assert.equal(lines.at(-1), '')
})
