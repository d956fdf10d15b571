import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** OpenTelemetry logs in JavaScript: a record with an event name is an event. */
export function openTelemetryJs({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'OpenTelemetry JS',
    language: 'js',
    fileName: 'telemetry.js',
    code: `// npm install @opentelemetry/api-logs @opentelemetry/sdk-logs @opentelemetry/exporter-logs-otlp-http
import { logs } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'

const exporter = new OTLPLogExporter({ url: ${JSON.stringify(`${telemetryUrl}/v1/logs`)} })
const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] })
logs.setGlobalLoggerProvider(provider)

export const logger = logs.getLogger('my-program')
/** Sends buffered events: call it before the program exits. */
export const finish = () => provider.shutdown()
`,
    usage: `import { finish, logger } from './telemetry.js'

logger.emit({ eventName: 'signup', attributes: { plan: 'pro' } })
await finish()
`,
  }
}

/** OpenTelemetry in any language, configured by environment variables. */
export function openTelemetrySettings({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'OpenTelemetry, any',
    language: 'sh',
    fileName: null,
    code: `export OTEL_EXPORTER_OTLP_ENDPOINT=${shellWord(telemetryUrl)}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_LOGS_EXPORTER=otlp
export OTEL_TRACES_EXPORTER=none
export OTEL_METRICS_EXPORTER=none
`,
    usage: null,
  }
}
