import { readConfig } from '../../../src/config/config.ts'
import { later } from '../../../src/domain/time.ts'
import { openLog } from '../../../src/runtime/log.ts'
import { createNodeClock } from '../../../src/runtime/node-clock.ts'
import { openService } from '../../../src/service.ts'

// These belong to the tests and are removed before the settings are read.
const { KILL_AT, KILL_FROM, CLOCK_OFFSET_MS, MACHINE_CLOCK_OFFSET_MS, ...env } = process.env
const read = readConfig(env)
if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults))

let passed = 0
let offset = Number(CLOCK_OFFSET_MS ?? 0)
let machineOffset = Number(MACHINE_CLOCK_OFFSET_MS ?? 0)
const clock = createNodeClock(() => Date.now() + machineOffset)
const service = await openService({
  config: read.config,
  clock: { ...clock, now: () => later(clock.now(), offset) },
  log: openLog(read.config.logLevel),
  onBroken: () => process.exit(74),
  failpoint(point) {
    if (passed > 0 || KILL_FROM === undefined || point === KILL_FROM) passed += 1
    if (passed === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL')
  },
})
process.on('SIGTERM', () => {
  service.close().then(() => process.exit(0))
})
// The test moves the clock, and due deliveries are sent at once. The worker reports an unavailable database.
type Message =
  | { clockOffsetMs: number }
  | { machineClockOffsetMs: number }
  | { collect: true }
  | { purge: true }
process.on('message', (message: Message) => {
  if ('collect' in message) {
    // Twice, because the first collection can release further objects.
    for (let round = 0; round < 2; round += 1) globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    process.send?.({ liveMemory: heapUsed + external })
    return
  }
  if ('purge' in message) {
    const told = () => process.send?.('purged')
    service.purge().then(told, told)
    return
  }
  if ('machineClockOffsetMs' in message) {
    machineOffset = message.machineClockOffsetMs
    return
  }
  offset = message.clockOffsetMs
  const told = () => process.send?.('delivered')
  service.deliver().then(told, told)
})
// The parent process has exited.
process.on('disconnect', () => process.exit(0))
process.stdout.write(`${service.url} ${process.pid}\n`)
