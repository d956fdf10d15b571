import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { LOAD_CORE, spawnOn, stopProcess } from '../harness/processes.ts'

/** A mail server that accepts everything, on the core of the load (`mail-sink.ts`). */
type MailServer = AsyncDisposable & {
  url: string
  /** Waits until it has accepted this many emails in all. Returns the rate between the first report and the last. */
  waitFor(emails: number): Promise<{ perSecond: number }>
}

export async function startMailServer(): Promise<MailServer> {
  const child = spawnOn(String(LOAD_CORE), [path.join(import.meta.dirname, 'mail-sink.ts')])
  const lines = createInterface({ input: child.stdout })
  const [url] = (await once(lines, 'line')) as [string]
  const reports: { emails: number; ms: number }[] = []
  lines.on('line', (line) => {
    const [emails = 0, ms = 0] = line.split(' ').map(Number)
    reports.push({ emails, ms })
  })
  return {
    url,
    async waitFor(emails) {
      while ((reports.at(-1)?.emails ?? 0) < emails) await once(lines, 'line')
      const [first, last] = [reports[0], reports.find((one) => one.emails >= emails)]
      if (!first || !last || first === last) throw new Error('There were too few emails to compute a rate.')
      return { perSecond: (1000 * (last.emails - first.emails)) / (last.ms - first.ms) }
    },
    [Symbol.asyncDispose]: () => stopProcess(child),
  }
}
