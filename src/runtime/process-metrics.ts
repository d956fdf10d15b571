import type { ProcessCollector } from 'prom-client/lib/metrics'
import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js'
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js'
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js'
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js'
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import processStartTime from 'prom-client/lib/metrics/processStartTime.js'

const COLLECTORS = [
  processCpuTotal,
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
  eventLoopLag,
  heapSizeAndUsed,
]
/** Interval at which the lag of the event loop is sampled, in milliseconds. */
const LAG_INTERVAL_MS = 10

/** Adds the metrics of the process to a registry. From then on a timer samples the lag of the event loop. */
export function collectProcessMetrics(registry: Parameters<ProcessCollector>[0]): void {
  for (const collect of COLLECTORS) collect(registry, { eventLoopMonitoringPrecision: LAG_INTERVAL_MS })
}
