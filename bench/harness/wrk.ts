import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { LOAD_CORE, type Subject } from './processes.ts'

const run = promisify(execFile)

/** Figures of one round of load. */
export type Round = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the server per request, in microseconds. */
  cpuMicros: number
  memoryMb: number
  /** Responses other than 2xx and 3xx, and failed connections. */
  failures: number
}

export type Load = {
  connections: number
  seconds: number
  /** Sent in turn. */
  requests: readonly LoadRequest[]
  /** Lua script that makes requests from earlier responses; replaces `requests`. */
  script?: string
  /** Cores in the format of `taskset -c`; a separate core when omitted. */
  cores?: string
}

export type LoadRequest = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** Loads a server with wrk, a package of Debian, Homebrew and others. */
export async function load(subject: Subject, load: Load): Promise<Round> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-wrk-'))
  const script = path.join(folder, 'load.lua')
  writeFileSync(script, (load.script ?? toScript(load.requests)) + REPORTING)
  const before = subject.cpuMs()
  try {
    const { stdout } = await run('taskset', [
      ...['-c', load.cores ?? String(LOAD_CORE), 'wrk', '-t1', `-c${load.connections}`, `-d${load.seconds}s`],
      ...['-s', script, subject.base],
    ])
    const cpuMs = subject.cpuMs() - before
    return { ...parseReport(stdout, cpuMs), memoryMb: subject.memory().now }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('Benchmarks need wrk and taskset. Run apt-get install wrk util-linux.', {
        cause: error,
      })
    }
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toScript(requests: readonly LoadRequest[]): string {
  const formatted = requests.map(
    ({ method, path, headers = {}, body }) =>
      `wrk.format(${luaText(method)}, ${luaText(path)}, {${Object.entries(headers)
        .map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`)
        .join(', ')}}, ${body === undefined ? 'nil' : luaText(body)})`,
  )
  return `
local requests
local turn = 0
function init() requests = { ${formatted.join(',\n')} } end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end`
}

/** Prints the line that `parseReport` parses. */
const REPORTING = `
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end`

/** Quotes a text for Lua, with decimal escapes for all but plain characters. */
export function luaText(text: string): string {
  const escaped = Buffer.from(text)
    .toString('latin1')
    .replace(/[^\w &=%+/.:;@-]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)
  return `"${escaped}"`
}

function parseReport(report: string, cpuMs: number): Omit<Round, 'memoryMb'> {
  const found = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(report)
  if (!found) throw new Error(`wrk printed no result:\n${report}`)
  const [requests = 0, micros = 0, p50 = 0, p99 = 0, failures = 0] = found.slice(1).map(Number)
  return {
    perSecond: requests / (micros / 1e6),
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    cpuMicros: (cpuMs * 1000) / requests,
    failures,
  }
}
