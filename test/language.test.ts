import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '..')
const ROOMS = ['src', 'dashboard/src', 'client/src', 'test', 'bench', 'scripts']
/** A comment that asks instead of naming its subject. */
const QUESTION = /(?:\/\*\*[\s*]*|(?:^|\n)\s*\/\/ )(?:What|Whether|Who|Whom|Whose|How|Why)\b[^\n]*/g
/** Limits begin with MAX_ or MIN_, or end with _LIMIT. */
const LIMIT = /\b(?:MOST|LEAST|WORTH)_[A-Z_]+\b/g
/** This file names what it forbids. */
const ITSELF = 'test/language.test.ts'

function files(room: string): string[] {
  return readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/node_modules/') && file !== ITSELF)
}

function find(pattern: RegExp): string[] {
  return ROOMS.flatMap(files).flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text}`),
  )
}

test('no comment begins with What, Whether, Who, How or Why', () => {
  assert.deepEqual(find(QUESTION), [])
})

test('a limit is named MAX_, MIN_ or _LIMIT', () => {
  assert.deepEqual(find(LIMIT), [])
})
