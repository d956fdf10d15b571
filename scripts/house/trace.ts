/** Traces the code of `src`: a loader adds a call to the beginning of every function before the module runs. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listFunctions } from './functions.ts'

/** The files and functions that one way entered, in the order of its calls. */
export type Way = {
  /** Each file once, where it was entered first. */
  files: string[]
  /** The function by which each of them was entered, in the same order. */
  entries: string[]
  /** Calls from one file into another. */
  hops: number
  /** Hops into a file that had been entered before. */
  returns: number
  /** Named functions, each once. */
  functions: number
}

export type Trace = {
  /** Returns what was entered since the last call, and begins again. */
  take(): Way
}

type Traced = { file: string; name: string }

/** Traces every function of `src` that is loaded from now on. */
export function startTrace(root: string): Trace {
  const source = `${pathToFileURL(path.join(root, 'src'))}/`
  const known: Traced[] = []
  let calls: number[] = []
  Object.assign(globalThis, { __enter: (id: number) => calls.push(id) })

  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith(source) || !url.endsWith('.ts')) return nextLoad(url, context)
      const file = path.relative(root, fileURLToPath(url))
      const text = addCalls(readFileSync(fileURLToPath(url), 'utf8'), file, (name) => {
        known.push({ file, name })
        return known.length - 1
      })
      return { format: 'module-typescript', source: text, shortCircuit: true }
    },
  })

  return {
    take() {
      const entered = calls.flatMap((id) => known[id] ?? [])
      calls = []
      return toWay(entered)
    },
  }
}

function addCalls(text: string, file: string, register: (name: string) => number): string {
  const inserts: { at: number; text: string }[] = []
  for (const { name, body } of listFunctions(file, text)) {
    const call = `globalThis.__enter(${register(name)})`
    if (body.isBlock) inserts.push({ at: body.start + 1, text: `${call};` })
    else inserts.push({ at: body.start, text: `(${call},` }, { at: body.end, text: ')' })
  }
  let result = text
  // Of two inserts at one place, the one of the inner function comes first in the text.
  for (const insert of inserts.map((insert, place) => ({ ...insert, place })).sort(byPlace)) {
    result = result.slice(0, insert.at) + insert.text + result.slice(insert.at)
  }
  return result
}

type Placed = { at: number; place: number }

/** From the end to the beginning, so that places stay true. */
function byPlace(one: Placed, other: Placed): number {
  return other.at - one.at || other.place - one.place
}

function toWay(entered: readonly Traced[]): Way {
  const files = new Map<string, string>()
  let hops = 0
  let returns = 0
  let last: string | null = null
  for (const { file, name } of entered) {
    if (file === last) continue
    if (last !== null) hops += 1
    if (files.has(file)) returns += 1
    else files.set(file, name)
    last = file
  }
  const named = entered.filter(({ name }) => name !== '(anonymous)')
  return {
    files: [...files.keys()],
    entries: [...files.values()],
    hops,
    returns,
    functions: new Set(named.map(({ file, name }) => `${file} ${name}`)).size,
  }
}
