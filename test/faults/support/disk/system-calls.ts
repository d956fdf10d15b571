import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/**
 * System calls of a traced process on its files and sockets, in order. `began` and `ended` are places in
 * that order: a call of one thread may overlap with those of others.
 */
export type SystemCall = {
  name: string
  /** The file or socket behind the descriptor, as strace's -y tells it; the path of calls that take one. */
  target: string
  /** Bytes handed to the system. */
  bytes: Buffer
  /** The paths among its arguments, where it takes no descriptor. */
  paths: string[]
  /** Its last argument, as it was printed. */
  rest: string
  /** Flags that a file was opened with. */
  flags: string
  result: number
  began: number
  ended: number
}

/** Options of strace whose output `readSystemCalls` reads. */
export function straceCommand(options: {
  output: string
  calls: readonly string[]
  bytes: number
}): string[] {
  return [
    'strace',
    '-f',
    '-y',
    '-xx',
    '-s',
    String(options.bytes),
    '-e',
    `trace=${options.calls.join(',')}`,
    '-o',
    options.output,
  ]
}

/** Reads a trace: a call that was printed in two parts, because another thread spoke in between, is put together. */
export async function readSystemCalls(file: string): Promise<SystemCall[]> {
  const unfinished = new Map<string, { text: string; began: number }>()
  const calls: SystemCall[] = []
  let place = 0
  // A trace may be longer than a string can be.
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    place += 1
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    if (text.endsWith(' <unfinished ...>')) {
      unfinished.set(thread, { text: text.slice(0, -' <unfinished ...>'.length), began: place })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)
    const start = resumed ? unfinished.get(thread) : { text: '', began: place }
    if (!start) continue
    unfinished.delete(thread)
    const call = parse(start.text + text.slice(resumed?.[0].length ?? 0), {
      began: start.began,
      ended: place,
    })
    if (call) calls.push(call)
  }
  return calls
}

function parse(text: string, span: { began: number; ended: number }): SystemCall | null {
  const [, name, args = '', result] = /^(\w+)\((.*)\)\s*= (-?\d+)/.exec(text) ?? []
  if (name === undefined) return null
  const strings = quotedIn(args)
  // A path that is opened is relative to a folder, which comes first.
  const behind = /^\d+<([^>]*)>/.exec(args)?.[1]
  return {
    name,
    target: behind === undefined ? (strings[0]?.toString() ?? '') : unescaped(behind).toString(),
    bytes: behind === undefined ? Buffer.alloc(0) : Buffer.concat(strings),
    paths: behind === undefined ? strings.map(String) : [],
    rest: args.slice(args.lastIndexOf(', ') + 2),
    flags: /\bO_[A-Z_|O]+/.exec(args)?.[0] ?? '',
    result: Number(result),
    ...span,
  }
}

function quotedIn(text: string): Buffer[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, escaped = '']) => unescaped(escaped))
}

/** With -xx every byte of a string is two hexadecimal digits, those of paths behind descriptors too. */
function unescaped(text: string): Buffer {
  return /^(?:\\x[0-9a-f]{2})*$/.test(text)
    ? Buffer.from(text.replaceAll('\\x', ''), 'hex')
    : Buffer.from(text)
}
