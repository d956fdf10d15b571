import type { Media, Method, OpenApi, Operation, Parameter } from './openapi-shape.ts'

/** Variables of the examples, by the name of the security scheme. The guides use the same ones. */
const KEY_VARIABLES: Readonly<Record<string, string>> = {
  key: 'ACCOUNT_KEY',
  queueKey: 'API_KEY',
  readKey: 'READ_KEY',
}
const URLENCODED = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/**
 * Returns a `curl` command that calls an operation; null for one that only browsers call. Ids and keys that are not known
 * are variables of the shell.
 */
export function exampleRequest(
  openapi: Pick<OpenApi, 'servers'>,
  request: { method: Method; path: string; operation: Operation },
): string | null {
  const { method, operation } = request
  const variable = findKeyVariable(operation)
  if ((operation.security?.length ?? 0) > 0 && variable === null) return null
  if (!returnsData(operation)) return null
  const body = exampleBody(operation)
  if (operation.requestBody?.required && body === null) return null
  const words = [
    ...methodOptions(method, body !== null),
    doubleQuoted(`${openapi.servers?.[0]?.url ?? ''}${fillPath(request)}${requiredQuery(operation)}`),
    ...(variable === null ? [] : [`-H "Authorization: Bearer $${variable}"`]),
    ...(body ?? []),
  ]
  return `curl ${words.join(' \\\n  ')}`
}

/** Returns the variable of the first accepted key; null when no key is accepted. */
function findKeyVariable({ security = [] }: Operation): string | null {
  const schemes = security.flatMap((one) => Object.keys(one))
  return schemes.flatMap((scheme) => KEY_VARIABLES[scheme] ?? [])[0] ?? null
}

/** Returns false for an operation whose successful response is a page, also as Markdown. */
function returnsData({ responses }: Operation): boolean {
  return Object.entries(responses).some(([status, { content = {} }]) => {
    const types = Object.keys(content)
    const data = types.filter((type) => type !== 'text/html' && type !== 'text/markdown')
    return status.startsWith('2') && (data.length > 0 || !types.includes('text/html'))
  })
}

function methodOptions(method: Method, hasBody: boolean): string[] {
  switch (method) {
    case 'get':
      return []
    case 'head':
      return ['--head']
    case 'post':
      return hasBody ? [] : ['-X POST']
    default:
      return [`-X ${method.toUpperCase()}`]
  }
}

/** Returns the options for the body: its form fields if it can be a form of plain values, else JSON; null without an example. */
function exampleBody({ requestBody }: Operation): string[] | null {
  const content = requestBody?.content ?? {}
  const form = findExample(content[URLENCODED])
  if (isPlainForm(form)) {
    return Object.entries(form).map(([name, value]) => `-d ${singleQuoted(`${name}=${value}`)}`)
  }
  const [type = '', value] =
    Object.entries(content)
      .map(([mediaType, media]) => [mediaType, findExample(media)] as const)
      .find(([mediaType, example]) => example !== undefined && !mediaType.startsWith('multipart/')) ?? []
  if (value === undefined) return null
  const text = typeof value === 'string' && type !== JSON_TYPE ? value : JSON.stringify(value)
  // With -d, curl would remove line breaks.
  const option = text.includes('\n') ? '--data-binary' : '-d'
  return [`-H ${singleQuoted(`Content-Type: ${type}`)}`, `${option} ${singleQuoted(text)}`]
}

function findExample(media: Media | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value
}

function isPlainForm(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null) return false
  const values = Object.values(value)
  return values.length > 0 && values.every((one) => typeof one === 'string')
}

function fillPath({ path, operation }: { path: string; operation: Operation }): string {
  return path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => {
    const parameter = operation.parameters?.find((one) => one.in === 'path' && one.name === name)
    return parameter?.example ?? `$${name.toUpperCase()}`
  })
}

function requiredQuery({ parameters = [] }: Operation): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  if (required.length === 0) return ''
  return `?${required.map((one) => `${one.name}=${one.example ?? getFirstChoice(one) ?? `$${one.name.toUpperCase()}`}`).join('&')}`
}

/** Returns the first value of an enumeration. */
function getFirstChoice({ schema }: Parameter): string | null {
  const choices: unknown = Object(schema).enum
  return Array.isArray(choices) && typeof choices[0] === 'string' ? choices[0] : null
}

/** Quotes a word in which a POSIX shell replaces variables; a plain address needs no quotes. */
function doubleQuoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `"${text.replaceAll(/["\\`]/g, '\\$&')}"`
}

/** Quotes a word for a POSIX shell. */
function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
