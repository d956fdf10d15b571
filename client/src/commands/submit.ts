import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import { findReceipt } from '../api/receipt.ts'
import type { Accepted, SubmissionDryRun } from '../api/schema.ts'
import { findBase, parseTarget, toUrl } from '../settings/base.ts'
import { confirm } from '../terminal/console.ts'
import { truncate } from '../terminal/plain.ts'
import { alignRows, report } from '../terminal/report.ts'
import { call, callForm } from './call.ts'
import { defineCommand } from './command.ts'
import { readFields } from './fields.ts'
import { showSolving } from './solving.ts'

const DETAILS = [
  'A field is name=value; @file is a JSON object with fields, @- reads it from the standard input.',
]

function describeVerdict({ verdict, reasons }: SubmissionDryRun['spam']): string {
  switch (verdict) {
    case 'ham':
      return 'no'
    case 'spam':
      return `yes: ${reasons.map(toTerminalLine).join(', ')}`
    case 'unknown':
      return 'only the owner of the form is told'
  }
}

/** Checks a submission without sending it. */
export const tryCommand = defineCommand({
  name: 'try',
  usage: 'ID field=value…',
  summary: 'check a submission: stores, counts and sends nothing',
  details: DETAILS,
  arity: [2, null],
  options: {},
  examples: ['try f_k3v9q2m7x4t8r5wz email=visitor@acme.org message=Hello'],
  async run({ options, args: [typed = '', ...args], ...context }) {
    const { console, env, cwd } = context
    const target = parseTarget(typed, 'form')
    const body = await readFields(args, context)
    const base = await findBase({ options, origin: target.origin, env, cwd, console })
    const { text, json } = await call(`${toUrl(base.origin, target)}?dry_run=1`, {
      method: 'POST',
      body,
      expects: ['would_route_to', 'claim_status', 'spam', 'fields', 'warnings'],
    })
    const tried = json as SubmissionDryRun
    const targets = tried.would_route_to.map(({ target_hint }) => toTerminalLine(target_hint))
    report(console, {
      body: text,
      sentence: 'This submission would be accepted. Nothing was sent.',
      lines: [
        '',
        ...alignRows(console, [
          ['Delivered to', targets.join(', ') || 'nobody'],
          ['Claim link', tried.claim_status.would_send_claim_email ? 'sent along' : 'not sent'],
          ['Spam', describeVerdict(tried.spam)],
          ...tried.warnings.map(
            (warning) => ['Warning', console.paint.yellow(toTerminalLine(warning))] as const,
          ),
          ...Object.entries(tried.fields).map(
            ([name, value]) =>
              [
                toTerminalLine(name),
                truncate(toTerminalLine(typeof value === 'string' ? value : JSON.stringify(value)), 60),
              ] as const,
          ),
        ]),
      ],
    })
    return 0
  },
})

/** Sends a submission. */
export const submitCommand = defineCommand({
  name: 'submit',
  usage: 'ID field=value… [@file]',
  summary: 'send a real submission; asks first on a terminal',
  details: [
    ...DETAILS,
    'The submission is stored and emailed. To check a form, use try.',
    'Where the form asks for a proof of work, it is found first, in seconds.',
  ],
  arity: [2, null],
  options: {
    'idempotency-key': { value: 'KEY', help: 'the same key and fields within 24 hours are stored once' },
  },
  examples: ['submit f_k3v9q2m7x4t8r5wz @submission.json'],
  async run({ options, args: [typed = '', ...args], ...context }) {
    const { console, env, cwd } = context
    const target = parseTarget(typed, 'form')
    const body = await readFields(args, context)
    const base = await findBase({ options, origin: target.origin, env, cwd, console })
    if (console.canAsk && !options.yes) {
      const question = 'This sends a real submission, which is stored and emailed. Send it?'
      if (!(await confirm(console, question))) {
        console.note('Nothing was sent.')
        return 0
      }
    }
    const headers: Record<string, string> =
      options['idempotency-key'] === undefined ? {} : { 'Idempotency-Key': options['idempotency-key'] }
    const {
      text,
      json,
      headers: answered,
    } = await callForm(
      toUrl(base.origin, target),
      { body, expects: ['submission_id'], headers },
      showSolving(console),
    )
    const { submission_id: id } = json as Accepted
    const receipt = findReceipt(answered)
    report(console, {
      body: text,
      sentence: `Stored as ${toTerminalLine(id)}.`,
      ...(receipt === null
        ? {}
        : { lines: ['', ...alignRows(console, [['Receipt', toTerminalLine(receipt)]])] }),
    })
    return 0
  },
})
