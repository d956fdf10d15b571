/** The service behind `npm run dev`: as `serve` starts it, without a build of the dashboard, and gone within a second. */
import { readConfig } from '../../src/config/config.ts'
import { faultsText } from '../../src/config/faults-text.ts'
import { openLog } from '../../src/runtime/log.ts'
import { createNodeClock } from '../../src/runtime/node-clock.ts'
import { openService } from '../../src/service.ts'

const CLOSE_MS = 200
const EXIT_CONFIG = 78

const read = readConfig(process.env, { isContainer: false })
if (read.kind === 'faults') {
  process.stderr.write(faultsText(read.faults))
  process.exit(EXIT_CONFIG)
}
const { config } = read
const service = await openService({
  config,
  clock: createNodeClock(() => Date.now()),
  log: openLog(config.logLevel),
  closeTimeoutMs: CLOSE_MS,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => service.close().then(() => process.exit(0)))
