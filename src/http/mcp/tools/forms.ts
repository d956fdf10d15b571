import { z } from 'zod'
import { CODE_SNIPPETS, writeCodeSnippet } from '../../../snippets/all-snippets.ts'
import { readFilesFact } from '../../../snippets/file-input.ts'
import { getEndpointPath } from '../../kernel/paths.ts'
import { Status, SubmissionDryRun } from '../../schema/schemas.ts'
import { isForAll } from '../access.ts'
import { type Body, createTool, type Tool } from '../tool.ts'
import { anyEndpointId, formId } from './inputs.ts'

const { form_id: _id, endpoint_url: _url, ...COMMON_STATUS } = Status.shape
const SnippetStatus = Status.pick({ challenge: true, files: true })
const AnyStatus = z.object({
  ...COMMON_STATUS,
  ...Object.fromEntries(
    ['form_id', 'endpoint_url', 'telemetry_id', 'telemetry_url', 'queue_id', 'queue_url'].map((name) => [
      name,
      z.string().optional(),
    ]),
  ),
})
const FRAMEWORKS = Object.keys(CODE_SNIPPETS) as (keyof typeof CODE_SNIPPETS)[]
const Snippet = z.object({
  form_id: z.string(),
  endpoint_url: z.string(),
  framework: z.enum(FRAMEWORKS),
  file_name: z.string().nullable().describe('Path in the project; null: paste the code into a page.'),
  code: z.string(),
  usage: z.string().nullable().describe('How to use the file; null without a file.'),
})

/** Tools that check an endpoint and build its form. They need no key. */
export const FORMS: readonly Tool[] = [
  createTool({
    name: 'check_endpoint',
    title: 'Check an endpoint',
    description:
      'Returns the public state of an endpoint: whether it exists, is claimed, and accepts what is sent now (active). Costs nothing and is not counted.',
    effect: 'reads',
    author: 'service',
    input: z.strictObject({ id: anyEndpointId }),
    output: AnyStatus,
    isFor: isForAll,
    toCall: ({ id }) => ({ method: 'GET', path: `${getEndpointPath(id)}/status`, as: 'anyone' }),
    summarize: (body, { id }) =>
      `The endpoint ${id} is ${body.state} and ${body.active === true ? 'accepts what is sent now' : 'accepts nothing now'}.`,
  }),
  createTool({
    name: 'try_submission',
    title: 'Try a submission',
    description:
      'Checks a submission as if it were sent: field names, limits, spam, where it would go. Always a dry run: nothing is stored, ' +
      'counted or emailed. Use this instead of sending a test.',
    effect: 'reads',
    author: 'service',
    input: z.strictObject({
      form_id: formId,
      fields: z
        .record(z.string(), z.unknown())
        .describe('Names and values, as the form would send them: {"email":"jane@…","message":"Hello"}'),
    }),
    output: SubmissionDryRun,
    isFor: isForAll,
    toCall: ({ form_id: id, fields }) => ({
      method: 'POST',
      path: getEndpointPath(id),
      query: { dry_run: 1 },
      body: fields,
      as: 'caller',
    }),
    summarize: (body) => `${summarizeDryRun(body)} Nothing was sent.`,
  }),
  createTool({
    name: 'form_snippet',
    title: 'Code of a form',
    description:
      'Returns the code of a contact form for an endpoint (name, email, message, honeypot), to be adapted to the project: keep ' +
      'the URL, the method, a name on every input, and the hidden honeypot.',
    effect: 'reads',
    author: 'service',
    input: z.strictObject({ form_id: formId, framework: z.enum(FRAMEWORKS).default('html') }),
    output: Snippet,
    isFor: isForAll,
    toCall: ({ form_id: id }) => ({ method: 'GET', path: `${getEndpointPath(id)}/status`, as: 'anyone' }),
    shape: (body, { form_id, framework }, base) => {
      const endpointUrl = base + getEndpointPath(form_id)
      const { challenge = 'off', files } = SnippetStatus.parse(body)
      const { fileName, code, usage } = writeCodeSnippet(framework, {
        endpointUrl,
        challenge,
        files: readFilesFact(files),
      })
      return { form_id, endpoint_url: endpointUrl, framework, file_name: fileName, code, usage }
    },
    summarize: (body, { framework }) =>
      `This is the code for ${framework}. ${
        body.active === true
          ? 'Adapt it, then check it with try_submission and the names of its fields.'
          : `The form is ${body.state} and accepts nothing now.`
      }`,
  }),
]

function summarizeDryRun({ spam, warnings }: Body): string {
  const { verdict, reasons = [] } = Object(spam)
  if (reasons.length > 0) {
    return `It would be accepted as spam (${reasons.join(', ')}): it would be kept in the spam folder, and nobody would get an email.`
  }
  if (Array.isArray(warnings) && warnings.length > 0) {
    return 'It would be accepted, but read the warnings: they are probably mistakes of the form.'
  }
  return verdict === 'unknown'
    ? 'It would be accepted. Whether the spam filter of the form would keep it from the inbox is told only to its owner.'
    : 'It would be accepted.'
}
