import type { Refusal, Refused } from '../../domain/refusal.ts'
import { hasReceipt, type Receipt, toReceipt } from '../../domain/submissions/receipt.ts'
import type { Context } from '../context.ts'

const UNKNOWN: Refusal = { code: 'token_not_found' }
const GONE: Refusal = { code: 'receipt_gone' }

/** Shows the receipt that this token belongs to; changes nothing. */
export async function getReceipt(
  context: Context,
  request: { token: string; now: Date },
): Promise<Receipt | Refused> {
  const { token, now } = request
  const key = context.keys.verifyReceiptToken(token)
  if (key === null) return { kind: 'refused', refusal: UNKNOWN }
  const found = await context.store.receipts.find(key)
  if (!found || !hasReceipt(found, now)) return { kind: 'refused', refusal: GONE }
  return toReceipt(
    { ...found, keepsEmails: context.keepsEmails, chance: context.keys.receiptChance(key) },
    now,
  )
}

/** Withdraws the submission of this receipt, for whoever has its link. */
export async function withdrawSubmission(
  context: Context,
  request: { token: string; now: Date },
): Promise<Receipt | Refused> {
  const { token, now } = request
  const submissionKey = context.keys.verifyReceiptToken(token)
  if (submissionKey === null) return { kind: 'refused', refusal: UNKNOWN }
  const outcome = await context.store.receipts.withdraw({ submissionKey, now })
  switch (outcome) {
    case 'withdrawn':
      return getReceipt(context, request)
    case 'over':
      return { kind: 'refused', refusal: { code: 'withdrawal_over' } }
    case 'gone':
      return { kind: 'refused', refusal: GONE }
  }
}
