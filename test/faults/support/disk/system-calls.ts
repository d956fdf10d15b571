import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/**
 * System call of a traced process on a file or socket. `began` and `ended` are positions in the order of all calls: a
 * call of one thread may overlap with those of others.
 */
export type SystemCall = {
  name: string
  /** File or socket behind the descriptor, as strace -y prints it; the path for calls that take one. */
  target: string
  /** Bytes passed to the system. */
  bytes: Buffer
  /** Paths among its arguments, for calls without a descriptor. */
  paths: string[]
  /** Last argument, as printed. */
  rest: string
  /** Flags with which a file was opened. */
  flags: string
  result: number
  began: number
  ended: number
}

/** Options of strace for the output that `readSystemCalls` reads. */
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

/** Reads a trace; joins calls that were printed in two parts because another thread was printed in between. */
export async function readSystemCalls(file: string): Promise<SystemCall[]> {
  const unfinished = new Map<string, { text: string; began: number }>()
  const calls: SystemCall[] = []
  let place = 0
  // A trace may exceed the maximum length of a string.
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
  // An opened path is relative to a folder, which is printed first.
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

/** Decodes a string of -xx, in which every byte is two hexadecimal digits, also in paths behind descriptors. */
function unescaped(text: string): Buffer {
  return /^(?:\\x[0-9a-f]{2})*$/.test(text)
    ? Buffer.from(text.replaceAll('\\x', ''), 'hex')
    : Buffer.from(text)
}
