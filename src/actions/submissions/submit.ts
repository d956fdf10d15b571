import type { SolutionCheck } from '../../domain/challenges/challenge.ts'
import { judgeProof, NOT_ASKED, type Proof } from '../../domain/challenges/proof.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { checkFiles } from '../../domain/files/file-limits.ts'
import type { AttachedFile } from '../../domain/files/stored-file.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Language } from '../../domain/language.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { ClientShare } from '../../domain/plans/quota-share.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { type ReadText, readTexts } from '../../domain/spam/read-texts.ts'
import { NO_SIGHTINGS, type Sightings } from '../../domain/spam/sightings.ts'
import type { Arrival } from '../../domain/submissions/columns.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import {
  type ClassifiedSubmission,
  classifyWithFiles,
  classifyWithHoneypot,
  decideSubmission,
  isFiltered,
} from '../../domain/submissions/submission.ts'
import type { Change, ChangeInput, Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { createStorageShare, type StorageShare } from '../files/storage-share.ts'
import { toIdempotentAnswer } from '../idempotent-result.ts'
import { reserveShare } from '../plans/reserve-share.ts'
import { checkContent } from './check-content.ts'
import { listConsequences, tellSpam } from './list-consequences.ts'
import { checkBeforeSealing, NO_FIELDS, storeSealed } from './seal-submission.ts'

/** The body of a submission as it was read: its fields, or the refusal with the fields that could be read. */
export type Content = { kind: 'fields'; fields: readonly Field[] } | (Refused & { fields?: readonly Field[] })

/** A submission whose fields were classified and serialized when its body was read, so that the transaction stays short. */
export type Submit = {
  formId: string
  content: ({ kind: 'classified' } & ClassifiedSubmission) | Refused
  /** The solution of a challenge, and the submission without it; null when none was sent. */
  proof: ClassifiedProof | null
  /** Milliseconds that the visitor spent on the page, as the page says; null where it does not. */
  elapsedMs: number | null
  page: SendingPage
  /** Returns true where the answer to the request leads the visitor to the receipt; null where no answer to it does. */
  showsReceipt: ((target: RedirectTarget | undefined) => boolean) | null
  /** Reads the language of the visitor's browser; null where the request names none. */
  findLanguage: (() => Language | null) | null
  /** Its files, whose bytes are stored and flushed. */
  files: readonly AttachedFile[]
  idempotencyKey: IdempotencyKey | null
  /** Opens the shares of the client in monthly quotas; null while they are turned off. */
  openShare(): ClientShare | null
  now: Date
}

/** Forms that ask for a proof of work store `others`; on all others, its field is one like any other. */
export type ClassifiedProof = { check: SolutionCheck; others: ClassifiedSubmission }

export type SubmitAnswer =
  /** Stored, with its deliveries in the outbox. Spam gets the same answer. */
  { kind: 'accepted'; submissionId: string; redirectTarget?: RedirectTarget } | Refused

/** `spam`: for our own counters; the sender is not told, and it is not stored with the answer. `isSealed`: its content is stored encrypted. */
type Submitted = SubmitAnswer & { replayed: boolean; spam: SpamVerdict; isSealed?: true }
/** `repeated`: it would not be spam without earlier submissions by its sender. */
export type SpamVerdict = 'real' | 'spam' | 'repeated'

/** Redirect settings of the owner. */
export type RedirectTarget = { redirectUrl: string | null; allowedOrigins: readonly string[] }

/** Accepts one submission: stores it with its deliveries and counters in one transaction, or refuses it. */
export async function submit(context: Context, request: Submit): Promise<Submitted> {
  const { formId, content, proof, idempotencyKey, now } = request
  if (content.kind === 'refused') {
    const refusal = await checkContent(context, { ...request, refusal: content.refusal })
    return { kind: 'refused', refusal, replayed: false, spam: 'real' }
  }
  const share = createShare(context, request)
  const storageShare = request.files.length > 0 ? createStorageShare(request) : null
  if (!context.store.hasRoom()) {
    return { kind: 'refused', refusal: { code: 'disk_full' }, replayed: false, spam: 'real' }
  }
  let spam: SpamVerdict = 'real'
  let isAccepted = false
  // Set where the form stores submissions encrypted, which its row says: the transaction cannot wait for the encryption.
  const toSeal: { found: FoundEndpoint | null } = { found: null }
  const change = (ciphertext: string | null) =>
    context.store.change<SubmitAnswer>({
      endpointId: formId,
      now,
      idempotencyKey,
      ...(proof?.check.kind === 'solved' ? { challenge: proof.check } : {}),
      ...(request.files.length > 0 ? { hasFiles: true } : {}),
      decide(input) {
        if (ciphertext === null && input.found?.endpoint.settings.store === 'encrypted') {
          const sentProof = judgeSentProof(input.found.endpoint, request, input)
          const refusal = checkBeforeSealing(context, input.found, { ...request, proof: sentProof })
          if (!refusal) toSeal.found = input.found
          return refused(refusal ?? { code: 'store_busy' })
        }
        const sent = { submit: request, classified: content, ciphertext }
        const decided = decide(context, { ...sent, input, share, storageShare })
        spam = decided.spam
        return decided.change
      },
    })
  try {
    const first = await change(null)
    const sealed = toSeal.found && (await storeSealed(context, toSeal.found, { content, proof, now }, change))
    const result = sealed ?? first
    const { answer, replayed } =
      result.kind === 'fresh' ? { answer: result.answer, replayed: false } : toIdempotentAnswer(result)
    isAccepted = answer.kind !== 'refused'
    return { ...answer, replayed, spam, ...(sealed ? { isSealed: true } : {}) }
  } finally {
    // Nothing of the share was used. After a failure of unknown outcome the client gains at most what it sent.
    if (!isAccepted) {
      share.release()
      storageShare?.release()
    }
  }
}

/** The share of a client in the monthly quota of one form; nothing is opened for a form with a lifetime allowance. */
type Share = {
  /** Reserves one, or returns the refusal. */
  reserve(found: FoundEndpoint): Refusal | null
  release(): void
}

function createShare(context: Context, { openShare, now }: Submit): Share {
  let share: ClientShare | null = null
  return {
    reserve(found) {
      if (found.endpoint.claimedAt === null) return null
      share ??= openShare()
      return reserveShare(context, found, { share, count: 1, atLeast: 1, now }).refusal
    },
    release: () => share?.release(),
  }
}

function decide(
  context: Context,
  {
    input,
    submit,
    classified,
    share,
    storageShare,
    ciphertext,
  }: {
    input: Pick<ChangeInput, 'found' | 'nextKey' | 'isChallengeSpent' | 'storedBytes'>
    submit: Submit
    classified: ClassifiedSubmission
    share: Share
    storageShare: StorageShare | null
    ciphertext: string | null
  },
): { change: Change<SubmitAnswer>; spam: SpamVerdict } {
  const { found } = input
  const { page, now } = submit
  if (!found) return real(refused({ code: 'endpoint_not_found' }))
  const { endpoint } = found
  const { challenge, honeypot } = endpoint.settings
  const redirectTarget = toRedirectTarget(endpoint)
  const proof = judgeSentProof(endpoint, submit, input)
  const sent = challenge === 'off' ? classified : (submit.proof?.others ?? classified)
  const filled = honeypot === null ? sent : classifyWithHoneypot(sent, honeypot)
  const submission = submit.files.length === 0 ? filled : classifyWithFiles(filled)
  const text = ciphertext === null ? submission.text : NO_FIELDS
  const plan = found.plan === null ? null : findPlan(context, found.plan)
  const message = isFiltered(endpoint)
    ? readMessage(context, found, { fields: submission.fields, now })
    : null
  const spamFacts = message && {
    texts: message.texts,
    elapsedMs: submit.elapsedMs,
    sightings: message.sightings,
  }
  const decision = decideSubmission({ endpoint, plan, page, proof, submission, spamFacts, now })
  if (decision.kind !== 'refused' && submit.files.length > 0) {
    const { storedBytes } = input
    const refusal =
      checkFiles({ endpoint, plan, storedBytes, files: submit.files }) ??
      storageShare?.reserve({ plan, accountKey: found.accountKey, storedBytes })
    if (refusal) return real(refused(refusal))
  }
  // Spam spends its challenge too: a second use that is accepted would reveal it.
  const spend = proof.kind === 'valid' ? { challenge: proof.challenge } : {}
  const stored = (key: number, spamReasons: readonly string[] | null): Consequence[] => [
    {
      kind: 'submission',
      key,
      text,
      spamReasons,
      receiptShown: submit.showsReceipt?.(redirectTarget) ?? false,
      fileCount: submit.files.length || null,
      ciphertext,
      ...spend,
    } satisfies Consequence & Required<Arrival>,
    ...(submit.files.length === 0
      ? []
      : [{ kind: 'files', submissionKey: key, files: submit.files } as const]),
  ]
  switch (decision.kind) {
    case 'refused':
      return real(refused(decision.refusal))
    case 'spam': {
      // Uses nothing of the share, but is refused beyond it like any other: 200 would reveal the honeypot of the owner.
      const refusal = share.reserve(found)
      share.release()
      if (refusal) return real(refused(refusal))
      const key = input.nextKey()
      message?.count({ submissionKey: key, isSpam: true })
      const told = endpoint.settings.destinations.length === 0 ? [] : tellSpam(context, found, key)
      const change = accepted(context, { key, redirectTarget }, [...stored(key, decision.reasons), ...told])
      return { change, spam: decision.isOnlyRepeated ? 'repeated' : 'spam' }
    }
    case 'accepted': {
      const refusal = share.reserve(found)
      if (refusal) return real(refused(refusal))
      const key = input.nextKey()
      message?.count({ submissionKey: key, isSpam: false })
      const { email, warning } = decision
      // The second tier reads what is stored.
      const score = ciphertext === null ? decision.score : null
      const { files, findLanguage } = submit
      const change = accepted(context, { key, redirectTarget }, [
        { kind: 'endpoint', facts: decision.endpoint },
        ...stored(key, null),
        ...listConsequences(context, {
          ...{ found, key, text, files, page, email, warning, score, findLanguage, now },
        }),
      ])
      return { change, spam: 'real' }
    }
  }
}

function judgeSentProof(
  { settings: { challenge } }: EndpointFacts,
  { proof }: Pick<Submit, 'proof'>,
  { isChallengeSpent: isSpent }: Pick<ChangeInput, 'isChallengeSpent'>,
): Proof {
  return challenge === 'off' ? NOT_ASKED : judgeProof(challenge, { check: proof?.check ?? null, isSpent })
}

function real(change: Change<SubmitAnswer>): { change: Change<SubmitAnswer>; spam: SpamVerdict } {
  return { change, spam: 'real' }
}

/** Reads the texts of a submission, and finds what its sender sent before. `count` remembers the message. */
function readMessage(
  { messages }: Context,
  { key: endpointKey }: FoundEndpoint,
  { fields, now }: { fields: readonly Field[]; now: Date },
): {
  texts: readonly ReadText[]
  sightings: Sightings
  count(submission: { submissionKey: number; isSpam: boolean }): void
} {
  const texts = readTexts(fields)
  const message = messages.identify({ endpointKey, fields, texts })
  if (message === null) return { texts, sightings: NO_SIGHTINGS, count() {} }
  return {
    texts,
    sightings: messages.find(message, now),
    count: (submission) => messages.add(message, { ...submission, now }),
  }
}

function refused(refusal: Refusal): Change<SubmitAnswer> {
  return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
}

function accepted(
  context: Context,
  { key, redirectTarget }: { key: number; redirectTarget: RedirectTarget | undefined },
  consequences: Consequence[],
): Change<SubmitAnswer> {
  const submissionId = context.keys.submissionId(key)
  const answer: SubmitAnswer = {
    kind: 'accepted',
    submissionId,
    ...(redirectTarget ? { redirectTarget } : {}),
  }
  return { answer, remember: true, consequences }
}

/** Returns the redirect settings of the owner; undefined where all have their defaults. */
function toRedirectTarget({ settings }: EndpointFacts): RedirectTarget | undefined {
  const { redirectUrl, allowedOrigins } = settings
  return redirectUrl === null && allowedOrigins.length === 0 ? undefined : { redirectUrl, allowedOrigins }
}
