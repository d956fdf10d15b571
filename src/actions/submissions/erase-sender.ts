import type { Actor } from '../../domain/accounts/audit.ts'
import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import { FOLDERS_AND_TRASH } from '../../domain/submissions/folder.ts'
import type { FoundSubmission } from '../../store/submissions/erasure.ts'
import type { Context } from '../context.ts'

/** Submissions per page of an account. */
const PAGE_SIZE = 500
/** Selects every submission of an account. */
const EVERYTHING = {
  endpointId: null,
  folders: FOLDERS_AND_TRASH,
  unread: null,
  after: null,
  before: null,
  terms: [],
}

type EraseContext = Pick<Context, 'store' | 'keys'>

/** Number of submissions that the address sent, or that contain it in any field, by form. */
export type Erasure = {
  forms: readonly { id: string; name: string | null; submissions: number; files: number }[]
  submissions: number
  files: number
  /** Number of further submissions that have the address in another field than the one that names the sender. */
  elsewhere: number
  /** Number of submissions that could not be searched, because they are stored encrypted. */
  encrypted: number
}

/** `account`: the forms of one account. `instance`: all forms, also those that nobody has claimed. */
export type ErasureScope = { kind: 'account'; accountKey: number } | { kind: 'instance' }

type ErasureRequest = {
  /** As `readSenderAddress` returns it. */
  address: string
  /** True: also where the address is in another field. */
  everywhere: boolean
  scope: ErasureScope
  /** The owner who asks for it, or the operator. */
  by: { kind: 'owner'; actor: Actor } | { kind: 'operator'; operator: Operator }
  isDryRun: boolean
  now: Date
}

/**
 * Finds the submissions that this address sent, or that have it in any field, and deletes them for good unless it is a dry run. What arrives
 * after it began is not found. An account has one at a time: others wait.
 */
export function eraseSender(context: EraseContext, request: ErasureRequest): Promise<Erasure> {
  const { scope } = request
  return scope.kind === 'account'
    ? context.store.erasure.inTurn(scope.accountKey, () => erase(context, request))
    : erase(context, request)
}

async function erase(context: EraseContext, request: ErasureRequest): Promise<Erasure> {
  const { store, keys } = context
  const { address, everywhere, scope, by, now } = request
  const found = await findFrom(context, { address, everywhere, scope })
  const submissionKeys = found.rows.map(({ key }) => key)
  const { elsewhere, encrypted } = found
  if (request.isDryRun) {
    const files = await countFiles(context, submissionKeys)
    return summarize(context, { rows: found.rows, files, elsewhere, encrypted })
  }
  const erased = await store.erasure.delete({
    keys: submissionKeys,
    accountKey: scope.kind === 'account' ? scope.accountKey : null,
    by: by.kind === 'owner' ? by.actor : null,
    operator: by.kind === 'operator' ? toOperatorName(by.operator) : null,
    subject: keys.mailboxKey(canonicalMailbox(address)),
    now,
  })
  const files = new Map<number, number>()
  for (const row of erased) files.set(row.endpointKey, (files.get(row.endpointKey) ?? 0) + row.files)
  return summarize(context, { rows: erased, files, elsewhere, encrypted })
}

async function summarize(
  { store }: EraseContext,
  {
    rows,
    files,
    ...others
  }: {
    rows: readonly FoundSubmission[]
    files: ReadonlyMap<number, number>
    elsewhere: number
    encrypted: number
  },
): Promise<Erasure> {
  const byForm = Map.groupBy(rows, ({ endpointKey }) => endpointKey)
  const forms = await store.erasure.loadForms([...byForm.keys()])
  return {
    forms: [...byForm].flatMap(([key, { length }]) => {
      const form = forms.get(key)
      return form ? [{ ...form, submissions: length, files: files.get(key) ?? 0 }] : []
    }),
    submissions: rows.length,
    files: [...files.values()].reduce((sum, count) => sum + count, 0),
    ...others,
  }
}

async function findFrom(
  context: EraseContext,
  { scope, ...sought }: Pick<ErasureRequest, 'address' | 'everywhere' | 'scope'>,
): Promise<{ rows: FoundSubmission[]; elsewhere: number; encrypted: number }> {
  const rows: FoundSubmission[] = []
  let elsewhere = 0
  let encrypted = 0
  for await (const keys of listPages(context, scope)) {
    const page = await context.store.erasure.search({ keys, ...sought })
    elsewhere += page.elsewhere
    encrypted += page.encrypted
    for (const row of page.found) rows.push(row)
  }
  return { rows, elsewhere, encrypted }
}

/** Lists the keys of all submissions. */
async function* listPages({ store }: EraseContext, scope: ErasureScope): AsyncGenerator<readonly number[]> {
  if (scope.kind === 'instance') {
    let after: number | undefined = 0
    while (after !== undefined) {
      const keys = await store.erasure.listKeysAfter({ after, limit: PAGE_SIZE })
      yield keys
      after = keys.at(-1)
    }
    return
  }
  let olderThan: number | null = null
  do {
    const selected = { ...EVERYTHING, accountKey: scope.accountKey, limit: PAGE_SIZE, olderThan }
    const { keys, next }: { keys: readonly number[]; next: number | null } =
      await store.inbox.listKeys(selected)
    yield keys
    olderThan = next
  } while (olderThan !== null)
}

/** Counts the files of these submissions, by the key of their form. */
async function countFiles({ store }: EraseContext, keys: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (let at = 0; at < keys.length; at += PAGE_SIZE) {
    const page = await store.erasure.countFiles(keys.slice(at, at + PAGE_SIZE))
    for (const [key, count] of page) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}
