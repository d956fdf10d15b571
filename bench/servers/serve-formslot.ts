/** The service that `formslot.js` starts. */
import { readConfig } from '../../src/config/config.ts'
import { openLog } from '../../src/runtime/log.ts'
import { createNodeClock } from '../../src/runtime/node-clock.ts'
import { openService } from '../../src/service.ts'
import { watchLatency } from '../harness/latency.ts'

const { BENCH_LATENCY, ...env } = process.env
if (BENCH_LATENCY !== undefined) watchLatency(BENCH_LATENCY)
const read = readConfig(env)
if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults))
const service = await openService({
  config: read.config,
  clock: createNodeClock(() => Date.now()),
  log: openLog(read.config.logLevel),
  onBroken: () => process.exit(74),
})
let stopping = false
process.on('SIGTERM', () => {
  stopping = true
  service.close().then(() => process.exit(0))
})
// Runs the hourly purge when the benchmark asks for it.
process.on('SIGUSR2', () => {
  service.purge().catch((error: unknown) => {
    if (!stopping) throw error
  })
})
process.stdout.write(`${service.url}\n`)
