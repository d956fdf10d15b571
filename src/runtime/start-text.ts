const HOW_TO_BUILD = {
  failed: 'mend what is said above, then npm run build',
  no_tools: 'npm install --include=dev, npm run build',
} as const

/** What `npm start` prints: the address, where data lives, where emails go, and the first thing to try. */
export function startText(input: {
  baseUrl: string
  dataDir: string
  /** What became of it at this start. */
  dashboard: 'built' | 'stands' | 'failed' | 'no_tools'
  mail: { kind: 'mailbox' } | { kind: 'smtp'; host: string; port: number; from: string }
  version: string
  colour: boolean
}): string {
  const { baseUrl, mail } = input
  const paint = (code: string) => (text: string) => (input.colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const bold = paint('1')
  const faint = paint('2')
  const accent = paint('36')
  const loud = paint('33')
  const row = (name: string, value: string) => `  ${faint(name.padEnd(11))}${value}`
  const emails =
    mail.kind === 'smtp'
      ? [row('emails', `by ${mail.host}:${mail.port}, from ${mail.from}`)]
      : [
          row('emails', loud('NOT SENT: no mail server is set (FORMSLOT_SMTP_URL).')),
          row('', `They are kept here: ${accent(`${baseUrl}/mailbox`)}`),
        ]
  const dashboard =
    input.dashboard === 'built' || input.dashboard === 'stands'
      ? accent(`${baseUrl}/app`)
      : loud(`NOT BUILT: ${HOW_TO_BUILD[input.dashboard]}`)
  return [
    '',
    `  ${bold('Formslot')} ${faint(input.version)}`,
    '',
    row('address', accent(baseUrl)),
    row('dashboard', dashboard),
    row('data', input.dataDir),
    ...emails,
    '',
    '  Make an endpoint, with your own address as the recipient:',
    '',
    `    ${bold(`curl -d recipient=YOUR_ADDRESS ${baseUrl}/new`)}`,
    '',
    '',
  ].join('\n')
}
