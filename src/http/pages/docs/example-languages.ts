/** An example in another language than the shell. */
export type Translated = { language: 'JavaScript' | 'Python'; text: string }

/** A request as a command of `curl` makes it. */
type ExampleRequest = {
  method: string
  url: string
  headers: readonly [name: string, value: string][]
  body: Body | null
}
type Body =
  | { kind: 'form'; fields: readonly [name: string, value: string][] }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }

const VARIABLE = /\$([A-Z][A-Z_]*)/g
/** A word of a command: parts in single quotes, in double quotes, escaped, or plain. */
const WORD = /(?:'[^']*'|"(?:[^"\\`$]|\$(?!\()|\\[\s\S])*"|\\[^\n]|[^\s'"\\|;&<>()`])+/y
const GAP = /(?:[ \t]|\\\n)*/y
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^'"\\]+)/g
const JSON_TYPE = 'application/json'

/**
 * Translates commands of `curl` that make one request each, for people who call the service from a program. The variables of the
 * shell become the words that the guides use as placeholders: `$FORM_ID` is `FORM_ID`. Empty where another command is among them,
 * such as one that reads or writes files.
 */
export function translateExample(commands: string): Translated[] {
  const requests = commands
    .trim()
    .split(/(?<!\\)\n/)
    .map((command) => readRequest(readWords(command)))
  const known = requests.filter((request) => request !== null)
  if (known.length < requests.length) return []
  return [
    { language: 'JavaScript', text: toJavaScript(known) },
    { language: 'Python', text: toPython(known) },
  ]
}

/** Splits a command into its words; none of one that a shell would do more with. */
function readWords(command: string): string[] {
  const words: string[] = []
  let at = skipGap(command, 0)
  while (at < command.length) {
    WORD.lastIndex = at
    const [word] = WORD.exec(command) ?? []
    if (word === undefined) return []
    words.push(unquote(word))
    at = skipGap(command, at + word.length)
  }
  return words
}

function skipGap(command: string, at: number): number {
  GAP.lastIndex = at
  return at + (GAP.exec(command)?.[0].length ?? 0)
}

function unquote(word: string): string {
  return Array.from(word.matchAll(PART), ([, single, double, escaped, plain]) => {
    if (single !== undefined) return single
    if (escaped !== undefined) return escaped
    const text = (double ?? plain ?? '').replaceAll(VARIABLE, '$1')
    return double === undefined ? text : text.replaceAll(/\\([$`"\\])/g, '$1')
  }).join('')
}

/** Reads the options that the examples use; null where there is another one. */
function readRequest([program, ...words]: readonly string[]): ExampleRequest | null {
  if (program !== 'curl') return null
  const headers: [string, string][] = []
  const data: string[] = []
  let method: string | null = null
  let url: string | null = null
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    if (word === '-X') method = next
    else if (word === '-H') headers.push(splitAt(next, ': '))
    else if ((word === '-d' || word === '--data-binary') && !next.startsWith('@')) data.push(next)
    else if (!word.startsWith('-') && url === null) {
      url = word
      continue
    } else return null
    at += 1
  }
  if (url === null) return null
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const body = data.length === 0 ? null : readBody(data, type)
  const others = body?.kind === 'json' ? headers.filter(([, value]) => value !== JSON_TYPE) : headers
  return { method: method ?? (body === null ? 'GET' : 'POST'), url, headers: others, body }
}

function readBody(data: readonly string[], type: string | null): Body {
  if (type === null) return { kind: 'form', fields: [...new URLSearchParams(data.join('&'))] }
  const text = data.join('&')
  return type === JSON_TYPE ? { kind: 'json', value: JSON.parse(text) } : { kind: 'text', text }
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)]
}

function toJavaScript(requests: readonly ExampleRequest[]): string {
  const begin = requests.length === 1 ? 'const ' : 'let '
  return requests
    .map(
      (request, index) =>
        `${index === 0 ? begin : ''}response = ${toFetch(request)}\nconsole.log(response.status, await response.text())`,
    )
    .join('\n\n')
}

function toFetch({ method, url, headers, body }: ExampleRequest): string {
  const sent = body?.kind === 'json' ? [...headers, ['Content-Type', JSON_TYPE] as const] : headers
  const options = [
    ...(method === 'GET' ? [] : [`method: ${quote(method)},`]),
    ...(sent.length === 0
      ? []
      : [
          `headers: ${block(
            '{',
            sent.map(([name, value]) => `${toKey(name)}: ${quote(value)}`),
            '}',
          )},`,
        ]),
    ...(body === null ? [] : [`body: ${toScriptBody(body)},`]),
  ]
  const call = options.length === 0 ? '' : `, {\n${indent(options.join('\n'), 2)}\n}`
  return `await fetch(${quote(url)}${call})`
}

function toScriptBody(body: Body): string {
  if (body.kind === 'text') return quote(body.text)
  if (body.kind === 'json') return `JSON.stringify(${toLiteral(body.value, 'JavaScript')})`
  const isNamedOnce = new Set(body.fields.map(([name]) => name)).size === body.fields.length
  const fields = body.fields.map(([name, value]) =>
    isNamedOnce ? `${toKey(name)}: ${quote(value)}` : `[${quote(name)}, ${quote(value)}]`,
  )
  return `new URLSearchParams(${isNamedOnce ? block('{', fields, '}') : block('[', fields, ']')})`
}

function toPython(requests: readonly ExampleRequest[]): string {
  const calls = requests.map(
    (request) => `response = ${toPythonCall(request)}\nprint(response.status_code, response.text)`,
  )
  return ['import requests', ...calls].join('\n\n')
}

function toPythonCall({ method, url, headers, body }: ExampleRequest): string {
  const pairs = (list: readonly (readonly [string, string])[]) =>
    list.map(([name, value]) => `${quote(name)}: ${quote(value)}`)
  const named = [
    quote(url),
    ...(headers.length === 0 ? [] : [`headers=${block('{', pairs(headers), '}', 4)}`]),
    ...(body === null ? [] : [toPythonBody(body)]),
  ]
  const call =
    named.length === 1 ? named.join('') : `\n${indent(named.map((one) => `${one},`).join('\n'), 4)}\n`
  return `requests.${method.toLowerCase()}(${call})`
}

function toPythonBody(body: Body): string {
  if (body.kind === 'text') return `data=${quote(body.text)}`
  if (body.kind === 'json') return `json=${toLiteral(body.value, 'Python')}`
  const fields = body.fields.map(([name, value]) => `(${quote(name)}, ${quote(value)})`)
  return `data=${block('[', fields, ']', 4)}`
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
const MAX_LINE_LENGTH = 60

/** Writes a value of JSON as the language does. */
function toLiteral(value: unknown, language: Translated['language']): string {
  if (typeof value === 'string') return quote(value)
  const width = language === 'Python' ? 4 : 2
  if (Array.isArray(value))
    return block(
      '[',
      value.map((one) => toLiteral(one, language)),
      ']',
      width,
    )
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, one]) => {
      const key = language === 'Python' ? quote(name) : toKey(name)
      return `${key}: ${toLiteral(one, language)}`
    })
    return block('{', members, '}', width)
  }
  const word = JSON.stringify(value)
  return language === 'Python' ? (PYTHON_WORDS[word] ?? word) : word
}

/** Writes a list in one line if it is short. */
function block(open: string, parts: readonly string[], close: string, width = 2): string {
  const line = parts.join(', ')
  if (line.length <= MAX_LINE_LENGTH && !line.includes('\n')) {
    const space = open === '{' && parts.length > 0 && width === 2 ? ' ' : ''
    return `${open}${space}${line}${space}${close}`
  }
  return `${open}\n${indent(parts.map((part) => `${part},`).join('\n'), width)}\n${close}`
}

function indent(text: string, width: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(width))
}

function toKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quote(name)
}

/** Quotes text as both languages read it. */
function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')
  return `'${escaped}'`
}
