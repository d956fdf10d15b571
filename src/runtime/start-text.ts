const FIX = {
  failed: 'fix the error above, then run npm run build',
  no_tools: 'run npm install --include=dev, then npm run build',
} as const

/** They fit a terminal of 80 columns. */
const MAX_RANGES_LENGTH = 40
const MEGABYTE = 1e6
const GIGABYTE = 1e9

/** Formats the output of `npm start`: address, data directory, mail, and a first command to try. */
export function startText(input: {
  baseUrl: string
  dataDir: string
  /** Space of the disk of the SQLite file, in bytes: what is free, and the limit below which new data is refused. */
  disk: { free: number; required: number } | null
  /** Result of the build at this start. */
  dashboard: 'built' | 'current' | 'failed' | 'no_tools'
  /** `command` reads the emails where `/mailbox` is not served. */
  mail:
    | { kind: 'mailbox'; command: string | null }
    | { kind: 'smtp'; host: string; port: number; from: string }
  /** Ranges inside a network that destinations may have (FORMSLOT_EGRESS_ALLOW). */
  allowed?: readonly string[]
  version: string
  color: boolean
}): string {
  const { baseUrl, mail, disk, allowed = [] } = input
  const paint = (code: string) => (text: string) => (input.color ? `\u001b[${code}m${text}\u001b[0m` : text)
  const bold = paint('1')
  const faint = paint('2')
  const accent = paint('36')
  const warning = paint('33')
  const row = (name: string, value: string) => `  ${faint(name.padEnd(11))}${value}`
  const emails =
    mail.kind === 'smtp'
      ? [row('emails', `sent by ${mail.host}:${mail.port} from ${mail.from}`)]
      : [
          row('emails', warning('NOT SENT: no mail server is configured (FORMSLOT_SMTP_URL).')),
          mail.command === null
            ? row('', `Read them here: ${accent(`${baseUrl}/mailbox`)}`)
            : row('', `Read them with: ${accent(mail.command)}`),
        ]
  const dashboard =
    input.dashboard === 'built' || input.dashboard === 'current'
      ? accent(`${baseUrl}/app`)
      : warning(`NOT BUILT: ${FIX[input.dashboard]}`)
  return [
    '',
    `  ${bold('Formslot')} ${faint(input.version)}`,
    '',
    row('address', accent(baseUrl)),
    row('dashboard', dashboard),
    row('data', input.dataDir),
    ...(disk === null
      ? []
      : [
          row(
            'disk',
            disk.free < disk.required ? warning(describeLack(disk)) : `${formatBytes(disk.free)} free`,
          ),
        ]),
    ...emails,
    ...(allowed.length === 0 ? [] : [row('webhooks', `may also reach ${describeRanges(allowed)} inside`)]),
    '',
    '  Open the address to create your first form, or run this in another terminal:',
    '',
    `    ${bold(`curl -d recipient=YOUR_ADDRESS ${baseUrl}/new`)}`,
    '',
    '',
  ].join('\n')
}

/** Lists ranges in one line. */
function describeRanges(ranges: readonly string[]): string {
  const list = ranges.join(', ')
  return list.length <= MAX_RANGES_LENGTH ? list : `${ranges.length} ranges`
}

function describeLack({ free, required }: { free: number; required: number }): string {
  return `NEW DATA REFUSED: ${formatBytes(free)} free, ${formatBytes(required)} required.`
}

/** Formats bytes in gigabytes; in megabytes below one. */
function formatBytes(bytes: number): string {
  return bytes < GIGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${Math.floor(bytes / GIGABYTE)} GB`
}
