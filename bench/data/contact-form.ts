import { luaText, type LoadRequest } from '../harness/wrk.ts'

const BODY_BYTES = 300
const WORD_LENGTH = 8
/** Distance of the words of two scripts: what one sends again after another would become spam. */
const WORDS_OF_A_SCRIPT = 10_000_000
let scripts = 0

/** Creates a submission of 300 bytes to each of these paths. */
export function createFormRequests(paths: readonly string[]): LoadRequest[] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = encodeBody(BODY_BYTES)
  return paths.map((path) => ({ method: 'POST', path, headers, body }))
}

/** Creates a Lua script for wrk whose submissions of 300 bytes differ in a word of their message, as those of visitors do. */
export function createVariedForms(paths: readonly string[]): string {
  const body = encodeBody(BODY_BYTES)
  scripts += 1
  return `
local paths = { ${paths.map(luaText).join(', ')} }
local body = ${luaText(body.slice(0, -WORD_LENGTH))}
local turn = ${scripts * WORDS_OF_A_SCRIPT}
function request()
  turn = turn + 1
  local word, rest = {}, turn
  for at = 1, ${WORD_LENGTH} do
    word[at] = string.char(97 + rest % 26)
    rest = math.floor(rest / 26)
  end
  local headers = { ["content-type"] = "application/x-www-form-urlencoded" }
  return wrk.format("POST", paths[turn % #paths + 1], headers, body .. table.concat(word))
end`
}

/** Encodes a contact form as browsers do. */
function encodeBody(bytes: number): string {
  const form = new URLSearchParams({
    name: 'Ada Lovelace',
    email: 'ada@lovelace.dev',
    company: 'Analytical Engines',
    subject: 'A question',
    message: '',
  }).toString()
  return (
    form + 'Hello+there%2C+I+would+like+to+know+what+they+cost.+'.repeat(10).slice(0, bytes - form.length)
  )
}
