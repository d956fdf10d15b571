import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { usageFailure } from '../terminal/failure.ts'
import type { Context } from './command.ts'

/** Reads fields from arguments: `name=value`, and `@file` with a JSON object (`@-`: the standard input). */
export async function readFields(
  args: readonly string[],
  context: Pick<Context, 'cwd' | 'stdin' | 'console'>,
): Promise<Record<string, unknown>> {
  const fields: [string, unknown][] = []
  for (const argument of args) {
    if (argument.startsWith('@')) {
      fields.push(...Object.entries(parseObject(argument, await readArgumentFile(argument, context))))
      continue
    }
    const [name = '', ...value] = argument.split('=')
    if (name === '' || value.length === 0)
      throw usageFailure(`${JSON.stringify(argument)} is not a field.`, 'Write name=value, or @file.json.')
    fields.push([name, value.join('=')])
  }
  if (fields.length === 0)
    throw usageFailure('No fields were given.', 'Write email=you@acme.org message=Hello.')
  return mergeFields(fields)
}

/** Reads the file of an argument `@file`, and says so when it lies outside of the folder. */
export async function readArgumentFile(
  argument: string,
  { cwd, stdin, console }: Pick<Context, 'cwd' | 'stdin' | 'console'>,
): Promise<string> {
  if (argument === '@-') return readAll(stdin)
  const file = path.resolve(cwd, argument.slice(1))
  try {
    const real = realpathSync(file)
    if (path.relative(realpathSync(cwd), real).startsWith('..'))
      console.note(`Reading ${real}, outside of this folder.`)
    return readFileSync(real, 'utf8')
  } catch (error) {
    throw usageFailure(`${file} cannot be read: ${Object(error).code}.`)
  }
}

async function readAll(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function parseObject(argument: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw usageFailure(
    `${argument.slice(1)} is not a JSON object.`,
    'It must look like {"email":"…","message":"…"}.',
  )
}

/** A name that is given several times has a list of values. */
function mergeFields(fields: readonly [string, unknown][]): Record<string, unknown> {
  const merged = new Map<string, unknown>()
  for (const [name, value] of fields) {
    const before = merged.get(name)
    if (!merged.has(name)) merged.set(name, value)
    else merged.set(name, Array.isArray(before) ? [...before, value] : [before, value])
  }
  return Object.fromEntries(merged)
}
