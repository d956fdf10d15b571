// Generated from src/locales/*.json by `npm run messages`. Do not edit.
/** Arguments of messages by their paths, in all languages together. */
export type Arguments = {
  'visitor.thanks.back': { host: string }
  'visitor.refusalPage.tryAgain': { later: string; span: string }
  'visitor.formInfo.files': { each: string; kinds: string; most: string; total: string }
  'visitor.destination.unconfirmed.text': { mailbox: string; owner: string }
  'visitor.destination.confirmed.text': { mailbox: string }
  'visitor.destination.stopped.text': { mailbox: string }
  'visitor.signIn.ask.tooOften': { later: string; span: string }
  'front.home.problem.tooMany': { later: string; span: string }
  'front.start.lead': { address: string }
  'front.start.arrivals.from': { site: string }
  'front.start.arrivals.emailed': { hint: string }
  'front.start.arrivals.held': { hint: string }
  'front.start.arrivals.fields': { names: string }
  'front.start.arrivals.expected': { field: string }
  'front.start.didYouMean': { address: string }
  'links.kinds.form.amount': { count: number }
  'links.kinds.form.unlimited': { plan: string }
  'links.kinds.form.nowBelongs': { address: string }
  'links.kinds.form.belongs': { address: string }
  'links.kinds.form.receivedSoFar': { digits: string }
  'links.kinds.form.receives': { address: string }
  'links.kinds.form.createdForYou': { address: string }
  'links.kinds.telemetry.amount': { count: number }
  'links.kinds.telemetry.unlimited': { plan: string }
  'links.kinds.telemetry.nowBelongs': { address: string }
  'links.kinds.telemetry.belongs': { address: string }
  'links.kinds.telemetry.receivedSoFar': { digits: string }
  'links.kinds.telemetry.untilConfirmed': { amount: string }
  'links.kinds.telemetry.receives': { address: string }
  'links.kinds.telemetry.createdForYou': { address: string }
  'links.kinds.queue.amount': { count: number }
  'links.kinds.queue.unlimited': { plan: string }
  'links.kinds.queue.nowBelongs': { address: string }
  'links.kinds.queue.belongs': { address: string }
  'links.kinds.queue.receivedSoFar': { digits: string }
  'links.kinds.queue.untilConfirmed': { amount: string }
  'links.kinds.queue.receives': { address: string }
  'links.kinds.queue.createdForYou': { address: string }
  'links.claim.capEnds': { amount: string }
  'links.claim.capEnded': { amount: string }
  'links.claim.quota': { amount: string; plan: string }
  'links.claim.monthly': { amount: string; cap: string }
  'links.claim.emailsHeld': { digits: string }
  'links.decline.done': { address: string }
  'links.decline.undoUntil': { time: string }
  'links.invitation.text': { holder: string; host: string }
  'links.invitation.visible': { mailbox: string }
  'links.invitation.acceptedText': { mailbox: string }
  'links.handOver.text': { holder: string; host: string }
  'links.handOver.form': { form: string }
  'links.handOver.submissions': { count: number }
  'links.handOver.manySubmissions': { count: string }
  'links.handOver.retention': { days: number }
  'links.handOver.files': { count: number; size: string }
  'links.handOver.without': { mailbox: string }
  'links.handOver.obstacle.files': { limit: string }
  'links.handOver.obstacle.size': { max: string }
  'links.handOver.acceptedText': { holder: string }
  'links.snooze.done': { time: string }
  'receipt.withdraw.until': { time: string }
  'script.tooMany': { max: string }
  'script.tooLarge': { max: string; name: string }
  'script.wrongKind': { name: string }
  'stats.soFar': { time: string }
  'stats.note': { digits: string }
  'status.title': { host: string }
  'status.since': { time: string }
  'status.share': { percent: string }
  'status.interruptions': { count: number }
  'emails.submission.newMessage': { form: string }
  'emails.submission.newMessageBy': { form: string; sender: string }
  'emails.submission.limits': { used: string }
  'emails.submission.replyTo': { address: string }
  'emails.submission.shortened': { missing: string }
  'emails.submission.characters': { count: number }
  'emails.submission.fields': { count: number }
  'emails.submission.valueShortened': { missing: string }
  'emails.submission.files.linksEnd': { time: string }
  'emails.submission.files.linksEndForOthers': { time: string }
  'emails.submission.received': { time: string }
  'emails.submission.endpoint': { id: string }
  'emails.submission.submission': { id: string }
  'emails.encrypted.subject': { service: string }
  'emails.notice.sentBy': { base: string; service: string }
  'emails.notice.signIn.subject': { service: string }
  'emails.notice.signIn.opening': { base: string }
  'emails.notice.signIn.requested': { time: string }
  'emails.notice.signIn.requestedFrom': { device: string; time: string }
  'emails.notice.confirm.subject': { service: string }
  'emails.notice.confirm.opening': { base: string }
  'emails.notice.confirm.notYou': { signInUrl: string }
  'emails.notice.claim.firstUse': { id: string; time: string }
  'emails.notice.claim.kinds.telemetry.limits': { cap: string; days: string }
  'emails.notice.claim.kinds.queue.limits': { cap: string; days: string }
  'emails.notice.destination.opening': { base: string }
  'emails.notice.destination.form': { id: string; owner: string }
  'emails.notice.stopped.heading': { name: string }
  'emails.notice.stopped.opening': { base: string; id: string }
  'emails.notice.health.heading': { name: string }
  'emails.notice.health.opening': { base: string; id: string }
  'emails.notice.disabled.heading': { kind: string; name: string }
  'emails.notice.disabled.because.gone': { base: string; id: string }
  'emails.notice.disabled.because.failing': { base: string; id: string }
  'emails.notice.malware.heading': { name: string }
  'emails.notice.malware.opening': { base: string; id: string }
  'emails.notice.emailKey.notYou': { signInUrl: string }
  'emails.notice.emailKey.confirm.opening': { base: string }
  'emails.notice.emailKey.replaced.opening': { base: string }
  'emails.notice.emailKey.removed.opening': { base: string }
  'emails.notice.emailKey.expiring.opening': { base: string; time: string }
  'emails.notice.emailKey.expired.opening': { base: string; time: string }
  'emails.notice.invitation.opening': { base: string }
  'emails.notice.invitation.owner': { owner: string }
  'emails.notice.handOverRequest.opening': { base: string }
  'emails.notice.handOverRequest.owner': { owner: string }
  'emails.notice.handOver.accepted.heading': { recipient: string }
  'emails.notice.handOver.accepted.text': { form: string; recipient: string }
  'emails.notice.handOver.given.heading': { recipient: string }
  'emails.notice.handOver.given.text': { form: string; recipient: string }
  'emails.notice.handOver.received.heading': { form: string }
  'emails.notice.handOver.received.text': { form: string }
  'emails.notice.watch.span.minutes': { count: number }
  'emails.notice.watch.span.hours': { count: number }
  'emails.notice.watch.span.days': { count: number }
  'emails.notice.watch.what.silence': { span: string }
  'emails.notice.watch.amount': { count: number }
  'emails.notice.watch.what.over': { amount: string; span: string }
  'emails.notice.watch.what.under': { amount: string; span: string }
  'emails.notice.watch.what.events': { count: number }
  'emails.notice.watch.what.report': { count: number }
  'emails.notice.watch.what.several': { count: number }
  'emails.notice.watch.opening': { base: string; id: string }
  'emails.notice.watch.says.silence': { span: string }
  'emails.notice.watch.says.over': { amount: string; span: string }
  'emails.notice.watch.says.under': { amount: string; span: string }
  'emails.notice.watch.more': { count: number }
  'emails.notice.quota.kinds.form.amount': { count: number }
  'emails.notice.quota.kinds.telemetry.amount': { count: number }
  'emails.notice.quota.kinds.queue.amount': { count: number }
  'emails.notice.quota.reached': { amount: string; name: string }
  'emails.notice.quota.reachedByYou': { amount: string }
  'emails.notice.quota.used': { amount: string; name: string; percent: string }
  'emails.notice.quota.usedByYou': { amount: string; percent: string }
  'emails.notice.quota.previewReached': { time: string }
  'emails.notice.quota.previewUsed': { time: string }
  'emails.notice.quota.includesForForm': { amount: string; base: string; id: string }
  'emails.notice.quota.includesForAccount': { amount: string; base: string }
  'emails.notice.quota.resets': { base: string; time: string }
  'emails.notice.digest.heading': { count: number }
  'emails.notice.digest.messages': { count: number }
  'emails.notice.digest.otherForms': { count: number }
  'emails.notice.submissions.heading': { count: number }
  'emails.notice.submissions.more': { count: number }
  'emails.notice.submissions.reply': { address: string }
  'emails.notice.submissions.files': { count: number }
  'emails.notice.snoozed.heading': { name: string }
  'emails.notice.snoozed.opening': { base: string; id: string; time: string }
  'emails.notice.plan.newPlan': { plan: string; service: string }
  'emails.notice.plan.newRetention': { service: string }
  'emails.notice.plan.moved': { base: string; plan: string }
  'emails.notice.plan.movedFrom': { base: string; before: string; plan: string }
  'emails.notice.plan.retentionChanged': { base: string; plan: string }
  'emails.notice.plan.previewDeletes': { time: string }
  'emails.notice.plan.deletes': { submissions: string; telemetry: string; time: string }
  'emails.notice.plan.previously': { value: string }
  'emails.notice.plan.days': { count: number }
  'chat.spam': { form: string }
  'chat.moreFields': { count: number }
  'chat.test.text': { form: string }
  'chat.bounced.title': { form: string }
  'chat.bounced.text': { advice: string; email: string; reason: string }
  'chat.complained.title': { form: string }
  'chat.complained.text': { email: string }
  'bounces.domainUnknown.reason': { domain: string }
  'bounces.refusedByPolicy.reason': { domain: string }
  'bounces.refusedAsSpam.reason': { domain: string }
  'bounces.tooLarge.reason': { domain: string }
  'bounces.expired.reason': { domain: string }
  'bounces.other.reason': { domain: string }
  'devices.arrived.many': { count: number; form: string }
  'devices.arrived.manyFromYours': { count: number }
  'devices.forms.title': { count: number }
  'devices.forms.text': { count: number }
}
