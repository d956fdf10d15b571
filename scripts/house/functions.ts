import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A function of the source, with the number of lines it spans. */
export type LongFunction = { name: string; file: string; lines: number }

type Node = { type: string; start: number; end: number; [property: string]: unknown }

const FUNCTION = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Measures every function of the files, the longest first. A function counts the functions inside it. */
export function measureFunctions(root: string, files: readonly string[]): LongFunction[] {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return listFunctions(file, text).map(({ name, start, end }) => ({
      name,
      file,
      lines: text.slice(start, end).split('\n').length,
    }))
  })
  return found.sort((one, other) => other.lines - one.lines)
}

/** A function in a text: places are offsets, and an arrow function may have an expression for its body. */
type FoundFunction = {
  name: string
  start: number
  end: number
  body: { start: number; end: number; isBlock: boolean }
}

/** Lists the functions of a file that have a body, outer ones before those inside them. Throws where the text cannot be parsed. */
export function listFunctions(file: string, text: string): FoundFunction[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const functions: FoundFunction[] = []

  function visit(value: unknown, name: string): void {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, '')
      return
    }
    if (!isNode(value)) return
    const { body } = value
    if (FUNCTION.has(value.type) && isNode(body)) {
      const own = nameIn(value.id) || name || '(anonymous)'
      functions.push({
        name: own,
        start: value.start,
        end: value.end,
        body: { start: body.start, end: body.end, isBlock: body.type === 'BlockStatement' },
      })
    }
    const given = nameIn(value.id) || nameIn(value.key)
    for (const child of Object.values(value)) visit(child, given)
  }

  visit(program, '')
  return functions
}

function nameIn(value: unknown): string {
  return isNode(value) && typeof value.name === 'string' ? value.name : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
