// The index of the package would also load the metrics of the process, and OpenTelemetry.
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import { SECOND } from '../domain/time.ts'

/** The counters with their labels. */
const COUNTERS = {
  formslot_creations_total: {
    labels: ['result'],
    help: 'Creations by result: created, or the code of the refusal.',
  },
  formslot_submissions_total: {
    labels: ['result'],
    help: 'Submissions by result: accepted (spam included), or the code of the refusal.',
  },
  formslot_event_requests_total: {
    labels: ['result'],
    help: 'Requests with events by result: accepted (at least in part), or the code of the refusal.',
  },
  formslot_messages_total: {
    labels: ['result'],
    help: 'Publishes to queues by result: accepted, or the code of the refusal.',
  },
  formslot_claims_total: { labels: ['result'], help: 'Claims by link and by button, by result.' },
  formslot_deliveries_total: {
    labels: ['channel', 'result'],
    help: 'Delivery attempts by channel and result.',
  },
  formslot_device_notifications_total: {
    labels: ['result'],
    help: 'Notifications to devices by web push, by result: sent, gone (the browser has unsubscribed), refused, or failed (sent again later).',
  },
  formslot_destinations_disabled_total: {
    labels: [],
    help: 'Webhooks and chats that were disabled because they were gone, or failed for days.',
  },
  formslot_email_reports_total: {
    labels: ['result'],
    help: 'Messages of mail servers and mail providers about emails, by result: bounced, delayed, declined, emails_stopped, counted, ignored (known), gone, unknown, no_report, or busy.',
  },
  formslot_spam_engine_requests_total: {
    labels: ['engine', 'task', 'result'],
    help: 'Requests to the spam filters of the operator (task judge or learn) by result: answered, the cause of the failure, or skipped.',
  },
  formslot_file_scans_total: {
    labels: ['result'],
    help: 'Scans of files for malware by result: clean, found, too_large, no_file (its bytes cannot be read), the cause of the failure, or skipped.',
  },
  formslot_judgements_total: {
    labels: ['verdict'],
    help: 'Submissions judged after their acknowledgement, by verdict: real, spam, unjudged, or lost to another node.',
  },
  formslot_worker_faults_total: { labels: [], help: 'Faults while judging and delivering.' },
  formslot_unavailable_responses_total: {
    labels: ['cause'],
    help: 'Requests answered with 503, by cause: the code of the refusal, or connections_limit, not_ready or dashboard_not_built.',
  },
  formslot_file_store_faults_total: {
    labels: ['task'],
    help: 'Failures of the folder or bucket of files: in a request, or while the purge deletes.',
  },
  formslot_http_faults_total: { labels: [], help: 'Requests answered with 500 because of a fault.' },
} as const

/** The histograms of durations in seconds, with the one label each may have. */
const HISTOGRAMS = {
  formslot_http_request_duration_seconds: {
    label: 'route',
    help: 'Time from the head of a request to the end of its response, by group of routes.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  formslot_commit_duration_seconds: {
    label: null,
    help: 'Time for a transaction of writes, with its flush to disk.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  },
  formslot_delivery_duration_seconds: {
    label: 'channel',
    help: 'Time for one delivery attempt by channel.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  },
} as const

type CounterName = keyof typeof COUNTERS
type HistogramName = keyof typeof HISTOGRAMS

/** Time after which a value that is read elsewhere is left out: half of what Prometheus waits for all of them by default. */
export const MAX_GAUGE_WAIT_MS = 5 * SECOND

/** A value that is read when metrics are rendered. */
type GaugeReader = {
  name: string
  help: string
  /** Name of the label by which `read` returns several values. */
  label?: string
  /** Labels of the only value. */
  labels?: Readonly<Record<string, string>>
  /** Resolves to null while the value is unknown: it is left out. */
  read(): GaugeValue | Promise<GaugeValue | null>
}

/** Events that were counted since the metrics were last rendered, by the values of the labels. */
type CountedSeries = { tallies: Map<string, { values: readonly string[]; count: number }> }

/** A histogram with its observers by label value. */
type HistogramSeries = { histogram: Histogram; children: Map<string, { observe(seconds: number): void }> }

type GaugeValue = number | Readonly<Record<string, number>>

/** The service's own counters, gauges and histograms. */
export type Metrics = {
  /** Counts one event. `values`: those of the labels, in their order. */
  count(name: CounterName, ...values: readonly string[]): void
  observe(name: HistogramName, seconds: number, label?: string): void
  gauge(gauge: GaugeReader): void
  /**
   * Adds the processor time, memory, file descriptors and event loop lag of the process, under the names that all programs
   * on Node use for them.
   */
  measureProcess(): Promise<void>
  /** Returns the counts of a counter since the start of this process, by the value of its first label. */
  read(name: CounterName): Promise<Map<string, number>>
  /** Renders the Prometheus text exposition format 0.0.4. It holds no ids and no addresses. */
  render(): Promise<string>
}

/** Creates the counters at 0 and the empty histograms in a registry of their own, without gauges. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const labelNames = (label: string | null) => (label === null ? [] : [label])
  const counters = new Map<CounterName, CountedSeries>()
  for (const [name, { labels, help }] of Object.entries(COUNTERS)) {
    counters.set(name as CounterName, createCounter({ name, help, labelNames: [...labels], registers }))
  }
  const histograms = new Map<HistogramName, HistogramSeries>()
  for (const [name, { label, help, buckets }] of Object.entries(HISTOGRAMS)) {
    const options = { name, help, labelNames: labelNames(label), buckets: [...buckets], registers }
    histograms.set(name as HistogramName, { histogram: new Histogram(options), children: new Map() })
  }
  return {
    count(name, ...values) {
      const series = counters.get(name)
      // Results and causes are codes, without spaces.
      const key = values.join(' ')
      const tally = series?.tallies.get(key)
      if (tally) tally.count += 1
      else series?.tallies.set(key, { values, count: 1 })
    },
    observe(name, seconds, value = '') {
      const series = histograms.get(name)
      let child = series?.children.get(value)
      if (series && !child) {
        // Resolved once for each label value: every request is observed, and must not allocate an object of labels.
        child = value === '' ? series.histogram : series.histogram.labels(value)
        series.children.set(value, child)
      }
      child?.observe(seconds)
    },
    gauge({ name, help, label, labels = {}, read }) {
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? Object.keys(labels) : [label],
        registers,
        async collect() {
          const value = await read()
          if (typeof value === 'number') this.set(labels, value)
          else if (label === undefined) this.remove(labels)
          else {
            this.reset()
            for (const [key, each] of Object.entries(value ?? {})) this.set({ [label]: key }, each)
          }
        },
      })
    },
    async measureProcess() {
      const { collectProcessMetrics } = await import('./process-metrics.ts')
      collectProcessMetrics(registry)
    },
    async read(name) {
      const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
      return new Map(values.map(({ labels, value }) => [String(Object.values(labels)[0] ?? ''), value]))
    },
    render: () => registry.metrics(),
  }
}

/** Creates a counter whose events are added up as plain numbers until it is rendered: every submission is counted. */
function createCounter(options: ConstructorParameters<typeof Counter>[0]): CountedSeries {
  const tallies: CountedSeries['tallies'] = new Map()
  new Counter({
    ...options,
    collect() {
      for (const { values, count } of tallies.values()) this.labels(...values).inc(count)
      tallies.clear()
    },
  })
  return { tallies }
}
