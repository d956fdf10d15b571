import type { EndpointKind, KeyedKind } from '../../../../domain/endpoints/kind.ts'
import type { MailedFinding } from '../../../../domain/health/finding.ts'

/** All sentences of the emails that carry no submission, in one language. Numbers and times are formatted. */
export type NoticeWords = {
  /** Button of the email that an endpoint was created for somebody who did not want it. */
  decline: string
  sentBy(service: string, base: string): string
  viewUsage: string
  signIn: {
    subject(service: string): string
    opening(base: string): string
    button: string
    notYou: string
    /** First line of this email and of the one that confirms. */
    preview(minutes: string): string
    codeLabel: string
    /** `device` is a browser, such as "Firefox · Linux"; empty if unknown. */
    requested(request: { time: string; device: string; minutes: string }): string
  }
  confirm: {
    subject(service: string): string
    heading: string
    opening(base: string): string
    button: string
    notYou(signInUrl: string): string
  }
  claim: {
    firstUse(use: { id: string; time: string }): string
    /** Introduces the name of the first event. */
    firstEvent: string
    kinds: Readonly<
      Record<
        KeyedKind,
        {
          heading: string
          /** First line: why this email comes. */
          preview: string
          opening: string
          button: string
          limits(limits: { cap: string; days: string }): string
        }
      >
    >
  }
  destination: {
    heading: string
    preview: string
    opening(base: string): string
    form(form: { id: string; owner: string }): string
    button: string
    note: string
    stop: string
  }
  stopped: {
    heading(name: string): string
    preview: string
    opening(about: { id: string; base: string }): string
    continues: Readonly<Record<EndpointKind, string>>
    /** The effect for a destination. */
    noLongerSent: string
    ifYou: string
    button: string
    note: string
  }
  health: {
    heading(name: string): string
    preview: string
    opening(about: { id: string; base: string }): string
    /** Sentences that say what is wrong and what to do about it. */
    findings: Readonly<Record<MailedFinding['code'], string>>
    /** Labels of the facts about a finding. */
    field: string
    lastSent: string
    missing: string
    before: string
    since: string
    refused: string
    inSpam: string
    button: string
    note: string
  }
  quota: {
    /** "50 submissions", and what happens once the quota is used up. */
    kinds: Readonly<Record<EndpointKind, { amount(digits: string, count: number): string; refused: string }>>
    reached(name: string, amount: string): string
    reachedByYou(amount: string): string
    used(use: { name: string; percent: string; amount: string }): string
    usedByYou(use: { percent: string; amount: string }): string
    previewReached(time: string): string
    previewUsed(time: string): string
    includesForForm(quota: { amount: string; id: string; base: string }): string
    includesForAccount(quota: { amount: string; base: string }): string
    thenRefused: string
    resets(reset: { time: string; base: string }): string
    noteForForm: string
    noteForAccount: string
  }
  /** The weekly email about the spam folder. */
  digest: {
    /** "1 message in your spam folder", and so on; also the subject. */
    heading(digits: string, count: number): string
    preview: string
    opening: string
    /** Number of messages of a form. */
    messages(digits: string, count: number): string
    /** In place of the number of forms that are not listed: "3 more forms". */
    otherForms(digits: string, count: number): string
    /** Above the newest messages. */
    newest: string
    /** In place of a message without any text. */
    noText: string
    button: string
    note: string
    stop: string
  }
  plan: {
    newPlan(change: { service: string; plan: string }): string
    newRetention(service: string): string
    moved(change: { base: string; plan: string }): string
    movedFrom(change: { base: string; before: string; plan: string }): string
    retentionChanged(change: { base: string; plan: string }): string
    limitsApply: string
    previewDeletes(time: string): string
    deletes(what: { time: string; submissions: string; telemetry: string }): string
    submissionsPerMonth: string
    queueMessagesPerMonth: string
    telemetryEventsPerMonth: string
    submissionRetention: string
    telemetryRetention: string
    destinations: string
    previously(value: string): string
    unlimited: string
    days(digits: string, count: number): string
    exportData: string
    reason: string
  }
}
