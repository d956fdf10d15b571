import { codeSpan, type Markdown, markdown, ownMarkdown } from '../../../markup/markdown.ts'

/**
 * Shows a refusal to an agent: the problem and the fix, with the status, because most agents see only the body.
 *
 * @param refusal.field name of an input, which the client has chosen
 * @param refusal.retryAfterSeconds null if waiting does not help or the wait is unknown
 */
export function refusalMarkdown(refusal: {
  base: string
  status: number
  error: string
  code: string
  message: string
  hint: string
  field?: string
  retryAfterSeconds: number | null
  request_id: string
}): Markdown {
  const { base, status, error, code, field, retryAfterSeconds } = refusal
  const facts = [
    markdown`Code: ${codeSpan(code)}, explained at ${ownMarkdown(`${base}/docs/errors.md#${code}`)}`,
    ...(field === undefined ? [] : [markdown`Field: ${codeSpan(field)}`]),
    ...(retryAfterSeconds === null ? [] : [markdown`Retry after: ${retryAfterSeconds} seconds`]),
    markdown`Request: ${codeSpan(refusal.request_id)}`,
    markdown`Everything this service offers, as commands: ${ownMarkdown(`${base}/llms.txt`)}`,
  ]
  return markdown`# ${status} ${error}

${refusal.message} ${refusal.hint}

${facts.map((fact) => markdown`- ${fact}\n`)}`
}
