declare module 'prom-client/lib/counter.js' {
  import { Counter } from 'prom-client'
  export = Counter
}
declare module 'prom-client/lib/gauge.js' {
  import { Gauge } from 'prom-client'
  export = Gauge
}
declare module 'prom-client/lib/histogram.js' {
  import { Histogram } from 'prom-client'
  export = Histogram
}
declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client'
  export = Registry
}
declare module 'prom-client/lib/metrics/eventLoopLag.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics/heapSizeAndUsed.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics/osMemoryHeap.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics/processCpuTotal.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics/processMaxFileDescriptors.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics/processOpenFileDescriptors.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics/processStartTime.js' {
  import type { ProcessCollector } from 'prom-client/lib/metrics'

  const collect: ProcessCollector
  export = collect
}
declare module 'prom-client/lib/metrics' {
  import type { Registry } from 'prom-client'
  export type ProcessCollector = (
    registry: Registry<'text/plain; version=0.0.4; charset=utf-8'>,
    options: { eventLoopMonitoringPrecision: number },
  ) => void
}
