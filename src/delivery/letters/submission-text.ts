import { defangText } from './defang.ts'
import type { SubmissionWords } from './submission-letter.ts'

const RULE = '----------------------------------------'

/** The plain-text part: our links on top, then the fields in the order sent. */
export function textPart(words: SubmissionWords): string {
  const show = words.defanged ? defangText : (text: string) => text
  const links = [
    ...(words.claim ? [`${words.claim.label}:\n${words.claim.url}`] : []),
    `${words.stop.label}:\n${words.stop.url}`,
  ].join('\n\n')
  const onTop = words.claim?.prominent ?? false
  return [
    words.headline,
    words.introduction,
    ...(onTop ? [links] : []),
    RULE,
    ...words.fields.map(({ name, value }) => `${show(name)}:\n${indent(show(value))}`),
    ...(words.shortened ? [words.shortened] : []),
    RULE,
    words.facts.join('\n'),
    words.closing,
    ...(onTop ? [] : [links]),
    '',
  ].join('\n\n')
}

/** Indented, so that no line of the content can pass for one of ours. */
function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}
