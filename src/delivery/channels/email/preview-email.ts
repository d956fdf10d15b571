import { type EndpointFacts, isConfirmed } from '../../../domain/endpoints/endpoint.ts'
import { chooseAttachments } from '../../../domain/files/email-attachments.ts'
import { EMAIL_LINK_DAYS } from '../../../domain/files/stored-file.ts'
import { DEFAULT_LANGUAGE } from '../../../domain/language.ts'
import type { EmailPreview } from '../../../domain/outbox/email-preview.ts'
import { DAY, later } from '../../../domain/time.ts'
import { type ListedFile, printFiles, toLinkState } from './files/file-list.ts'
import { digestContents } from './templates/digest-email.ts'
import type { Email, Sender } from './templates/email.ts'
import { gatheredContents, inFormatOfForm } from './templates/gathered-email.ts'
import type { NoticeContents } from './templates/notice-contents.ts'
import { composeNotice } from './templates/notice-email.ts'
import type { PrintedFiles } from './templates/printed-files.ts'
import { composeSubmissionEmail } from './templates/submission-email.ts'

/** Replaces the token in the links of a preview, which lead nowhere. */
const NO_TOKEN = 'preview'
const ATTACHED = { kind: 'attached' } as const

/**
 * Composes an email as the endpoint would send it now. `claim`: as its first email, before the endpoint was claimed.
 */
export function previewEmail(sender: Sender, about: EmailPreview): Email {
  const { kind, submission } = about
  const confirmed = isConfirmed(about.endpoint)
  const { base } = sender
  const common = {
    ...sender,
    submission,
    language: about.endpoint.language ?? DEFAULT_LANGUAGE,
    addressee: { kind: 'recipient' },
    ordinal: 0,
    resends: 0,
    deliveryCreatedAt: submission.receivedAt,
    conversation: null,
    bounceToken: null,
  } as const
  switch (kind) {
    case 'digest':
      return previewDigest(sender, about)
    case 'spam_digest':
      return previewSpamDigest(sender, about)
    case 'claim':
      return composeSubmissionEmail({
        ...common,
        kind,
        endpoint: { ...about.endpoint, claimedAt: null, confirmedAt: null, acceptedCount: 1 },
        state: 'unclaimed',
        claimUrl: `${base}/claim/${NO_TOKEN}`,
        dashboardUrl: null,
        snoozeUrl: null,
        stopUrl: `${base}/disown/${NO_TOKEN}`,
        files: null,
      })
    case 'submission':
      return composeSubmissionEmail({
        ...common,
        kind,
        endpoint: about.endpoint,
        state: 'claimed',
        claimUrl: confirmed ? null : `${base}/claim/${NO_TOKEN}`,
        dashboardUrl: `${base}/app/inbox/${submission.id}`,
        snoozeUrl: confirmed ? `${base}/snooze/${NO_TOKEN}` : null,
        stopUrl: `${base}/${confirmed ? 'emails' : 'disown'}/${NO_TOKEN}`,
        files: submission.files.length === 0 ? null : previewFiles(base, about),
      })
  }
}

function previewDigest(
  sender: Sender,
  { endpoint, submissions, submission, now }: Parameters<typeof previewEmail>[1],
): Email {
  const { base } = sender
  const named = submissions.map(({ files, ...one }) => ({ ...one, fileCount: files.length })).toReversed()
  const contents = gatheredContents({
    ...{ endpoint, base },
    language: endpoint.language ?? DEFAULT_LANGUAGE,
    because: 'mode',
    gathered: { count: named.length, named },
    // The instance cannot read what it stores encrypted.
    withContent: endpoint.settings.store === 'plain',
    toSubmissionUrl: () => `${base}/app/inbox/${submission.id}`,
    snoozeUrl: `${base}/snooze/${NO_TOKEN}`,
    stopUrl: `${base}/emails/${NO_TOKEN}`,
  })
  return inFormatOfForm(previewNotice(contents, { sender, endpoint, now }), endpoint)
}

/** Composes the weekly email about the spam folder, of the spam of one form. */
function previewSpamDigest(
  sender: Sender,
  { endpoint, submissions, now }: Parameters<typeof previewEmail>[1],
): Email {
  const { base } = sender
  const contents = digestContents({
    language: endpoint.language ?? DEFAULT_LANGUAGE,
    forms: [{ endpointId: endpoint.id, count: submissions.length }],
    endpoints: [endpoint],
    newest: submissions,
    stopUrl: `${base}/digest/${NO_TOKEN}`,
    base,
  })
  return previewNotice(contents, { sender, endpoint, now })
}

function previewNotice(
  contents: NoticeContents,
  { sender, endpoint, now }: { sender: Sender; endpoint: EndpointFacts; now: Date },
): Email {
  const { recipient: to } = endpoint
  return composeNotice(contents, { sender, to, id: NO_TOKEN, createdAt: now, bounceToken: NO_TOKEN })
}

function previewFiles(
  base: string,
  { endpoint, submission: { files }, isScanRequired, now }: Parameters<typeof previewEmail>[1],
): PrintedFiles {
  const attached = endpoint.settings.files.attach ? chooseAttachments(files, { isScanRequired }) : []
  const url = `${base}/files/${NO_TOKEN}`
  const listed = files.map((file): ListedFile => {
    const state = attached.includes(file) ? ATTACHED : toLinkState(file, { url, isScanRequired })
    return { name: file.name, bytes: file.bytes, state }
  })
  const language = endpoint.language ?? DEFAULT_LANGUAGE
  const linksEndAt = later(now, EMAIL_LINK_DAYS * DAY)
  return { ...printFiles({ language, files: listed, linksEndAt, isOwner: true }), attachments: [] }
}
