import type { SmtpFailure } from '../mailer.ts'
import type { Stage, StageWatch } from './smtp-stage.ts'

/** Longest answer of a server that is kept, in characters. */
const TEXT_CHARACTERS = 300
/** What is looked at of an answer, in characters: a hostile server may send a megabyte. */
const READ_CHARACTERS = 1000

/** An error of Nodemailer's connection. */
export type SmtpError = Error & {
  /** Nodemailer's own code; `originalCode` is that of the system or of TLS. */
  code?: string | undefined
  originalCode?: string | undefined
  command?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
}

/** Says of an error which step of the conversation failed and how. */
export function failureOf(error: SmtpError, watch: StageWatch): SmtpFailure {
  return {
    stage: failedStage(error, watch),
    code: error.responseCode ?? null,
    text: oneLine(error.response ?? (error.message || (error.originalCode ?? 'no reason given'))),
  }
}

/** One line of at most 300 characters without mail addresses: what may be stored, shown and logged. */
export function oneLine(answer: string): string {
  const beginning =
    answer.length > READ_CHARACTERS ? answer.slice(0, READ_CHARACTERS).replace(/\S*$/, '') : answer
  return beginning
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/<[^<> ]*(?:@|%40)[^<> ]*>/gi, '<…>')
    .replace(/[^\s<>()[\]{}:;,"']+(?:@|%40)[^\s<>()[\]{}:;,"']+/gi, '…')
    .trim()
    .slice(0, TEXT_CHARACTERS)
}

function failedStage(error: SmtpError, watch: StageWatch): Stage {
  // NOTE: with PIPELINING an error is told after later commands were answered too, so its own command counts first.
  switch (error.command) {
    case 'MAIL FROM':
      return 'mail_from'
    case 'RCPT TO':
      return 'rcpt_to'
  }
  const stage = error.responseCode ? watch.answered() : watch.pending()
  return stage === 'connect' && isTlsError(error) ? 'tls' : stage
}

/** TLS from the first byte (smtps) fails inside connecting; its codes do not look like those of the system. */
function isTlsError(error: SmtpError): boolean {
  const code = error.originalCode ?? ''
  return code === 'EPROTO' || (code !== '' && !/^E(AI_)?[A-Z0-9]+$/.test(code))
}
