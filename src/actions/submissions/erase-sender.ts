import type { Actor } from '../../domain/accounts/audit.ts'
import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import { isSentBy } from '../../domain/submissions/erasure.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { FOLDERS_AND_TRASH } from '../../domain/submissions/folder.ts'
import type { SearchedForSender } from '../../store/submissions/erasure.ts'
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

/** Number of submissions that contain the address, by form. */
export type Erasure = {
  forms: readonly { id: string; name: string | null; submissions: number; files: number }[]
  submissions: number
  files: number
  /** Number of submissions that could not be searched, because they are stored encrypted. */
  encrypted: number
}

/** `account`: the forms of one account. `instance`: all forms, also those that nobody has claimed. */
export type ErasureScope = { kind: 'account'; accountKey: number } | { kind: 'instance' }

/**
 * Finds the submissions with a value that is this address, and deletes them for good unless it is a dry run. What arrives
 * after it began is not found.
 *
 * @param request.address as `readSenderAddress` returns it
 * @param request.by the owner who asks for it, or the operator
 */
export async function eraseSender(
  context: EraseContext,
  request: {
    address: string
    scope: ErasureScope
    by: { kind: 'owner'; actor: Actor } | { kind: 'operator'; operator: Operator }
    isDryRun: boolean
    now: Date
  },
): Promise<Erasure> {
  const { store, keys } = context
  const { address, scope, by, now } = request
  const found = await findFrom(context, { address, scope })
  const submissionKeys = found.rows.map(({ key }) => key)
  const byForm = Map.groupBy(found.rows, ({ endpointKey }) => endpointKey)
  const forms = await store.erasure.loadForms([...byForm.keys()])
  const files = await countFiles(context, submissionKeys)
  const counted = [...byForm].flatMap(([key, rows]) => {
    const form = forms.get(key)
    return form ? [{ ...form, submissions: rows.length, files: files.get(key) ?? 0 }] : []
  })
  const erasure: Erasure = {
    forms: counted.map(({ id, name, submissions, files }) => ({ id, name, submissions, files })),
    submissions: submissionKeys.length,
    files: [...files.values()].reduce((sum, count) => sum + count, 0),
    encrypted: found.encrypted,
  }
  if (request.isDryRun) return erasure
  const ofAccounts = Map.groupBy(counted, ({ accountKey }) => accountKey)
  const accounts = [...ofAccounts].flatMap(([key, list]) =>
    key === null ? [] : [{ key, submissions: list.reduce((sum, { submissions }) => sum + submissions, 0) }],
  )
  await store.erasure.record({
    accounts,
    by: by.kind === 'owner' ? by.actor : null,
    operator: by.kind === 'operator' ? toOperatorName(by.operator) : null,
    subject: keys.mailboxKey(canonicalMailbox(address)),
    detail: `${erasure.submissions} submissions, ${erasure.files} files, ${erasure.forms.length} forms`,
    now,
  })
  await store.erasure.delete({
    keys: submissionKeys,
    accountKey: scope.kind === 'account' ? scope.accountKey : null,
    accounts: accounts.map(({ key }) => key),
  })
  return erasure
}

async function findFrom(
  context: EraseContext,
  { address, scope }: { address: string; scope: ErasureScope },
): Promise<{ rows: SearchedForSender[]; encrypted: number }> {
  const rows: SearchedForSender[] = []
  let encrypted = 0
  for await (const page of readPages(context, { address, scope })) {
    encrypted += page.filter(({ isEncrypted }) => isEncrypted).length
    for (const row of page) {
      if (row.text !== null && isSentBy(parseStoredFields(row.text), address))
        rows.push({ ...row, text: null })
    }
  }
  return { rows, encrypted }
}

async function* readPages(
  { store }: EraseContext,
  { address, scope }: { address: string; scope: ErasureScope },
): AsyncGenerator<SearchedForSender[]> {
  if (scope.kind === 'instance') {
    let after = 0
    for (;;) {
      const page = await store.erasure.readAfter({ after, address })
      const last = page.at(-1)
      if (!last) return
      yield page
      after = last.key
    }
  }
  let olderThan: number | null = null
  do {
    const selected = { ...EVERYTHING, accountKey: scope.accountKey, limit: PAGE_SIZE, olderThan }
    const { keys, next }: { keys: readonly number[]; next: number | null } =
      await store.inbox.listKeys(selected)
    yield await store.erasure.readByKeys({ keys, address })
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
