import { rm } from 'node:fs/promises'
import { createOwnerCaller } from '../actions/accounts/caller.ts'
import { exportAccount } from '../actions/accounts/export-account.ts'
import { eraseAccount } from '../actions/operator/erase-account.ts'
import { type Erasure, eraseSender } from '../actions/submissions/erase-sender.ts'
import type { Config } from '../config/config.ts'
import { mailboxIdentity, readPlainAddress } from '../domain/accounts/mailbox.ts'
import type { Keys } from '../domain/keys.ts'
import { readSenderAddress } from '../domain/submissions/erasure.ts'
import { zipAccount } from '../http/accounts/account-export.ts'
import { erasureBody } from '../http/submissions/erasure.ts'
import { toTerminalLine } from '../markup/terminal-text.ts'
import type { Store } from '../store/store.ts'
import { type NewFile, openNewFile } from './new-file.ts'
import { createOwnerContext } from './owner-context.ts'
import { withStore } from './with-store.ts'

type Result = { output: string; done: boolean }
type Parts = { store: Store; keys: Keys }

const OPERATOR = { kind: 'command' } as const
const NOT_COVERED = [
  'Not covered: copies that were delivered by email, webhook or chat, exports, and backups.',
  'Files are gone from the disk within two hours.',
]

/**
 * Finds everything that a person sent by their address, and deletes it with `isAgreed`, even while the service is running. The
 * receipt names no address and no content.
 */
export async function eraseAddress(
  config: Config,
  request: {
    address: string
    everywhere: boolean
    owner: string | null
    isAgreed: boolean
    receipt: string | null
    now: Date
  },
): Promise<Result> {
  const { now, isAgreed, receipt } = request
  const address = readSenderAddress(request.address)
  if (address === null) return failed(`"${request.address}" is not an email address.`)
  // Opened before anything is deleted, so that no receipt gets lost.
  const opened = isAgreed && receipt !== null ? await openNewFile(receipt) : null
  if (typeof opened === 'string') return failed(opened)
  let result: string | Result
  try {
    result = await withStore(config, now, (parts) => erase(parts, { ...request, address, file: opened }))
  } finally {
    await opened?.close()
  }
  const { output, done } = typeof result === 'string' ? failed(result) : result
  if (!done && receipt !== null && opened) await rm(receipt, { force: true })
  return { output, done }
}

async function erase(
  { store, keys }: Parts,
  request: {
    address: string
    everywhere: boolean
    owner: string | null
    isAgreed: boolean
    file: NewFile | null
    now: Date
  },
): Promise<Result> {
  const { address, everywhere, owner, isAgreed, file, now } = request
  const account = owner === null ? null : await store.plans.findOwner(mailboxIdentity(owner))
  if (owner !== null && !account) return failed(`${owner} has no account.`)
  const isDryRun = !isAgreed
  const erasure = await eraseSender(
    { store, keys },
    {
      ...{ address, everywhere, isDryRun, now },
      scope: account ? { kind: 'account', accountKey: account.key } : { kind: 'instance' },
      by: { kind: 'operator', operator: OPERATOR },
    },
  )
  const body = erasureBody(erasure, { address, isDryRun, now })
  await file?.write(`${JSON.stringify({ ...body, scope: account ? 'owner' : 'instance' }, null, 2)}\n`)
  return { output: describe(erasure, isDryRun), done: true }
}

function describe({ forms, submissions, files, elsewhere, encrypted }: Erasure, isDryRun: boolean): string {
  const listed = forms.map(
    (form) =>
      `  ${form.id}  ${count(form.submissions, 'submission')}, ${count(form.files, 'file')}${form.name === null ? '' : `  ${toTerminalLine(form.name)}`}`,
  )
  const others = [
    ...(elsewhere === 0
      ? []
      : [`${elsewhere} more have the address in another field than that of the sender: see --everywhere.`]),
    ...(encrypted === 0 ? [] : [`Stored encrypted, and not searched: ${count(encrypted, 'submission')}.`]),
  ]
  const total = `${count(submissions, 'submission')} with ${count(files, 'file')} in ${count(forms.length, 'form')}`
  if (submissions === 0) return ['No submission was sent by this address.', ...others].join('\n')
  return isDryRun
    ? [...listed, `Found ${total}. Nothing was deleted: add --yes to delete them.`, ...others].join('\n')
    : [...listed, `Deleted ${total}.`, ...others, ...NOT_COVERED].join('\n')
}

/** Deletes the account of an owner with `isAgreed`, after its export is written. */
export async function eraseOwner(
  config: Config,
  request: { mailbox: string; isAgreed: boolean; exportFile: string | null; now: Date },
): Promise<Result> {
  const { isAgreed, exportFile, now } = request
  const mailbox = readPlainAddress(request.mailbox)
  if (mailbox === null) return failed(`"${request.mailbox}" is not an email address.`)
  const result = await withStore(config, now, async ({ store, keys }): Promise<Result> => {
    const owner = await store.plans.findOwner(mailboxIdentity(mailbox))
    const account = owner && (await store.accounts.findAccount(owner.key))
    if (!owner || !account) return failed(`${mailbox} has no account.`)
    const holds = `${count(account.endpoints, 'endpoint')}, which accepted ${count(account.submissions, 'submission')}`
    if (!isAgreed || exportFile === null) {
      return {
        output: `The account has ${holds}. Nothing was deleted: add --export <file.zip> --yes to write an export and then delete everything.`,
        done: !isAgreed,
      }
    }
    const file = await openNewFile(exportFile)
    if (typeof file === 'string') return failed(file)
    await using _ = file
    const context = await createOwnerContext(config, { store, keys, now })
    const found = await exportAccount(context, createOwnerCaller(owner, now), now)
    if (!found) return failed(`${mailbox} has no account.`)
    for await (const piece of zipAccount(found, { keys, terms: context, base: config.baseUrl ?? '' }, now)) {
      await file.write(piece)
    }
    await file.flush()
    await eraseAccount({ store, keys }, { accountKey: owner.key, mailbox, operator: OPERATOR, now })
    return { output: `Deleted the account with ${holds}. The export is in ${exportFile}.`, done: true }
  })
  return typeof result === 'string' ? failed(result) : result
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function failed(output: string): Result {
  return { output, done: false }
}
