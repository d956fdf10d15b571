import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Posted } from '../mailer.ts'
import { failureOf, oneLine, type SmtpError } from './smtp-failure.ts'
import type { SmtpServer } from './smtp-server.ts'
import { watchStage } from './smtp-stage.ts'

/** One mailbox it comes from, one it goes to, and the bytes. */
export type SealedEmail = { from: string; to: string; message: Buffer }

/** One connection to the server. Every step ends when `limit` does; the connection then falls. */
export type Session = {
  /** Connects, secures and signs in. */
  open(limit: AbortSignal): Promise<Step<null>>
  /** Whether a session that was kept can carry another email; asks the server (RSET). */
  ready(limit: AbortSignal): Promise<boolean>
  post(email: SealedEmail, limit: AbortSignal): Promise<Posted>
  /** Whether the connection stands and may be kept for another email. */
  stands(): boolean
  /** Emails tried on it. */
  emails(): number
  /** Takes leave (QUIT); the connection falls when the server answers or its time is over. */
  leave(): void
  /** Lets the connection fall at once. */
  close(): void
}

type Step<T> = { kind: 'done'; value: T } | Extract<Posted, { kind: 'failed' }>

/** How long a server may take to answer QUIT, in milliseconds. */
const QUIT_MILLISECONDS = 2000

/**
 * A conversation with an SMTP server. Nodemailer's pool is not used: it repeats an email on another connection
 * unasked, and does not tell what its errors leave open, whether the email may have arrived.
 */
export function newSession(server: SmtpServer): Session {
  const watch = watchStage()
  const connection = new SMTPConnection({ ...server.connection, logger: watch.logger, transactionLog: true })
  let stands = true
  let emails = 0
  connection.once('end', () => {
    stands = false
  })
  // NOTE: an idle connection that is lost tells so by `error`, which without a listener would end the process.
  connection.on('error', () => {
    stands = false
  })

  async function step<T>(
    limit: AbortSignal,
    begin: (done: (error?: SmtpError | null, value?: T) => void) => void,
  ): Promise<Step<T | null>> {
    const { promise, resolve } = Promise.withResolvers<Step<T | null>>()
    const fail = (error: SmtpError) => resolve({ kind: 'failed', failure: failureOf(error, watch) })
    const late = () => {
      fail(new Error('no answer in time'))
      connection.close()
    }
    // The error that explains an end comes right after it.
    const ended = () => setImmediate(fail, new Error('the connection was closed'))
    connection.once('error', fail).once('end', ended)
    limit.addEventListener('abort', late, { once: true })
    if (limit.aborted) late()
    else begin((error, value) => (error ? fail(error) : resolve({ kind: 'done', value: value ?? null })))
    const outcome = await promise
    connection.off('error', fail).off('end', ended)
    limit.removeEventListener('abort', late)
    return outcome
  }

  return {
    async open(limit) {
      const greeted = await step<null>(limit, (done) => connection.connect(done))
      if (greeted.kind === 'failed' || server.login === null || !connection.allowsAuth) return greeted
      const login = server.login
      const signedIn = await step<boolean>(limit, (done) => connection.login({ credentials: login }, done))
      return signedIn.kind === 'failed' ? signedIn : greeted
    },

    async ready(limit) {
      if (!stands) return false
      const reset = await step<boolean>(limit, (done) => connection.reset(done))
      return reset.kind === 'done'
    },

    async post(email, limit) {
      emails += 1
      const envelope = { from: email.from, to: [email.to] }
      const sent = await step<{ response: string }>(limit, (done) =>
        connection.send(envelope, email.message, done),
      )
      // Half an email may still stand in the socket: what follows would be read as part of it.
      const whole = watch.answered() !== 'data'
      if (!whole) connection.close()
      if (sent.kind === 'failed') return sent
      if (!whole) {
        const text = 'the server answered before it had the whole email'
        return { kind: 'failed', failure: { stage: 'data', code: null, text } }
      }
      return { kind: 'accepted', answer: oneLine(sent.value?.response ?? '') }
    },

    stands: () => stands,
    emails: () => emails,
    leave() {
      if (!stands) return
      const impatience = setTimeout(() => connection.close(), QUIT_MILLISECONDS)
      connection.once('end', () => clearTimeout(impatience))
      connection.quit()
    },
    close: () => connection.close(),
  }
}
