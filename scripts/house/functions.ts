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
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    return listFunctions(program as unknown as Node).map(({ name, start, end }) => ({
      name,
      file,
      lines: text.slice(start, end).split('\n').length,
    }))
  })
  return found.sort((one, other) => other.lines - one.lines)
}

function listFunctions(program: Node): { name: string; start: number; end: number }[] {
  const functions: { name: string; start: number; end: number }[] = []

  function visit(value: unknown, name: string): void {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, '')
      return
    }
    if (!isNode(value)) return
    if (FUNCTION.has(value.type)) {
      const own = nameIn(value.id) || name || '(anonymous)'
      functions.push({ name: own, start: value.start, end: value.end })
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
