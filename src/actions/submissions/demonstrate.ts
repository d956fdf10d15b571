import type { Language } from '../../domain/language.ts'
import type { Refused } from '../../domain/refusal.ts'
import { markControls } from '../../domain/submissions/control-names.ts'
import {
  createDemonstrationForm,
  type DemonstratedMessage,
  judgeDemonstration,
} from '../../domain/submissions/demonstration.ts'
import type { Context, PreviewedEmail } from '../context.ts'
import type { Content } from './submit.ts'

/** Id in the links of the email, which lead nowhere. */
const SUBMISSION_ID = 's_demonstration'

/** A message of the demonstration, and the email about it; spam is not emailed. */
export type Demonstration = { message: DemonstratedMessage; email: PreviewedEmail | null }

/**
 * Shows what would become of a message, on the front page: judges it and composes its email. Nothing is stored, counted or
 * sent: of the context it uses what composes previews, and no store.
 */
export async function demonstrate(
  { previewEmail }: Pick<Context, 'previewEmail'>,
  request: { content: Content; language: Language; now: Date },
): Promise<({ kind: 'demonstrated' } & Demonstration) | Refused> {
  const { content, language, now } = request
  if (content.kind === 'refused') return content
  const endpoint = createDemonstrationForm({ language, now })
  const fields = markControls(content.fields, endpoint.id)
  const judged = judgeDemonstration(fields)
  if (judged.kind === 'refused') return judged
  const { message } = judged
  if (message.folder === 'spam') return { kind: 'demonstrated', message, email: null }
  const submission = { key: 1, receivedAt: now, fields, files: [] }
  const email = await previewEmail({
    kind: 'submission',
    endpoint,
    submission: { ...submission, id: SUBMISSION_ID },
    submissions: [submission],
    isScanRequired: false,
    now,
  })
  return { kind: 'demonstrated', message, email }
}
