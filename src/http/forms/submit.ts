import type { ReceivedFile } from '../../actions/files/receive-files.ts'
import type { Content, SpamVerdict } from '../../actions/submissions/submit.ts'
import { readProof, type SentProof } from '../../domain/challenges/proof.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { isSolutionField, markControls, mayControl } from '../../domain/submissions/control-names.ts'
import { takeElapsedTime } from '../../domain/submissions/elapsed-time.ts'
import { type Field, stringifyFields } from '../../domain/submissions/fields.ts'
import {
  type ClassifiedSubmission,
  classifyData,
  classifyFields,
} from '../../domain/submissions/submission.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { readBody } from '../kernel/body/read-body.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { getClientAddress, type RequestHead } from '../kernel/request.ts'
import { type Answer, refusalAnswer } from '../kernel/respond.ts'
import { isSwappedByHtmx, negotiateFormat } from '../kernel/response-format.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { findLanguage } from '../pages/i18n/languages.ts'
import type { SentSubmission } from '../uploads/sent-submission.ts'
import { toChallengeUrl } from './challenge.ts'
import {
  acknowledgement,
  dryRunAnswer,
  findRedirectUrl,
  leadsToReceipt,
  redirectRefused,
} from './submit-answers.ts'
import { type VendorFormat, vendorRefusal } from './vendor-format.ts'

/**
 * Answers a submission; rejects with a fault only.
 *
 * @param vendor format of the JSON for a vendor's clients; ours when left out
 */
export type AcceptSubmission = (
  request: RequestHead,
  sent: SentSubmission,
  vendor?: VendorFormat,
) => Promise<Answer>

/** `isCounted`: the rate limit counted it before its files were received. */
type CountedSubmission = SentSubmission & { isCounted?: true }

export const loadUploads = loadLater(() => import('../uploads/uploads.ts'))
const NO_FILES: readonly never[] = []

/** Creates the handler of `POST /f/{form_id}`, which the fast path and the routes of the framework share. */
export function createAcceptSubmission(deps: HttpDeps): AcceptSubmission {
  const { actions, keys, clock, metrics, base, observations } = deps
  const rate = toSubmitRate(deps.submitPerMinute)
  const submissions = createRateLimit(rate)
  const dryRuns = createRateLimit(rate)

  return async function acceptSubmission(request, sent: CountedSubmission, vendor): Promise<Answer> {
    const { formId, body, received, isCounted } = sent
    const now = clock.now()
    const responseFormat = negotiateFormat(request, base)
    const { dryRun, html } = responseFormat
    const page = getSendingPage(request)
    const refuse = (given: Refusal) => {
      const refusal =
        given.code === 'challenge_required' ? { ...given, challengeUrl: toChallengeUrl(base, formId) } : given
      if (!dryRun) {
        metrics.count('formslot_submissions_total', refusal.code)
        if (isEndpointId('form', formId))
          observations.record(formId, { ...refusal, kind: 'refused', page }, now)
      }
      const answer = refusalAnswer(request, refusal, responseFormat)
      if (!vendor || html || dryRun) return answer
      return vendorRefusal(answer, { refusal, requestId: request.id, vendor })
    }

    if (!isEndpointId('form', formId)) return refuse({ code: 'endpoint_not_found' })
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const wait = isCounted
      ? 0
      : (dryRun ? dryRuns : submissions).take({ client: address, subject: formId, now })
    if (wait > 0) return refuse({ code: 'submit_rate', retryAfterSeconds: wait })

    const { headers } = request
    const contentType = headers['content-type']
    const reading = readBody({ contentType, contentEncoding: headers['content-encoding'], body })
    const read = reading instanceof Promise ? await reading : reading
    if (!received && (sent.upload || hasFile(read))) {
      const { acceptWithFiles } = await loadUploads()
      return acceptWithFiles(deps, request, { sent, page, now }, (again) =>
        acceptSubmission(request, { ...again, isCounted: true }, vendor),
      )
    }
    const { content, elapsedMs, proof, hasControls } = takeControls(
      received?.kind === 'refused' ? { ...read, ...received } : read,
      { keys, formId, now },
    )
    const files = received?.kind === 'received' ? received.files : NO_FILES
    const refuseRead = async (refusal: Refusal) => {
      const answer = refuse(refusal)
      // An outage is shown as one: its page says when to try again.
      if (!html || dryRun || answer.status >= 500 || isSwappedByHtmx(request)) return answer
      return (await redirectRefused(deps, { refusal, request, formId, content, page })) ?? answer
    }
    let idempotencyKey: IdempotencyKey | null = null
    if (headers['idempotency-key'] !== undefined) {
      const sentKey = getIdempotencyKey(request, {
        path: `/f/${formId}`,
        content: withFiles(getRepeatableContent(content, proof), files),
        caller: address,
        replays: 'to anyone',
        mark: keys.hmacIdempotencyKey,
      })
      if (sentKey.kind === 'refused') return refuseRead(sentKey.refusal)
      idempotencyKey = sentKey.idempotencyKey
    }
    if (dryRun) {
      const apiKey = parseBearer(request)
      const outcome = await actions.trySubmission({
        formId,
        content,
        files,
        elapsedMs,
        page,
        apiKey,
        now,
      })
      return outcome.kind === 'refused' ? refuse(outcome.refusal) : dryRunAnswer(outcome)
    }
    const sentFields = content.kind === 'fields' ? content.fields : []
    const fields = hasControls ? markControls(sentFields, formId) : sentFields
    const languages = headers['accept-language']
    const isStorable = content.kind === 'fields' && files.length > 0
    const stored = isStorable ? await actions.storeFiles(files) : NO_FILES
    const submitting = actions.submit({
      formId,
      content:
        content.kind === 'fields'
          ? { kind: 'classified', ...classify(fields, hasControls ? classifyFields : classifyData) }
          : content,
      proof: proof && {
        check: proof.check,
        others: classify(markControls(proof.others, formId), classifyFields),
      },
      elapsedMs,
      page,
      // `/form.js` is the only script that says how long its page was open, and shows the receipt.
      showsReceipt:
        html || elapsedMs !== null
          ? (target) => leadsToReceipt(request, responseFormat, findRedirectUrl(page, fields, target))
          : null,
      // Programs send none, or `*`.
      findLanguage: languages === undefined || languages === '*' ? null : () => findLanguage(languages),
      files: stored,
      idempotencyKey,
      openShare: () => deps.quotaShares.open({ address, now }),
      now,
    })
    const answer = await (stored.length === 0
      ? submitting
      : submitting.catch(async (error: unknown) => {
          await actions.deleteFilesAfter({ files: stored, error })
          throw error
        }))
    if (stored.length > 0 && (answer.kind === 'refused' || answer.replayed)) await actions.deleteFiles(stored)
    if (answer.kind === 'refused') return refuseRead(answer.refusal)
    metrics.count('formslot_submissions_total', 'accepted')
    const { redirectTarget } = answer
    observe(deps, answer, { formId, fields, proof, page, isBrowser: html, now })
    return acknowledgement(answer, responseFormat, {
      fields,
      vendor,
      request,
      receiptUrl: `${base}/r/${keys.receiptToken(answer.submissionId)}`,
      redirectUrl: hasControls || redirectTarget ? findRedirectUrl(page, fields, redirectTarget) : null,
    })
  }
}

/** Serializes the fields for storage, and classifies them. */
function classify(fields: readonly Field[], toVerdict: typeof classifyFields): ClassifiedSubmission {
  return { fields, verdict: toVerdict(fields), text: stringifyFields(fields) }
}

/** Returns what a repeated request has in common with the first one: whoever sends again may have to solve again. */
function getRepeatableContent(content: Content, proof: SentProof | null): Content {
  return proof === null || proof.check.kind === 'invalid' ? content : { kind: 'fields', fields: proof.others }
}

/** Returns true for a body that was refused because of a file in it. */
export function hasFile(content: Content): boolean {
  return content.kind === 'refused' && content.refusal.code === 'file_refused'
}

/** Adds what a repeated request has in common with the first one: the same files with the same bytes. */
function withFiles(content: Content, files: readonly ReceivedFile[]): Content {
  if (content.kind === 'refused' || files.length === 0) return content
  const hashes = files.map(({ field, name, spooled }) => ({ name: field, value: [name, spooled.sha256] }))
  return { kind: 'fields', fields: [...content.fields, ...hashes] }
}

/** Counts an accepted submission for the health of its form. Fields are those of the page: not the solution of a challenge. */
function observe(
  { observations }: HttpDeps,
  { spam, replayed, isSealed }: { spam: SpamVerdict; replayed: boolean; isSealed?: true },
  sent: {
    formId: string
    fields: readonly Field[]
    proof: SentProof | null
    page: SendingPage
    isBrowser: boolean
    now: Date
  },
): void {
  const { formId, page, isBrowser, now } = sent
  if (spam !== 'real') {
    observations.record(formId, { kind: 'spam', isOnlyRepeated: spam === 'repeated' }, now)
    return
  }
  // Names of fields are content, too.
  if (replayed || isSealed) return
  const fields = sent.proof === null ? sent.fields : sent.fields.filter((field) => !isSolutionField(field))
  observations.record(formId, { kind: 'accepted', fields, page, isBrowser }, now)
}

/**
 * Reads the fields that control a submission; most submissions have none. The time that a visitor spent on the page is taken
 * out of what was sent, so that a repeated request is the same.
 */
function takeControls(
  sent: Content,
  { keys, formId, now }: { keys: HttpDeps['keys']; formId: string; now: Date },
): { content: Content; elapsedMs: number | null; proof: SentProof | null; hasControls: boolean } {
  if (sent.kind === 'refused' || !sent.fields.some(mayControl))
    return { content: sent, elapsedMs: null, proof: null, hasControls: false }
  const { fields, elapsedMs } = takeElapsedTime(sent.fields)
  const proof = readProof(keys, { fields, subject: formId, now })
  return { content: { kind: 'fields', fields }, elapsedMs, proof, hasControls: true }
}

/** Returns the page that a request names. */
export function getSendingPage({ headers }: RequestHead): SendingPage {
  return { origin: headers.origin ?? null, referer: headers.referer ?? null }
}
