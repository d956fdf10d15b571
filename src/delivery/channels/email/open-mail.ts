import path from 'node:path'
import type { Config } from '../../../config/config.ts'
import { BOUNCE_VENDORS } from '../../../domain/outbox/bounce-vendors.ts'
import type { EmbeddedMailbox } from './embedded-mailbox.ts'
import type { Mailer } from './mailer.ts'
import type { SmtpTimeouts } from './smtp/smtp-server.ts'

/** Mailer of the service; `emailBox` is null with a mail server, and else the mailer itself. */
export type Mail = { mailer: Mailer; emailBox: EmbeddedMailbox | null }

/** Opens the mailer to the operator's server, or the embedded mailbox without one. The other one is not loaded. */
export async function openMail(
  { smtp, dkim, bounces, dataDir }: Pick<Config, 'smtp' | 'dkim' | 'bounces' | 'dataDir'>,
  timeouts: Partial<SmtpTimeouts>,
): Promise<Mail> {
  if (smtp) {
    const { openSmtpMailer } = await import('./smtp/smtp-mailer.ts')
    return {
      mailer: openSmtpMailer({
        ...{ smtp, dkim, timeouts, bounceAddress: bounces.address },
        vendors: BOUNCE_VENDORS.filter((vendor) => bounces.vendors[vendor] !== undefined),
      }),
      emailBox: null,
    }
  }
  const { MAILBOX_NAME, openEmbeddedMailbox } = await import('./embedded-mailbox.ts')
  const emailBox = openEmbeddedMailbox(path.join(dataDir, MAILBOX_NAME))
  return { mailer: emailBox, emailBox }
}
