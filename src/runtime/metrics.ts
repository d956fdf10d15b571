/** The counters, with the one label each may have. */
const COUNTERS = {
  formslot_creations_total: {
    label: 'result',
    help: 'Creations by result: created, or the code of the refusal.',
  },
  formslot_submissions_total: {
    label: 'result',
    help: 'Submissions by result: accepted (spam among it), or the code of the refusal.',
  },
  formslot_event_requests_total: {
    label: 'result',
    help: 'Requests with events by result: accepted (in part at least), or the code of the refusal.',
  },
  formslot_messages_total: {
    label: 'result',
    help: 'Publishes to queues by result: accepted, or the code of the refusal.',
  },
  formslot_claims_total: { label: 'result', help: 'Claims by link and by button, by result.' },
  formslot_emails_total: { label: 'result', help: 'Emails taken in hand, by what became of them.' },
  formslot_worker_faults_total: { label: null, help: 'Faults while delivering emails.' },
  formslot_http_faults_total: { label: null, help: 'Requests answered 500 because of a fault.' },
} as const

export type CounterName = keyof typeof COUNTERS

/** A value that is read when somebody asks; `labels` are constant pairs. */
export type Gauge = {
  name: string
  help: string
  labels?: Readonly<Record<string, string>>
  read(): number | Promise<number>
}

/** What the service counts and measures of itself. */
export type Metrics = {
  count(name: CounterName, label?: string): void
  gauge(gauge: Gauge): void
  /** The Prometheus text exposition format 0.0.4. No ids and no addresses are in it. */
  render(): Promise<string>
}

/** Counters at nought, and no gauges yet. */
export function openMetrics(): Metrics {
  const counts = new Map<string, number>()
  const gauges: Gauge[] = []
  return {
    count(name, label = '') {
      const key = `${name} ${label}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    gauge(gauge) {
      gauges.push(gauge)
    },
    async render() {
      const lines: string[] = []
      for (const [name, { label, help }] of Object.entries(COUNTERS)) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`)
        if (label === null) lines.push(`${name} ${counts.get(`${name} `) ?? 0}`)
        for (const [key, value] of counts) {
          if (label !== null && key.startsWith(`${name} `)) {
            lines.push(`${name}${labels({ [label]: key.slice(name.length + 1) })} ${value}`)
          }
        }
      }
      for (const gauge of gauges) {
        lines.push(`# HELP ${gauge.name} ${gauge.help}`, `# TYPE ${gauge.name} gauge`)
        lines.push(`${gauge.name}${labels(gauge.labels ?? {})} ${await gauge.read()}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function labels(pairs: Readonly<Record<string, string>>): string {
  const written = Object.entries(pairs).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return written.length > 0 ? `{${written.join(',')}}` : ''
}
