import { mailboxHint } from '../../domain/accounts/mailbox.ts'
import { explainProof, judgeProof, type Proof, readProof } from '../../domain/challenges/proof.ts'
import type { Destination } from '../../domain/destinations/destination-kinds.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { type EndpointState, getState } from '../../domain/endpoints/endpoint.ts'
import { listMissingExpected } from '../../domain/endpoints/expected-fields.ts'
import { checkFiles } from '../../domain/files/file-limits.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { NO_SIGHTINGS } from '../../domain/spam/sightings.ts'
import type { ChallengeMode } from '../../domain/spam/spam-settings.ts'
import { explainNoEffect, isData, isKeyName, markControls } from '../../domain/submissions/control-names.ts'
import {
  type Field,
  type FieldValue,
  fieldsToObject,
  findReplyAddress,
  stringifyFields,
} from '../../domain/submissions/fields.ts'
import {
  classifyFields,
  classifyWithFiles,
  classifyWithHoneypot,
  decideSubmission,
  isFiltered,
} from '../../domain/submissions/submission.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import { findCallerByKey } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { listSubmissionDestinations } from '../destinations/delivery-targets.ts'
import { checkContent } from './check-content.ts'
import type { Content } from './submit.ts'

/** Outcome of a dry run. */
export type DryRun = {
  kind: 'dry_run'
  /** Where it would be delivered. Destinations other than the recipient are shown to the owner alone. */
  targets: { kind: Destination['kind']; targetHint: string }[]
  state: EndpointState
  wouldSendClaimEmail: boolean
  spam: { verdict: 'ham' | 'spam' | 'unknown'; reasons: string[] }
  fields: Record<string, FieldValue>
  files: { field: string; name: string; type: string; bytes: number }[]
  warnings: string[]
}

/**
 * Runs every check of `submit`; stores, counts and sends nothing. Only a key of the owner with the scope `read` is told of
 * the owner's honeypot, of the verdict of the spam filter, that the emails are stopped, and of destinations. For everybody else the
 * honeypot is a field like any other, the verdict unknown, because spam could be tuned by asking, and the emails go as claim and
 * plan say.
 *
 * @param request.apiKey the token after `Bearer`; null without one
 */
export async function trySubmission(
  context: Context,
  request: {
    formId: string
    content: Content
    /** Its files, which are not stored. */
    files: readonly { field: string; name: string; type: string; spooled: { bytes: number } }[]
    elapsedMs: number | null
    page: SendingPage
    apiKey: string | null
    now: Date
  },
): Promise<DryRun | Refused> {
  const { formId, content, page, now } = request
  if (content.kind === 'refused') {
    return {
      kind: 'refused',
      refusal: await checkContent(context, { ...request, refusal: content.refusal }),
    }
  }
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const found = await context.store.findEndpoint(formId)
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const { endpoint } = found
  const isOwner = await mayRead(context, found, request)
  const honeypot = isOwner ? endpoint.settings.honeypot : null
  const { challenge } = endpoint.settings
  const sentProof =
    challenge === 'off' ? null : readProof(context.keys, { fields: content.fields, subject: formId, now })
  const proof = judgeProof(challenge, { check: sentProof?.check ?? null, isSpent: false })
  const sent = markControls(sentProof?.others ?? content.fields, formId)
  const classified = { fields: sent, text: stringifyFields(sent), verdict: classifyFields(sent) }
  const filled = honeypot === null ? classified : classifyWithHoneypot(classified, honeypot)
  const submission = request.files.length === 0 ? filled : classifyWithFiles(filled)
  const { fields } = submission
  const plan = findPlan(context, found.plan)
  const isScored = isOwner && isFiltered(endpoint)
  const decision = decideSubmission({
    endpoint: isOwner ? endpoint : { ...endpoint, mailStoppedAt: null },
    plan,
    page,
    // A missing proof is a warning here: forms are tried before a page solves challenges.
    proof: challenge === 'required' ? { kind: 'not_asked' } : proof,
    submission,
    spamFacts: isScored ? { elapsedMs: request.elapsedMs, sightings: NO_SIGHTINGS } : null,
    now,
  })
  if (decision.kind === 'refused') return decision
  const files = request.files.map(({ field, name, type, spooled }) => ({
    field,
    name,
    type,
    bytes: spooled.bytes,
  }))
  const refusal = files.length === 0 ? null : await checkFilesOf(context, { found, plan, files })
  if (refusal) return { kind: 'refused', refusal }
  const email = decision.kind === 'accepted' ? decision.email : null
  // A warning about the owner's honeypot would reveal its name.
  const expect = endpoint.settings.expect.filter((name) => name !== endpoint.settings.honeypot)
  return {
    kind: 'dry_run',
    targets: [
      ...(email === null ? [] : [{ kind: 'email' as const, targetHint: mailboxHint(endpoint.recipient) }]),
      ...(isOwner && decision.kind === 'accepted' ? listTargets(context, found) : []),
    ],
    state: getState(endpoint, now),
    wouldSendClaimEmail: email === 'claim',
    spam: toSpamVerdict(decision, { isKnown: isScored || !isFiltered(endpoint) }),
    fields: fieldsToObject(fields.filter(isData)),
    files,
    warnings: [
      ...listWarnings(fields),
      ...listMissingExpected(expect, new Set(sent.map(({ name }) => name))),
      ...listNamesWithoutEffect(content.fields, formId),
      ...warnOfProof(challenge, proof),
    ],
  }
}

/** Judges the files as they would be when they are saved. */
async function checkFilesOf(
  { store }: Context,
  { found, ...about }: { found: FoundEndpoint } & Pick<Parameters<typeof checkFiles>[0], 'plan' | 'files'>,
): Promise<Refusal | null> {
  const { endpoint, accountKey } = found
  const storedBytes = accountKey === null ? 0 : await store.files.loadStoredBytes(accountKey)
  return checkFiles({ ...about, endpoint, storedBytes })
}

function listTargets(context: Context, found: FoundEndpoint): DryRun['targets'] {
  return listSubmissionDestinations(context, found).map((destination) => ({
    kind: destination.kind,
    targetHint: destination.kind === 'email' ? mailboxHint(destination.mailbox) : `${destination.origin}/…`,
  }))
}

/** A honeypot is known to everybody who reads the page. */
function toSpamVerdict(
  decision: { kind: 'spam'; reasons: string[] } | { kind: 'accepted' },
  { isKnown }: { isKnown: boolean },
): DryRun['spam'] {
  if (decision.kind === 'spam') return { verdict: 'spam', reasons: decision.reasons }
  return { verdict: isKnown ? 'ham' : 'unknown', reasons: [] }
}

async function mayRead(
  context: Context,
  { accountKey }: FoundEndpoint,
  { apiKey, now }: { apiKey: string | null; now: Date },
): Promise<boolean> {
  const found = apiKey === null ? null : await findCallerByKey(context, { apiKey, now })
  if (found?.kind !== 'found' || found.caller.accountKey !== accountKey) return false
  return found.caller.by.scopes.includes('read')
}

/** Warns of a proof of work without which the real submission would be refused, or look like spam. */
function warnOfProof(challenge: ChallengeMode, proof: Proof): string[] {
  const problem = explainProof(proof)
  if (problem === null) return []
  const effect =
    challenge === 'required'
      ? 'A real submission would be refused (challenge_required)'
      : 'A real submission would be more likely to be taken for spam (challenge_missing)'
  return [
    `${problem} ${effect}. Solve the challenge at GET /f/{form_id}/challenge and send the solution as the field "altcha"; the command line of this instance (/docs/command-line) does this.`,
  ]
}

/** Lists warnings about content that is allowed but rarely intended. */
function listWarnings(fields: readonly Field[]): string[] {
  const warnings: string[] = []
  if (findReplyAddress(fields) === null)
    warnings.push('no field looks like an email address, so replies cannot be sent')
  if (fields.filter(isData).every((field) => field.name.startsWith('_'))) {
    warnings.push('every field name begins with "_": such fields are stored but not mailed')
  }
  return warnings
}

/** Lists warnings about fields that other vendors obey and we do not. */
function listNamesWithoutEffect(sent: readonly Field[], formId: string): string[] {
  const warnings = markControls(sent, formId).flatMap((field, index) => {
    const name = sent[index]?.name ?? ''
    const reason = explainNoEffect(field.name)
    if (reason !== null) return [`"${name}" has no effect: ${reason}`]
    return isKeyName(field.name)
      ? [`"${name}" is not the ID of this form, so it is mailed like any other field`]
      : []
  })
  return [...new Set(warnings)]
}
