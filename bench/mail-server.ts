import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { LOAD_CORE, spawnOn, stopProcess } from './processes.ts'

/** A mail server that accepts everything, on the core of the load (`mail-sink.ts`). */
export type MailServer = AsyncDisposable & {
  url: string
  /** Settles when it has taken so many emails in all: at what rate, from the first lot of them to the last. */
  taken(emails: number): Promise<{ perSecond: number }>
}

export async function startMailServer(): Promise<MailServer> {
  const child = spawnOn(String(LOAD_CORE), [path.join(import.meta.dirname, 'mail-sink.ts')])
  const lines = createInterface({ input: child.stdout })
  const [url] = (await once(lines, 'line')) as [string]
  const told: { emails: number; ms: number }[] = []
  lines.on('line', (line) => {
    const [emails = 0, ms = 0] = line.split(' ').map(Number)
    told.push({ emails, ms })
  })
  return {
    url,
    async taken(emails) {
      while ((told.at(-1)?.emails ?? 0) < emails) await once(lines, 'line')
      const [first, last] = [told[0], told.find((one) => one.emails >= emails)]
      if (!first || !last || first === last) throw new Error('too few emails to say how fast they came')
      return { perSecond: (1000 * (last.emails - first.emails)) / (last.ms - first.ms) }
    },
    [Symbol.asyncDispose]: () => stopProcess(child),
  }
}
