/** A waiting time in words: `later` is "in 3 minutes", `span` is "3 minutes". */
export type Wait = { later: string; span: string }

/**
 * Every sentence for the visitors of a form, and for those who are asked about one, in one language. What stands between backticks is shown as code.
 * A visitor is seldom the developer: `owner` sentences are for the latter and stand apart.
 */
export type VisitorWords = {
  footer: string
  thanks: {
    title: string
    text: string
    back: string
    /** Where no page is known to go back to. */
    close: string
  }
  refusal: Record<RefusalCase, { title: string; text: string; owner: string | null }>
  refusalPage: {
    /** What was typed is still there. */
    inputKept: string
    /** The label of a link to the page of the form, where what was typed is gone. */
    reload: string
    field: string
    tryAgain(wait: Wait): string
    tryLater: string
    forOwner: string
    details: string
    code: string
    request: string
  }
  formInfo: {
    title: string
    text: string
    state: Record<'unclaimed' | 'claimed' | 'frozen', string>
    inPage: string
    onCommandLine: string
    dryRun: string
    example: { email: string; message: string; send: string; hello: string; leaveEmpty: string }
  }
  /** For the owner of a mailbox that shall get the emails of somebody's endpoint. Mailboxes are hints such as `j***@a***.org`. */
  destination: {
    asked: {
      title: string
      text(hints: { mailbox: string; owner: string }): string
      consent: string
      confirm: string
      decline: string
      /** What the second button does. */
      declineEffect: string
    }
    confirmed: { title: string; text(mailbox: string): string; stop: string }
    gone: { title: string; text: string }
    /** It had not said yes, and is not asked again. */
    refused: { title: string; text: string }
  }
  signIn: SignInWords
}

/** What owners read on their way in and out. */
export type SignInWords = {
  ask: {
    title: string
    text: string
    email: string
    send: string
    notAnAddress: string
    tooOften(wait: Wait): string
  }
  sent: {
    title: string
    text: string
    code: string
    submit: string
    wrongCode: string
    nothingCame: string
    again: string
    /** Where no mail server is set, and emails stay on this machine. */
    keptHere: string
    toEmails: string
  }
  /** The link of the email. */
  link: { title: string; text: string; button: string }
  /** The same in a browser that did not ask for it. */
  otherBrowser: {
    title: string
    signIn: string
    confirm: string
    device: string
    time: string
    unknownDevice: string
    ifNotYou: string
  }
  /** The link of an email that lets who is signed in confirm it. */
  confirm: { title: string; text: string; button: string; doneTitle: string; doneText: string }
  deadLink: { title: string; text: string; again: string }
  signedOut: { title: string; text: string; again: string }
}

/** Refusals as a visitor can tell them apart; many codes share one. */
export type RefusalCase =
  | 'empty'
  | 'field'
  | 'tooManyFields'
  | 'file'
  | 'tooLarge'
  | 'unreadable'
  | 'refused'
  | 'elsewhere'
  | 'inProgress'
  | 'wait'
  | 'frozen'
  | 'monthlyQuota'
  | 'expired'
  | 'retired'
  | 'formNotFound'
  | 'pageNotFound'
  | 'notStored'
  | 'unsure'
