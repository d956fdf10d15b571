import type { CannedAnswer } from '../../domain/accounts/canned-answer.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { Language } from '../../domain/language.ts'
import { FOLDERS } from '../../domain/submissions/folder.ts'
import type { Annotation } from '../../domain/telemetry/annotation.ts'
import type { VisitorCount } from '../../domain/telemetry/visitor.ts'
import type { Watch } from '../../domain/telemetry/watch.ts'
import type { ListedApiKey } from '../../store/accounts/api-keys.ts'
import type { AccountFacts } from '../../store/accounts/mailboxes.ts'
import type { Member } from '../../store/accounts/members.ts'
import type { ListedEndpointKey } from '../../store/endpoints/endpoint-keys.ts'
import type { Context } from '../context.ts'
import { type DeviceView, listDevices } from '../devices/devices.ts'
import { type HandOver, listHandOvers } from '../endpoints/hand-over.ts'
import { listOwned, type OwnedView } from '../endpoints/owned-endpoints.ts'
import { type ExportedFile, openExportedFiles } from '../files/export-files.ts'
import { listManyDeliveries, type OwnDelivery, type OwnRouting } from '../outbox/deliveries.ts'
import { type MessageView, toMessageView } from '../queues/message-view.ts'
import { exportSubmissions } from '../submissions/export-submissions.ts'
import { listLabels } from '../submissions/labels.ts'
import { type FormView, loadFormStats } from '../submissions/load-form-stats.ts'
import type { LabelView } from '../submissions/owned-labels.ts'
import type { SubmissionView } from '../submissions/owned-submissions.ts'
import { type InboxView, listViews } from '../submissions/views.ts'
import { listEventPages } from '../telemetry/event-pages.ts'
import type { StoredEvent } from '../telemetry/read-events.ts'
import { listKeys } from './api-keys.ts'
import { type AuditEntry, listAudit } from './audit.ts'
import type { Caller } from './caller.ts'
import { listCannedAnswers } from './canned-answers.ts'
import { listMembers } from './members.ts'
import { findOwnLanguage } from './own-language.ts'
import { listSessions, type SessionView } from './sessions.ts'

/** Endpoints, and messages, per read. */
const PAGE_SIZE = 50
const AUDIT_PAGE_SIZE = 500
const ALL_EVENTS = { name: null, since: null, until: null, prop: null, value: null } as const

/** All data stored about an owner: short lists at once, long ones as pages that are read one by one. */
export type AccountExport = {
  account: AccountFacts
  /** Language that its holder has chosen for the dashboard. */
  language: Language | null
  sessions: SessionView[]
  /** Without the addresses at their push services. */
  devices: DeviceView[]
  keys: ListedApiKey[]
  cannedAnswers: CannedAnswer[]
  members: Member[]
  /** Forms that others were asked to take over. */
  handOvers: HandOver[]
  labels: LabelView[]
  /** Saved views of the inbox. */
  views: InboxView[]
  /** Entries of the audit log, newest first. */
  audit(): AsyncGenerator<AuditEntry[]>
  endpoints(): AsyncGenerator<FormView[]>
  telemetry(): AsyncGenerator<OwnedView[]>
  /** Events of a telemetry endpoint, newest first. */
  events(endpointId: string): AsyncGenerator<StoredEvent[]>
  /** Lists the unique visitors of a telemetry endpoint by day, oldest first. */
  listVisitors(endpointId: string): Promise<VisitorCount[]>
  /** Lists the watches of a telemetry endpoint, oldest first. */
  listWatches(endpointId: string): Promise<readonly Watch[]>
  /** Lists the annotations of a telemetry endpoint, newest first. */
  listAnnotations(endpointKey: number): Promise<readonly Annotation[]>
  queues(): AsyncGenerator<OwnedView[]>
  /** Messages of a queue, dead ones included, oldest first. */
  messages(queueKey: number): AsyncGenerator<MessageView[]>
  /** Lists the keys of a telemetry endpoint or a queue. */
  listKeys(endpointKey: number): Promise<ListedEndpointKey[]>
  /** Submissions, each with its deliveries and its routing to a queue. */
  submissions(): AsyncGenerator<ExportedSubmission[]>
  /** Returns false once the account has been deleted. */
  isThere(): Promise<boolean>
  /** Files of all submissions. */
  files(): AsyncGenerator<ExportedFile>
}

type ExportedSubmission = {
  submission: SubmissionView
  deliveries: readonly OwnDelivery[]
  routing: OwnRouting | null
}

/** Exports all data stored about the caller; null once the account has been deleted. */
export async function exportAccount(
  context: Context,
  caller: Caller,
  now: Date,
): Promise<AccountExport | null> {
  const account = await context.store.accounts.findAccount(caller.accountKey)
  if (!account) return null
  return {
    account,
    language: await findOwnLanguage(context, caller),
    sessions: await listSessions(context, caller, now),
    devices: await listDevices(context, caller),
    keys: await listKeys(context, caller),
    cannedAnswers: await listCannedAnswers(context, caller),
    members: await listMembers(context, caller, now),
    handOvers: await listHandOvers(context, caller, now),
    labels: await listLabels(context, caller),
    views: await listViews(context, caller),
    audit: () => listAuditPages(context, caller),
    endpoints: () => listForms(context, caller, now),
    telemetry: () => listOwnedPages(context, caller, { kind: 'telemetry', now }),
    events: (endpointId) => listEventPages(context, { ...ALL_EVENTS, endpointId }),
    listVisitors: (endpointId) =>
      context.store.telemetry.countVisitors({ endpointId, since: 0, until: Number.MAX_SAFE_INTEGER }),
    listWatches: async (endpointId) => (await context.store.findEndpoint(endpointId))?.watches ?? [],
    listAnnotations: (endpointKey) =>
      context.store.telemetry.listAnnotations({ endpointKey, since: null, until: null }),
    queues: () => listOwnedPages(context, caller, { kind: 'queue', now }),
    messages: (queueKey) => listMessagePages(context, queueKey),
    listKeys: (endpointKey) => context.store.endpointKeys.list(endpointKey),
    submissions: () => listExportedSubmissions(context, caller),
    isThere: async () => (await context.store.accounts.findAccount(caller.accountKey)) !== null,
    files: () => openExportedFiles(context, listSubmissionPages(context, caller)),
  }
}

async function* listAuditPages(context: Context, caller: Caller): AsyncGenerator<AuditEntry[]> {
  let cursor: string | undefined
  do {
    const page = await listAudit(context, caller, { limit: AUDIT_PAGE_SIZE, cursor })
    if (page.kind === 'refused') return
    yield page.entries
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

async function* listForms(context: Context, caller: Caller, now: Date): AsyncGenerator<FormView[]> {
  for await (const page of listOwnedPages(context, caller, { kind: 'form', now })) {
    yield await loadFormStats(context, page, now)
  }
}

async function* listOwnedPages(
  context: Context,
  caller: Caller,
  which: { kind: EndpointKind; now: Date },
): AsyncGenerator<OwnedView[]> {
  const all = { ...which, state: null, called: null, limit: PAGE_SIZE } as const
  let cursor: string | undefined
  do {
    const page = await listOwned(context, caller, { ...all, cursor })
    if (page.kind === 'refused') return
    yield page.views
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

async function* listMessagePages(context: Context, queueKey: number): AsyncGenerator<MessageView[]> {
  let after = 0
  for (;;) {
    const messages = await context.store.queues.list({ queueKey, after, limit: PAGE_SIZE })
    const last = messages.at(-1)
    if (!last) return
    yield messages.map((message) => toMessageView(context, message))
    after = last.key
  }
}

async function* listSubmissionPages(context: Context, caller: Caller): AsyncGenerator<SubmissionView[]> {
  const everything = {
    endpointId: null,
    folders: FOLDERS,
    terms: [],
    unread: null,
    after: null,
    before: null,
    tests: 'included',
  } as const
  const found = await exportSubmissions(context, caller, everything)
  if (found.kind !== 'refused') yield* found.pages()
}

async function* listExportedSubmissions(
  context: Context,
  caller: Caller,
): AsyncGenerator<ExportedSubmission[]> {
  for await (const page of listSubmissionPages(context, caller)) {
    const listed = await listManyDeliveries(
      context,
      caller,
      page.map(({ id }) => id),
    )
    yield page.flatMap((submission) => {
      const found = listed.get(submission.id)
      // None where it was deleted while the export was read.
      return found ? [{ submission, ...found }] : []
    })
  }
}
