import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Sends an event of this name when a job has succeeded. It tries again, and prints nothing unless that fails. */
function beat(name: string, { telemetryUrl }: TelemetryOptions): string {
  return `curl -fsS -m 10 --retry 3 -o /dev/null -d name=${name} ${shellWord(telemetryUrl)}`
}

/** A line of a crontab: the event is sent only after a job that succeeded. */
export function cronSnippet(options: TelemetryOptions): Snippet {
  return {
    title: 'cron',
    language: 'sh',
    fileName: null,
    code: `# crontab -e
0 3 * * * /usr/local/bin/backup && ${beat('backup_done', options)}
`,
    usage: null,
  }
}

/** The service that a systemd timer starts: ExecStartPost runs only after a job that succeeded. */
export function systemdSnippet(options: TelemetryOptions): Snippet {
  return {
    title: 'systemd timer',
    language: 'text',
    fileName: '/etc/systemd/system/backup.service',
    code: `[Service]
Type=oneshot
ExecStart=/usr/local/bin/backup
ExecStartPost=${beat('backup_done', options)}
`,
    usage: null,
  }
}

/** The last step of a scheduled workflow. */
export function githubActionsSnippet(options: TelemetryOptions): Snippet {
  return {
    title: 'GitHub Actions',
    language: 'text',
    fileName: '.github/workflows/nightly.yml',
    code: `on:
  schedule:
    - cron: '0 3 * * *'
jobs:
  nightly:
    runs-on: ubuntu-latest
    steps:
      - run: echo "the job"
      - run: ${beat('nightly_done', options)}
`,
    usage: null,
  }
}
