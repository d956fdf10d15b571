import type { BounceVendorName } from '../../../../../domain/outbox/bounce-vendors.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import { resend } from './resend.ts'
import { ses } from './ses.ts'
import type { BounceVendor } from './vendor.ts'

/** Mail providers by the names in their webhook URLs. */
export const VENDORS: Readonly<Record<BounceVendorName, BounceVendor>> = { ses, postmark, mailgun, resend }
