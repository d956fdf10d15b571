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
  failures: Failures
}

/** Number of failed requests by reason, such as `status 503`. Empty when all succeeded. */
export type Failures = Readonly<Record<string, number>>

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

/** Share of failed requests above which a round measures something else. */
const MAX_FAILED_SHARE = 0.01

/** Loads a server with wrk, a package of Debian, Homebrew and others. Throws when many requests fail. */
export async function load(subject: Subject, load: Load): Promise<Round> {
  const script = load.script ?? toScript(load.requests)
  const before = subject.cpuMs()
  const { requests, failures, ...round } = parseReport(await runWrk(subject, load, script + REPORTING))
  if (requests === 0)
    throw new Error(`${subject.name} answered nothing: ${describeFailures(failures) || 'no failures'}.`)
  const cpuMicros = ((subject.cpuMs() - before) * 1000) / requests
  const memoryMb = subject.memory().now
  const { [ANY_STATUS]: refused, ...others } = failures
  const statuses = refused === undefined ? {} : await countStatuses(subject, load, { script, refused })
  const reasons = { ...others, ...statuses }
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  if (failed > MAX_FAILED_SHARE * requests) {
    throw new Error(`${subject.name}: of ${requests} requests, these failed: ${describeFailures(reasons)}.`)
  }
  return { ...round, cpuMicros, memoryMb, failures: reasons }
}

/** Formats failures: `status 503: 12, reset or closed: 4`. */
export function describeFailures(failures: Failures): string {
  return Object.entries(failures)
    .map(([reason, count]) => `${reason}: ${count}`)
    .join(', ')
}

/** Adds up the failures of several rounds. */
export function sumFailures(rounds: readonly Pick<Round, 'failures'>[]): Failures {
  const sums: Record<string, number> = {}
  for (const { failures } of rounds) {
    for (const [reason, count] of Object.entries(failures)) sums[reason] = (sums[reason] ?? 0) + count
  }
  return sums
}

/**
 * Divides the refused requests by status, in the proportions of a second run. wrk tells statuses only to a function that is
 * called for every response, which would slow down the measurement.
 */
async function countStatuses(
  subject: Subject,
  load: Load,
  { script, refused }: { script: string; refused: number },
): Promise<Failures> {
  const unknown = { [ANY_STATUS]: refused }
  if (/^function response\b/m.test(script)) return unknown
  const report = await runWrk(subject, load, script + COUNTING)
  const seen = [...report.matchAll(/^STATUS (\d+) (\d+)$/gm)].map(
    ([, status, count]) => [status, Number(count)] as const,
  )
  const total = seen.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return unknown
  return Object.fromEntries(
    seen.map(([status, count]) => [`status ${status}`, Math.max(1, Math.round((refused * count) / total))]),
  )
}

/** Runs wrk once; returns what it printed. */
async function runWrk(subject: Subject, load: Load, script: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-wrk-'))
  const file = path.join(folder, 'load.lua')
  writeFileSync(file, script)
  try {
    const { stdout } = await run('taskset', [
      ...['-c', load.cores ?? String(LOAD_CORE), 'wrk', '-t1', `-c${load.connections}`, `-d${load.seconds}s`],
      ...['-s', file, subject.base],
    ])
    return stdout
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

/** Reason of a response other than 2xx and 3xx. */
const ANY_STATUS = 'status 4xx or 5xx'
/** Reasons in the order in which `REPORTING` prints them. wrk counts responses that took more than 2 seconds as timeouts. */
const REASONS = ['not connected', 'reset or closed', 'not sent', ANY_STATUS, 'answered after more than 2 s']

/** Prints the line that `parseReport` parses. */
const REPORTING = `
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end`

/** Prints the statuses of refusals with their numbers. */
const COUNTING = `
local threads = {}
function setup(thread) threads[#threads + 1] = thread end
statuses = {}
function response(status)
  if status > 399 then statuses[status] = (statuses[status] or 0) + 1 end
end
function done()
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do io.write(string.format("STATUS %d %d\\n", status, count)) end
  end
end`

/** Quotes a text for Lua, with decimal escapes for all but plain characters. */
export function luaText(text: string): string {
  const escaped = Buffer.from(text)
    .toString('latin1')
    .replace(/[^\w &=%+/.:;@-]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)
  return `"${escaped}"`
}

function parseReport(report: string) {
  const found = /^RESULT((?: \d+){9})$/m.exec(report)?.[1]
  if (found === undefined) throw new Error(`wrk printed no result:\n${report}`)
  const [requests = 0, micros = 0, p50 = 0, p99 = 0, ...counts] = found.trim().split(' ').map(Number)
  const failures: Failures = Object.fromEntries(
    REASONS.map((reason, index): [string, number] => [reason, counts[index] ?? 0]).filter(
      ([, count]) => count > 0,
    ),
  )
  return { requests, perSecond: requests / (micros / 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000, failures }
}
