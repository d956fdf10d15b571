// Generated from src/locales/dashboard/ by `npm run messages`. Do not edit.
/** A folder of `screens/`, `owned` for `shell/owned` and `shell/keys`, `shell` for everything else. */
export type Namespace =
  | 'account'
  | 'activity'
  | 'destinations'
  | 'email-report'
  | 'encryption'
  | 'endpoint'
  | 'endpoints'
  | 'inbox'
  | 'keys'
  | 'notifications'
  | 'operator'
  | 'owned'
  | 'palette'
  | 'people'
  | 'queue'
  | 'queues'
  | 'review'
  | 'sessions'
  | 'shell'
  | 'snippets'
  | 'submission'
  | 'table'
  | 'telemetry-endpoints'
  | 'telemetry'
  | 'usage'

/** Messages of the dashboard by name, with their arguments in all languages together; null: none. */
export type Messages = {
  'account.you.title': null
  'account.you.since': null
  'account.you.endpoints': null
  'account.you.submissions': null
  'account.you.hint': null
  'account.emails.title': null
  'account.emails.weekly': null
  'account.emails.weeklyHint': null
  'account.export.title': null
  'account.export.description': null
  'account.remove.title': null
  'account.remove.description': null
  'account.remove.question': null
  'account.remove.text': { number: string }
  'account.remove.action': null
  'account.filter.title': null
  'account.filter.taught': null
  'account.filter.starting': { needed: string; real: string; spam: string }
  'account.filter.spam': null
  'account.filter.real': null
  'account.filter.words': null
  'account.filter.forgetNamed': null
  'account.filter.forgetTitle': null
  'account.filter.forget': null
  'account.filter.forgotten': null
  'account.filter.forgetText': null
  'account.bounced.title': null
  'account.bounced.description': null
  'account.bounced.start': null
  'account.bounced.notStarted': null
  'account.bounced.started': { email: string }
  'account.bounced.stopped': { since: string }
  'account.bounced.stoppedUntil': { since: string; until: string }
  'account.erase.title': null
  'account.erase.description': null
  'account.erase.address': null
  'account.erase.find': null
  'account.erase.include': { count: number }
  'account.erase.ask': { count: number }
  'account.erase.question': null
  'account.erase.action': null
  'account.erase.text': { count: number }
  'account.erase.done': { count: number }
  'account.erase.receipt': { count: number }
  'account.erase.download': null
  'account.erase.nothing': null
  'account.erase.found': { count: number }
  'account.erase.files': { count: number }
  'account.erase.foundWithFiles': { count: number; files: string }
  'account.erase.number': { count: number }
  'account.erase.encrypted': { count: number }
  'account.bounces.mailboxUnknown': null
  'account.bounces.mailboxDisabled': null
  'account.bounces.domainUnknown': { domain: string }
  'account.bounces.mailboxFull': null
  'account.bounces.refusedByPolicy': { domain: string }
  'account.bounces.refusedAsSpam': { domain: string }
  'account.bounces.tooLarge': { domain: string }
  'account.bounces.expired': { domain: string }
  'account.bounces.other': { domain: string }
  'activity.title': null
  'activity.about': null
  'activity.byKey': { name: string }
  'activity.unknownBrowser': null
  'activity.did.keyCreated': null
  'activity.did.keyRevoked': null
  'activity.did.keyExpired': null
  'activity.did.allKeysRevoked': null
  'activity.did.signedIn': null
  'activity.did.confirmedByEmail': null
  'activity.did.signedOut': null
  'activity.did.sessionExpired': null
  'activity.did.signedOutEverywhere': null
  'activity.did.settingsChanged': null
  'activity.did.claimed': null
  'activity.did.suspended': null
  'activity.did.unsuspended': null
  'activity.did.accountSuspended': null
  'activity.did.accountUnsuspended': null
  'activity.did.destinationAdded': null
  'activity.did.destinationChanged': null
  'activity.did.destinationDisabled': null
  'activity.did.secretReplaced': null
  'activity.did.destinationRemoved': null
  'activity.did.recipientStopped': null
  'activity.did.recipientStarted': null
  'activity.did.emailsStopped': null
  'activity.did.emailsStarted': null
  'activity.did.emailsSnoozed': null
  'activity.did.emailsUnsnoozed': null
  'activity.did.answerWritten': null
  'activity.did.answerDeleted': null
  'activity.did.fileLinksRevoked': null
  'activity.did.publicLinkCreated': null
  'activity.did.publicLinkRevoked': null
  'activity.did.badgePublished': null
  'activity.did.badgeRevoked': null
  'activity.did.watchAdded': null
  'activity.did.watchChanged': null
  'activity.did.watchRemoved': null
  'activity.did.submissionsExported': null
  'activity.did.eventsExported': null
  'activity.did.submissionsImported': null
  'activity.did.accountExported': null
  'activity.did.learnedWordsDeleted': null
  'activity.did.emailKeyAdded': null
  'activity.did.emailKeyConfirmed': null
  'activity.did.emailKeyRemoved': null
  'activity.did.memberInvited': null
  'activity.did.memberJoined': null
  'activity.did.memberRoleChanged': null
  'activity.did.memberRemoved': null
  'activity.did.memberLeft': null
  'activity.did.memberOpened': null
  'activity.did.invitationDeclined': null
  'activity.did.handOverAsked': null
  'activity.did.handOverWithdrawn': null
  'activity.did.handOverDeclined': null
  'activity.did.handedOver': null
  'activity.did.received': null
  'activity.did.submissionsChanged': null
  'activity.did.senderErased': null
  'activity.did.encryptedOnlyChanged': null
  'activity.did.deviceAdded': null
  'activity.did.deviceChanged': null
  'activity.did.deviceRemoved': null
  'activity.retired.form': null
  'activity.retired.telemetry': null
  'activity.retired.queue': null
  'activity.retired.endpoint': null
  'activity.restored.form': null
  'activity.restored.telemetry': null
  'activity.restored.queue': null
  'activity.restored.endpoint': null
  'activity.ways.claimPage': null
  'activity.ways.emailLink': null
  'activity.ways.emailCode': null
  'activity.ways.invitation': null
  'activity.settings.name': null
  'activity.settings.redirectUrl': null
  'activity.settings.errorUrl': null
  'activity.settings.allowedOrigins': null
  'activity.settings.honeypot': null
  'activity.settings.expect': null
  'activity.settings.submittedSubject': null
  'activity.settings.queueId': null
  'activity.settings.queueLimits': null
  'activity.settings.spam': null
  'activity.settings.challenge': null
  'activity.settings.store': null
  'activity.settings.files': null
  'activity.settings.email': null
  'activity.settings.emailNotifications': null
  'activity.settings.language': null
  'activity.settings.goal': null
  'activity.details.spamDigest': null
  'activity.details.declined': null
  'activity.details.complaint': null
  'activity.details.on': null
  'activity.details.off': null
  'activity.details.submissions': { count: number }
  'activity.details.submissionsOfAllForms': { count: number }
  'activity.details.ofAllForms': null
  'activity.details.events': { count: number }
  'activity.details.member': { email: string; role: string }
  'activity.roles.viewer': null
  'activity.roles.editor': null
  'activity.roles.owner': null
  'activity.changes.archived': { count: number }
  'activity.changes.movedToInbox': { count: number }
  'activity.changes.markedAsSpam': { count: number }
  'activity.changes.markedAsNotSpam': { count: number }
  'activity.changes.deleted': { count: number }
  'activity.changes.restored': { count: number }
  'activity.changes.deletedForGood': { count: number }
  'activity.changes.starred': { count: number }
  'activity.changes.unstarred': { count: number }
  'activity.changes.starChanged': { count: number }
  'activity.changes.labelAdded': { count: number }
  'activity.changes.labelRemoved': { count: number }
  'activity.changes.labelsChanged': { count: number }
  'activity.changes.noteChanged': { count: number }
  'activity.changes.assigned': { count: number }
  'activity.changes.unassigned': { count: number }
  'activity.changes.assigneeChanged': { count: number }
  'activity.changes.verdictGiven': { count: number }
  'destinations.done': null
  'destinations.states.unconfirmed': null
  'destinations.states.confirmed': null
  'destinations.states.stopped': null
  'destinations.states.untested': null
  'destinations.states.active': null
  'destinations.states.disabled': null
  'destinations.states.notInUse': null
  'destinations.events.created.label': null
  'destinations.events.created.one': null
  'destinations.events.spam.label': null
  'destinations.events.spam.one': null
  'destinations.events.quota.label': null
  'destinations.events.quota.one': null
  'destinations.events.fired.label': null
  'destinations.events.fired.one': null
  'destinations.events.cleared.label': null
  'destinations.events.cleared.one': null
  'destinations.events.bounced.label': null
  'destinations.events.bounced.one': null
  'destinations.events.complained.label': null
  'destinations.events.complained.one': null
  'destinations.forms.title': null
  'destinations.forms.description': null
  'destinations.forms.emails': null
  'destinations.forms.noEmails': null
  'destinations.forms.onePlace': null
  'destinations.telemetry.title': null
  'destinations.telemetry.description': null
  'destinations.telemetry.emails': null
  'destinations.telemetry.noEmails': null
  'destinations.telemetry.onePlace': null
  'destinations.section.list': null
  'destinations.section.add': null
  'destinations.section.you': { address: string }
  'destinations.section.fullOne': null
  'destinations.section.fullAll': { number: string }
  'destinations.onePlaceOnly': null
  'destinations.row.stopped': { time: string }
  'destinations.row.disabled.owner': { time: string }
  'destinations.row.disabled.gone': { time: string }
  'destinations.row.disabled.failing': { time: string }
  'destinations.row.untested': null
  'destinations.row.nothingYet': null
  'destinations.row.last.queued': { time: string }
  'destinations.row.last.delayed': { time: string }
  'destinations.row.last.held': { time: string }
  'destinations.row.last.accepted': { time: string }
  'destinations.row.last.posted': { time: string }
  'destinations.row.last.kept': { time: string }
  'destinations.row.last.bounced': { time: string }
  'destinations.row.last.failed': { time: string }
  'destinations.row.last.suppressed': { time: string }
  'destinations.email.help': null
  'destinations.email.sent': { address: string }
  'destinations.email.sentDetail': null
  'destinations.email.resend': null
  'destinations.email.resendTo': { address: string }
  'destinations.email.removeNamed': { address: string }
  'destinations.email.removeTitle': null
  'destinations.email.removeText': { address: string }
  'destinations.removed': { name: string }
  'destinations.notSentAgain': null
  'destinations.sentAgain': null
  'destinations.sendAgain': null
  'destinations.add.webhookTitle': null
  'destinations.add.kind': null
  'destinations.add.added': { kind: string }
  'destinations.secret.label': null
  'destinations.secret.copy': null
  'destinations.secret.copyNew': null
  'destinations.secret.once': { link: string }
  'destinations.secret.how': null
  'destinations.secret.both': null
  'destinations.secret.replaceNamed': null
  'destinations.secret.replaceTitle': null
  'destinations.secret.replaceText': null
  'destinations.secret.replace': null
  'destinations.change.address': { kind: string }
  'destinations.change.addressAndEvents': { kind: string }
  'destinations.change.moved': null
  'destinations.change.gets': null
  'destinations.change.chooseOne': null
  'destinations.deliveries.title': { kind: string }
  'destinations.deliveries.list': null
  'destinations.deliveries.open': null
  'destinations.deliveries.attempts': { count: number }
  'destinations.recover.label': null
  'destinations.recover.button': null
  'destinations.recover.failed': null
  'destinations.recover.missedNothing': null
  'destinations.recover.queued': { count: number }
  'destinations.recover.more': null
  'destinations.test.title': { kind: string }
  'destinations.test.send': null
  'destinations.test.sendTo': { name: string }
  'destinations.test.again': null
  'destinations.test.waiting': null
  'destinations.test.needed': null
  'destinations.test.reached': null
  'destinations.test.failed': null
  'destinations.test.answered': { ms: string; status: string }
  'destinations.test.active': null
  'destinations.test.inactive': null
  'destinations.test.answer': { status: string }
  'destinations.test.request': null
  'destinations.menu.more': { name: string }
  'destinations.menu.address': null
  'destinations.menu.addressAndEvents': null
  'destinations.menu.enabled': { kind: string }
  'destinations.menu.disabled': { kind: string }
  'destinations.remove.title': null
  'destinations.remove.text': { address: string }
  'destinations.remove.signedText': { address: string }
  'destinations.remove.queueText': { address: string }
  'destinations.refused.plan': null
  'destinations.refused.one': null
  'destinations.refused.all': null
  'destinations.refused.address': { reason: string }
  'destinations.kinds.slack.address': null
  'destinations.kinds.discord.address': null
  'destinations.kinds.teams.address': null
  'destinations.kinds.telegram.address': null
  'destinations.kinds.ntfy.address': null
  'destinations.kinds.webhook.help': null
  'destinations.kinds.slack.help': null
  'destinations.kinds.discord.help': null
  'destinations.kinds.teams.help': null
  'destinations.kinds.telegram.help': null
  'destinations.kinds.ntfy.help': { server: string }
  'destinations.faults.noUrl': { start: string }
  'destinations.faults.scheme': { start: string }
  'destinations.faults.fullStop': null
  'destinations.faults.otherKind': { kind: string; owner: string }
  'destinations.faults.notDiscord': null
  'destinations.faults.notTeams': null
  'destinations.faults.notTelegram': null
  'destinations.faults.slackWorkflow': { start: string }
  'destinations.faults.slackIncomplete': { start: string }
  'destinations.faults.slackOther': null
  'destinations.faults.discordPath': { start: string }
  'destinations.faults.teamsConnector': null
  'destinations.faults.teamsPath': null
  'destinations.faults.telegramBot': { start: string }
  'destinations.faults.telegramChat': null
  'destinations.faults.ntfyTopic': null
  'email-report.title': null
  'email-report.text': { setting: string }
  'email-report.period': null
  'email-report.days': { count: number }
  'email-report.filter': null
  'email-report.byDay': null
  'email-report.byDayText': null
  'email-report.day': null
  'email-report.sent': null
  'email-report.delayed': null
  'email-report.bounced': null
  'email-report.complaints': null
  'email-report.asTable': null
  'email-report.noneInPeriod': null
  'email-report.byDomain': null
  'email-report.byDomainText': null
  'email-report.domain': null
  'email-report.otherDomains': null
  'email-report.moreDomains': { count: number }
  'email-report.noEmails.title': null
  'email-report.noEmails.text': null
  'email-report.noDomain.title': null
  'email-report.noDomain.text': { part: string }
  'email-report.reputation.title': null
  'email-report.reputation.text': null
  'email-report.reputation.emails': null
  'email-report.reputation.complaints': null
  'email-report.reputation.noLimit': null
  'email-report.reputation.noLimitText': { setting: string }
  'email-report.reputation.reduced': null
  'email-report.reputation.reducedText': { count: number }
  'email-report.reputation.held': { count: number }
  'email-report.reputation.heldText': { count: number }
  'email-report.reputation.normal': null
  'email-report.reputation.normalText': { count: number }
  'encryption.title': null
  'encryption.about': { link: string }
  'encryption.howItWorks': null
  'encryption.fingerprint': null
  'encryption.algorithm': null
  'encryption.expires': null
  'encryption.expired': null
  'encryption.never': null
  'encryption.remove': null
  'encryption.removed': null
  'encryption.current.title': null
  'encryption.current.text': null
  'encryption.current.expiredText': null
  'encryption.current.inUse': null
  'encryption.current.since': null
  'encryption.current.remove': null
  'encryption.current.removeTitle': null
  'encryption.current.removeText': null
  'encryption.others.title': null
  'encryption.others.only': null
  'encryption.others.hint': null
  'encryption.next.title': null
  'encryption.next.text': null
  'encryption.next.replaces': null
  'encryption.next.until': null
  'encryption.next.removeTitle': null
  'encryption.next.removeText': null
  'encryption.add.title': null
  'encryption.add.another': null
  'encryption.add.about': null
  'encryption.add.key': null
  'encryption.add.hint': null
  'encryption.add.isPrivate': null
  'encryption.add.action': null
  'encryption.add.lookUp': null
  'encryption.add.sent': null
  'encryption.found.text': null
  'encryption.found.use': null
  'endpoint.tabs.label': null
  'endpoint.tabs.overview': null
  'endpoint.tabs.table': null
  'endpoint.tabs.snippets': null
  'endpoint.snippets.framework': null
  'endpoint.snippets.hiddenField': null
  'endpoint.snippets.hiddenFieldAndScript': null
  'endpoint.first.title': null
  'endpoint.first.text': null
  'endpoint.first.notSaved': null
  'endpoint.health.title': null
  'endpoint.health.text': null
  'endpoint.health.nothing': null
  'endpoint.health.problem': null
  'endpoint.health.warning': null
  'endpoint.health.tip': null
  'endpoint.findings.fieldMissing': { count: number; field: string; of: string; sent: string; time: string }
  'endpoint.findings.otherField': { field: string }
  'endpoint.findings.fieldMissingFix': { attribute: string }
  'endpoint.findings.fieldRenamedFix': { attribute: string }
  'endpoint.findings.expectedMissing': { count: number; field: string }
  'endpoint.findings.expectedMissingFix': { attribute: string }
  'endpoint.findings.noData': { count: number; time: string }
  'endpoint.findings.noDataFix': { attribute: string }
  'endpoint.findings.sentByGet': { count: number; time: string }
  'endpoint.findings.nothingElse': null
  'endpoint.findings.sentByGetFix': { attribute: string }
  'endpoint.findings.wrongOrigin': { count: number; time: string }
  'endpoint.findings.nothing': null
  'endpoint.findings.newest': { origins: string }
  'endpoint.findings.noOrigin': null
  'endpoint.findings.wrongOriginFix': null
  'endpoint.findings.filesRefused': { count: number; time: string }
  'endpoint.findings.filesRefusedFix': { attribute: string }
  'endpoint.findings.allRefused': { count: number; time: string }
  'endpoint.findings.allRefusedFix': { code: string }
  'endpoint.findings.reasons.frozen': null
  'endpoint.findings.reasons.expired': null
  'endpoint.findings.reasons.quota': null
  'endpoint.findings.reasons.noWork': null
  'endpoint.findings.reasons.tooFast': null
  'endpoint.findings.reasons.unreadable': null
  'endpoint.findings.reasons.mediaType': null
  'endpoint.findings.reasons.tooLarge': null
  'endpoint.findings.reasons.tooManyFields': null
  'endpoint.findings.repeats': { count: number }
  'endpoint.findings.repeatsFix': null
  'endpoint.findings.silent': { pause: string; time: string }
  'endpoint.findings.hours': { count: number }
  'endpoint.findings.days': { count: number }
  'endpoint.findings.silentFix': null
  'endpoint.findings.noEmail': null
  'endpoint.findings.noEmailFix': { input: string }
  'endpoint.findings.referrer': { count: number; number: string }
  'endpoint.findings.referrerFix': { header: string }
  'endpoint.findings.noHoneypot': null
  'endpoint.findings.noHoneypotFix': { name: string }
  'endpoint.overview.works': null
  'endpoint.overview.byDay': null
  'endpoint.overview.byDayText': null
  'endpoint.overview.submissions': { count: number }
  'endpoint.overview.day': null
  'endpoint.overview.submissionsColumn': null
  'endpoint.month.title': null
  'endpoint.month.submissions': null
  'endpoint.month.resets': { time: string }
  'endpoint.month.total': null
  'endpoint.month.latest': null
  'endpoint.month.never': null
  'endpoint.month.unread': null
  'endpoint.month.openInbox': null
  'endpoint.sections.label': null
  'endpoint.sections.general': null
  'endpoint.sections.delivery': null
  'endpoint.sections.emails': null
  'endpoint.sections.files': null
  'endpoint.sections.encryption': null
  'endpoint.sections.danger': null
  'endpoint.sections.unsaved': null
  'endpoint.sections.unsavedSection': { section: string }
  'endpoint.settings.retired': null
  'endpoint.summary.title': null
  'endpoint.summary.nothing': null
  'endpoint.differences.redirect': null
  'endpoint.differences.errorRedirect': null
  'endpoint.differences.sites': { count: number }
  'endpoint.differences.fields': { count: number }
  'endpoint.differences.filterOff': null
  'endpoint.differences.lenient': null
  'endpoint.differences.strict': null
  'endpoint.differences.blocked': { count: number }
  'endpoint.differences.allowed': { count: number }
  'endpoint.differences.honeypot': null
  'endpoint.differences.workOptional': null
  'endpoint.differences.workRequired': null
  'endpoint.differences.noEmails': null
  'endpoint.differences.destinations': { count: number }
  'endpoint.differences.queue': null
  'endpoint.differences.snoozed': null
  'endpoint.differences.hourly': null
  'endpoint.differences.daily': null
  'endpoint.differences.quiet': { from: string; to: string }
  'endpoint.differences.senderName': null
  'endpoint.differences.subject': null
  'endpoint.differences.formSubject': null
  'endpoint.differences.plainText': null
  'endpoint.differences.filesOn': null
  'endpoint.differences.maxFiles': { count: number }
  'endpoint.differences.fileSize': { size: string }
  'endpoint.differences.someKinds': null
  'endpoint.differences.attached': null
  'endpoint.differences.encrypted': null
  'endpoint.empty.title': null
  'endpoint.empty.text': null
  'endpoint.empty.retiredText': null
  'endpoint.empty.button': null
  'endpoint.empty.question': null
  'endpoint.empty.warning': null
  'endpoint.empty.action': null
  'endpoint.empty.done': { count: number }
  'endpoint.handOver.title': null
  'endpoint.handOver.text': null
  'endpoint.handOver.asked': { email: string }
  'endpoint.handOver.button': null
  'endpoint.handOver.ask.title': null
  'endpoint.handOver.ask.text': null
  'endpoint.handOver.ask.action': null
  'endpoint.handOver.ask.email': null
  'endpoint.handOver.ends.destinations': null
  'endpoint.handOver.ends.access': null
  'endpoint.handOver.ends.deliveries': null
  'endpoint.handOver.ends.encrypted': null
  'endpoint.handOver.waiting': { day: string; email: string }
  'endpoint.handOver.accepted': { day: string; email: string }
  'endpoint.handOver.confirm.button': null
  'endpoint.handOver.confirm.title': { email: string }
  'endpoint.handOver.confirm.warning': null
  'endpoint.handOver.confirm.done': { email: string }
  'endpoint.handOver.withdraw': null
  'endpoint.handOver.withdrawn': null
  'endpoint.general.nameHint': null
  'endpoint.general.redirect': null
  'endpoint.general.redirectHint': null
  'endpoint.general.errorRedirect': null
  'endpoint.general.errorRedirectHint': { query: string }
  'endpoint.general.sites': null
  'endpoint.general.noSites': null
  'endpoint.general.sitesHint': { example: string }
  'endpoint.general.fields': null
  'endpoint.general.noFields': null
  'endpoint.general.fieldsHint': { example: string }
  'endpoint.general.faults.address': { example: string }
  'endpoint.general.faults.site': { example: string; site: string }
  'endpoint.general.faults.sites': { most: string }
  'endpoint.spam.text': null
  'endpoint.spam.filter': null
  'endpoint.spam.levels.off': null
  'endpoint.spam.levels.offText': null
  'endpoint.spam.levels.lenient': null
  'endpoint.spam.levels.lenientText': null
  'endpoint.spam.levels.normal': null
  'endpoint.spam.levels.normalText': null
  'endpoint.spam.levels.strict': null
  'endpoint.spam.levels.strictText': null
  'endpoint.spam.teaching': null
  'endpoint.spam.teach': null
  'endpoint.spam.block': null
  'endpoint.spam.allow': null
  'endpoint.spam.empty': null
  'endpoint.spam.blockHint': null
  'endpoint.spam.allowHint': null
  'endpoint.spam.honeypot': null
  'endpoint.spam.honeypotHint': { field: string }
  'endpoint.spam.work.label': null
  'endpoint.spam.work.hint': null
  'endpoint.spam.work.off': null
  'endpoint.spam.work.offText': null
  'endpoint.spam.work.optional': null
  'endpoint.spam.work.optionalText': null
  'endpoint.spam.work.required': null
  'endpoint.spam.work.requiredText': null
  'endpoint.spam.work.markup': { attribute: string }
  'endpoint.spam.faults.honeypot': null
  'endpoint.spam.faults.list': { most: string }
  'endpoint.spam.faults.url': { entry: string }
  'endpoint.spam.faults.long': { entry: string; most: string }
  'endpoint.spam.faults.entry': { entry: string }
  'endpoint.queue.title': null
  'endpoint.queue.text': null
  'endpoint.queue.noQueues': null
  'endpoint.queue.create': null
  'endpoint.queue.none': null
  'endpoint.queue.stopped': null
  'endpoint.queue.started': null
  'endpoint.queue.label': null
  'endpoint.queue.open': null
  'endpoint.emails.notify': { email: string }
  'endpoint.emails.notifyHint': null
  'endpoint.emails.formSubject': null
  'endpoint.emails.formSubjectHint': { field: string }
  'endpoint.emails.languageHint': null
  'endpoint.emails.times': null
  'endpoint.emails.timesText': null
  'endpoint.emails.when': null
  'endpoint.emails.modes.every': null
  'endpoint.emails.modes.everyText': null
  'endpoint.emails.modes.hourly': null
  'endpoint.emails.modes.hourlyText': null
  'endpoint.emails.modes.daily': null
  'endpoint.emails.modes.dailyText': null
  'endpoint.emails.time': null
  'endpoint.emails.quiet': null
  'endpoint.emails.quietHint': null
  'endpoint.emails.quietFrom': null
  'endpoint.emails.quietUntil': null
  'endpoint.emails.zone': null
  'endpoint.emails.zoneHint': null
  'endpoint.emails.senderName': null
  'endpoint.emails.senderNameHint': null
  'endpoint.emails.subject': null
  'endpoint.emails.subjectHint': { example: string; site: string }
  'endpoint.emails.format': null
  'endpoint.emails.formats.htmlAndText': null
  'endpoint.emails.formats.text': null
  'endpoint.emails.faults.sameTime': null
  'endpoint.emails.faults.time': { example: string }
  'endpoint.emails.faults.zone': null
  'endpoint.emails.faults.senderName': { signs: string }
  'endpoint.emails.faults.subject': { close: string; example: string; open: string }
  'endpoint.snooze.title': null
  'endpoint.snooze.text': null
  'endpoint.snooze.running': { time: string }
  'endpoint.snooze.end': null
  'endpoint.snooze.begin': null
  'endpoint.preview.title': null
  'endpoint.preview.description': null
  'endpoint.preview.email': null
  'endpoint.preview.submission': null
  'endpoint.preview.digest': null
  'endpoint.preview.spamDigest': null
  'endpoint.preview.shown': null
  'endpoint.preview.desktop': null
  'endpoint.preview.phone': null
  'endpoint.preview.text': null
  'endpoint.preview.spamDigestNote': { account: string }
  'endpoint.preview.account': null
  'endpoint.preview.from': null
  'endpoint.preview.to': null
  'endpoint.preview.frame': null
  'endpoint.files.text': null
  'endpoint.files.accept': null
  'endpoint.files.unconfirmed': null
  'endpoint.files.kinds.label': null
  'endpoint.files.kinds.hint': null
  'endpoint.files.kinds.usual': null
  'endpoint.files.kinds.chosen': null
  'endpoint.files.kinds.chosenText': null
  'endpoint.files.number': null
  'endpoint.files.size': null
  'endpoint.files.ways.label': null
  'endpoint.files.ways.link': null
  'endpoint.files.ways.linkText': null
  'endpoint.files.ways.attach': null
  'endpoint.files.ways.attachText': null
  'endpoint.files.markup': { attribute: string }
  'endpoint.files.plan.none': null
  'endpoint.files.plan.limits': { count: number; each: string; stored: string; together: string }
  'endpoint.files.plan.numberHint': null
  'endpoint.files.plan.fewer': { limit: string }
  'endpoint.files.plan.sizeHint': null
  'endpoint.files.plan.less': { limit: string }
  'endpoint.files.faults.kinds': null
  'endpoint.files.faults.number': { most: string }
  'endpoint.files.faults.size': null
  'endpoint.kinds.images': null
  'endpoint.kinds.documents': null
  'endpoint.kinds.audio': null
  'endpoint.kinds.video': null
  'endpoint.kinds.archives': null
  'endpoint.kinds.usualImages': null
  'endpoint.kinds.usualDocuments': null
  'endpoint.kinds.usualAudio': null
  'endpoint.kinds.usualVideo': null
  'endpoint.kinds.usualArchives': null
  'endpoint.kinds.rarer': null
  'endpoint.kinds.documentsNote': null
  'endpoint.kinds.archivesNote': null
  'endpoint.store.title': null
  'endpoint.store.text': null
  'endpoint.store.label': null
  'endpoint.store.hint': null
  'endpoint.store.keyNeeded': null
  'endpoint.store.addKey': null
  'endpoint.store.noFiles': null
  'endpoints.searched': null
  'endpoints.unread': { number: string }
  'endpoints.lastDays': { count: number }
  'endpoints.total': { count: number }
  'endpoints.month': null
  'endpoints.monthSpan': null
  'endpoints.never': null
  'endpoints.first': null
  'endpoints.new.text': { email: string }
  'endpoints.new.example': null
  'endpoints.ready': null
  'inbox.folders.archive': null
  'inbox.folders.trash': null
  'inbox.folders.all': null
  'inbox.tabs.inbox': null
  'inbox.tabs.spam': null
  'inbox.tabs.archive': null
  'inbox.tabs.trash': null
  'inbox.tabs.all': null
  'inbox.folders.label': null
  'inbox.folders.unread': { count: number; number: string }
  'inbox.nothing.title': null
  'inbox.nothing.text': null
  'inbox.nothing.move': { keys: string }
  'inbox.nothing.open': { keys: string }
  'inbox.nothing.shortcuts': { keys: string }
  'inbox.actions.archive': null
  'inbox.actions.restore': null
  'inbox.actions.toInbox': null
  'inbox.actions.notSpam': null
  'inbox.actions.spam': null
  'inbox.actions.toggleSpam': null
  'inbox.actions.deleteForever': null
  'inbox.actions.read': null
  'inbox.actions.unread': null
  'inbox.actions.star': null
  'inbox.actions.toggleStar': null
  'inbox.actions.labels': null
  'inbox.actions.note': null
  'inbox.actions.assign': null
  'inbox.actions.reply': null
  'inbox.actions.copyJson': null
  'inbox.actions.more': null
  'inbox.list.next': null
  'inbox.list.previous': null
  'inbox.list.select': null
  'inbox.list.selectRange': null
  'inbox.list.selectShown': null
  'inbox.list.clearSelection': null
  'inbox.list.back': null
  'inbox.list.group': { days: string; folder: string }
  'inbox.list.progress': { count: number }
  'inbox.list.notLoaded': null
  'inbox.list.loadingMore': null
  'inbox.days.today': null
  'inbox.days.yesterday': null
  'inbox.days.week': null
  'inbox.days.earlier': null
  'inbox.selection.selected': { count: number; number: string }
  'inbox.selection.all': null
  'inbox.selection.allOf': { number: string }
  'inbox.selection.shown': { count: number }
  'inbox.selection.selectAll': null
  'inbox.selection.selectAllOf': { number: string }
  'inbox.toasts.noReplyAddress': null
  'inbox.toasts.noReply': null
  'inbox.toasts.copiedJson': null
  'inbox.toasts.notCopied': null
  'inbox.toasts.nothingToUndo': null
  'inbox.toasts.notUndone': null
  'inbox.toasts.manyNotUndone': { count: number }
  'inbox.toasts.notUndoneSince': null
  'inbox.toasts.partly': { done: string }
  'inbox.emails.sending': null
  'inbox.emails.sendingMany': { count: number }
  'inbox.emails.waiting': null
  'inbox.emails.waitingMany': { count: number }
  'inbox.done.archive': null
  'inbox.done.spam': null
  'inbox.done.inbox': null
  'inbox.done.read': null
  'inbox.done.unread': null
  'inbox.done.delete': null
  'inbox.done.restore': null
  'inbox.done.star': null
  'inbox.done.unstar': null
  'inbox.done.unassign': null
  'inbox.done.assign': { name: string }
  'inbox.done.label': { name: string }
  'inbox.done.unlabel': { name: string }
  'inbox.doneToMany.archive': { count: number }
  'inbox.doneToMany.spam': { count: number }
  'inbox.doneToMany.inbox': { count: number }
  'inbox.doneToMany.read': { count: number }
  'inbox.doneToMany.unread': { count: number }
  'inbox.doneToMany.delete': { count: number }
  'inbox.doneToMany.restore': { count: number }
  'inbox.doneToMany.star': { count: number }
  'inbox.doneToMany.unstar': { count: number }
  'inbox.doneToMany.unassign': { count: number }
  'inbox.doneToMany.assign': { count: number; name: string }
  'inbox.doneToMany.label': { count: number; name: string }
  'inbox.doneToMany.unlabel': { count: number; name: string }
  'inbox.failed.archive': null
  'inbox.failed.spam': null
  'inbox.failed.inbox': null
  'inbox.failed.read': null
  'inbox.failed.unread': null
  'inbox.failed.delete': null
  'inbox.failed.restore': null
  'inbox.failed.star': null
  'inbox.failed.unstar': null
  'inbox.failed.unassign': null
  'inbox.failed.assign': { name: string }
  'inbox.failed.label': { name: string }
  'inbox.failed.unlabel': { name: string }
  'inbox.failedForMany.archive': { count: number }
  'inbox.failedForMany.spam': { count: number }
  'inbox.failedForMany.inbox': { count: number }
  'inbox.failedForMany.read': { count: number }
  'inbox.failedForMany.unread': { count: number }
  'inbox.failedForMany.delete': { count: number }
  'inbox.failedForMany.restore': { count: number }
  'inbox.failedForMany.star': { count: number }
  'inbox.failedForMany.unstar': { count: number }
  'inbox.failedForMany.unassign': { count: number }
  'inbox.failedForMany.assign': { count: number; name: string }
  'inbox.failedForMany.label': { count: number; name: string }
  'inbox.failedForMany.unlabel': { count: number; name: string }
  'inbox.assign.title': { count: number }
  'inbox.assign.nobody': null
  'inbox.assign.noOne': null
  'inbox.assign.find': null
  'inbox.assign.placeholder': null
  'inbox.labels.title': { count: number }
  'inbox.labels.create': { name: string }
  'inbox.labels.edit': null
  'inbox.labels.editOne': null
  'inbox.labels.editNamed': { name: string }
  'inbox.labels.deleteNamed': { name: string }
  'inbox.labels.first': null
  'inbox.labels.find': null
  'inbox.labels.placeholder': null
  'inbox.labels.color': null
  'inbox.labels.done': null
  'inbox.labels.deleteTitle': { name: string }
  'inbox.labels.deleteText': null
  'inbox.labels.deleted': null
  'inbox.colors.gray': null
  'inbox.colors.red': null
  'inbox.colors.orange': null
  'inbox.colors.green': null
  'inbox.colors.teal': null
  'inbox.colors.blue': null
  'inbox.colors.purple': null
  'inbox.colors.pink': null
  'inbox.note.text': null
  'inbox.note.label': null
  'inbox.note.saved': null
  'inbox.note.deleted': null
  'inbox.note.notSaved': null
  'inbox.forever.title': { count: number }
  'inbox.forever.titleOfAll': { number: string }
  'inbox.forever.text': null
  'inbox.forever.textOfAll': null
  'inbox.forever.word': null
  'inbox.export.label': null
  'inbox.export.title': null
  'inbox.export.excel': null
  'inbox.export.allFields': null
  'inbox.export.zip': null
  'inbox.picker.all': null
  'inbox.picker.label': null
  'inbox.picker.form': { name: string }
  'inbox.picker.find': null
  'inbox.picker.retired': null
  'inbox.filters.label': null
  'inbox.filters.withSearch': null
  'inbox.filters.unread': null
  'inbox.filters.starred': null
  'inbox.filters.clear': null
  'inbox.filters.withLabel': null
  'inbox.filters.anyLabel': null
  'inbox.filters.assignedTo': null
  'inbox.filters.anyone': null
  'inbox.filters.me': null
  'inbox.filters.from': null
  'inbox.filters.to': null
  'inbox.filters.rows': null
  'inbox.filters.comfortable': null
  'inbox.filters.compact': null
  'inbox.views.save': null
  'inbox.views.saved': null
  'inbox.views.text': null
  'inbox.views.textWithDates': null
  'inbox.search.sender': null
  'inbox.search.field': null
  'inbox.search.phrase': null
  'inbox.search.unread': null
  'inbox.search.date': { word: string }
  'inbox.search.clear': null
  'inbox.empty.all.title': null
  'inbox.empty.all.text': null
  'inbox.empty.spam.title': null
  'inbox.empty.spam.text': null
  'inbox.empty.archive.title': null
  'inbox.empty.archive.text': null
  'inbox.empty.trash.title': null
  'inbox.empty.trash.text': { count: number }
  'inbox.empty.search.title': { folder: string }
  'inbox.empty.search.text': null
  'inbox.empty.search.all': null
  'inbox.empty.search.showAll': { folder: string }
  'inbox.empty.search.back': null
  'inbox.empty.zero.title': null
  'inbox.empty.zero.text': null
  'inbox.empty.first.title': null
  'inbox.empty.first.text': { form: string }
  'inbox.empty.first.send': null
  'inbox.empty.first.notSent': null
  'inbox.matches.submissions': { count: number }
  'inbox.matches.results': { count: number }
  'inbox.matches.resultsOrMore': { count: number }
  'inbox.matches.none': null
  'inbox.matches.searching': null
  'inbox.matches.loading': null
  'inbox.trash.after': { count: number }
  'inbox.arrivals.new': { count: number }
  'inbox.arrivals.newOrMore': { count: number }
  'inbox.review.offer': { count: number; review: string }
  'inbox.review.link': null
  'inbox.review.putOff': null
  'inbox.row.select': { sender: string }
  'inbox.row.selectThis': null
  'inbox.row.unread': null
  'inbox.row.draft': null
  'inbox.row.test': null
  'inbox.row.delayed': null
  'inbox.row.bounced': null
  'inbox.row.failed': null
  'inbox.row.labels': null
  'inbox.row.moreLabels': { count: number }
  'inbox.row.starred': null
  'inbox.row.note': null
  'inbox.row.files': { count: number }
  'inbox.row.assigned': { name: string }
  'inbox.unnamed.encrypted': null
  'inbox.unnamed.noName': null
  'inbox.unnamed.withdrawn': null
  'inbox.spam.honeypot': null
  'inbox.spam.blockedWord': null
  'inbox.spam.blockedDomain': null
  'inbox.spam.blockedAddress': null
  'inbox.spam.repeat': null
  'inbox.spam.burst': null
  'inbox.spam.elsewhere': null
  'inbox.spam.links': null
  'inbox.spam.markup': null
  'inbox.spam.pills': null
  'inbox.spam.gambling': null
  'inbox.spam.promotion': null
  'inbox.spam.money': null
  'inbox.spam.scam': null
  'inbox.spam.dating': null
  'inbox.spam.fakes': null
  'inbox.spam.dense': null
  'inbox.spam.pitch': null
  'inbox.spam.oddLink': null
  'inbox.spam.wayOut': null
  'inbox.spam.script': null
  'inbox.spam.wrongField': null
  'inbox.spam.gibberish': null
  'inbox.spam.hurry': null
  'inbox.spam.sameness': null
  'inbox.spam.challengeMissing': null
  'inbox.spam.learned': null
  'inbox.spam.unjudged': null
  'inbox.spam.malware': null
  'inbox.spam.byYou': null
  'keys.title': null
  'keys.explained': { reference: string }
  'keys.reference': null
  'keys.new': null
  'keys.none.title': null
  'keys.none.explained': null
  'keys.reach.read': null
  'keys.reach.write': null
  'keys.example': null
  'keys.limits': null
  'notifications.title': null
  'notifications.about': { link: string }
  'notifications.howItWorks': null
  'notifications.thisDevice': null
  'notifications.permission': null
  'notifications.turnOn': null
  'notifications.turnOnAgain': null
  'notifications.turnOff': null
  'notifications.notAllowed': null
  'notifications.notReached': null
  'notifications.end': null
  'notifications.stopped': null
  'notifications.failing': null
  'notifications.turnOnAfter': { reason: string }
  'notifications.tryAfter': { reason: string }
  'notifications.turnedOff': null
  'notifications.notTurnedOff': null
  'notifications.test.send': null
  'notifications.test.sent': null
  'notifications.test.sentText': null
  'notifications.test.failed': null
  'notifications.test.refused': null
  'notifications.allForms': null
  'notifications.allFormsHint': null
  'notifications.forms': null
  'notifications.quiet.title': null
  'notifications.quiet.hint': null
  'notifications.quiet.from': null
  'notifications.quiet.until': null
  'notifications.quiet.sameTimes': null
  'notifications.quiet.timeZone': { zone: string }
  'notifications.otherDevices': null
  'notifications.used': { used: string }
  'notifications.usedAndNotified': { notified: string; used: string }
  'notifications.removeDevice': null
  'notifications.removeNamed': { name: string }
  'notifications.removed': { name: string }
  'notifications.notRemoved': null
  'notifications.blocked.summary': null
  'notifications.blocked.open': null
  'notifications.blocked.allow': null
  'notifications.blocked.reload': null
  'notifications.homeScreen.summary': null
  'notifications.homeScreen.share': null
  'notifications.homeScreen.choose': null
  'notifications.homeScreen.open': null
  'notifications.insecure': null
  'notifications.unsupported': null
  'operator.title': null
  'operator.about': null
  'operator.section': null
  'operator.sections.owners': null
  'operator.sections.endpoints': null
  'operator.sections.log': null
  'operator.sections.instance': null
  'operator.find.owners': null
  'operator.find.endpoints': null
  'operator.onlyNewest': null
  'operator.suspended': null
  'operator.since': { day: string }
  'operator.reason': { reason: string }
  'operator.amounts.endpoints': { count: number }
  'operator.amounts.submissions': { count: number }
  'operator.amounts.sessions': { count: number }
  'operator.amounts.files': { count: number }
  'operator.amounts.forms': { count: number }
  'operator.amounts.days': { count: number }
  'operator.owners.empty': null
  'operator.owners.more': { email: string }
  'operator.owners.export': null
  'operator.owners.delete': null
  'operator.signOut.action': null
  'operator.signOut.title': null
  'operator.signOut.text': { count: number; email: string }
  'operator.signOut.done': null
  'operator.deletion.title': null
  'operator.deletion.text': { email: string; endpoints: string; submissions: string }
  'operator.deletion.exportFirst': null
  'operator.deletion.action': null
  'operator.deletion.done': null
  'operator.endpoints.empty': null
  'operator.endpoints.noOwner': null
  'operator.endpoints.accepted': { count: number }
  'operator.endpoints.order': null
  'operator.endpoints.newest': null
  'operator.endpoints.mostRefused': null
  'operator.endpoints.aboutRefused': null
  'operator.endpoints.nothingRefused': null
  'operator.endpoints.refused': { count: number }
  'operator.endpoints.show': null
  'operator.endpoints.showNamed': { id: string }
  'operator.kinds.form': null
  'operator.kinds.telemetry': null
  'operator.kinds.queue': null
  'operator.states.unclaimed': null
  'operator.states.claimed': null
  'operator.states.frozen': null
  'operator.states.expired': null
  'operator.states.retired': null
  'operator.states.suspended': null
  'operator.states.accountSuspended': null
  'operator.suspension.suspend': null
  'operator.suspension.suspendNamed': { subject: string }
  'operator.suspension.suspendTitle': { subject: string }
  'operator.suspension.suspendText': null
  'operator.suspension.lift': null
  'operator.suspension.liftNamed': { subject: string }
  'operator.suspension.liftTitle': { subject: string }
  'operator.suspension.liftText': null
  'operator.suspension.lifted': null
  'operator.suspension.reason': null
  'operator.plan.open': null
  'operator.plan.title': { email: string }
  'operator.plan.plan': null
  'operator.plan.change': null
  'operator.plan.moved': { plan: string }
  'operator.plan.hint': null
  'operator.plan.removed': { other: string; plan: string }
  'operator.plan.usage': null
  'operator.plan.kept': { reset: string; submissions: string; telemetry: string }
  'operator.plan.keptShorter': { from: string; reset: string; submissions: string; telemetry: string }
  'operator.plan.thisMonth': { name: string }
  'operator.plan.telemetryEvents': null
  'operator.plan.queueMessages': null
  'operator.plan.storedFiles': null
  'operator.plan.others': { count: number }
  'operator.did.endpointSuspended': null
  'operator.did.endpointUnsuspended': null
  'operator.did.ownerSuspended': null
  'operator.did.ownerUnsuspended': null
  'operator.did.ownerSignedOut': null
  'operator.did.planChanged': null
  'operator.did.senderErased': null
  'operator.did.accountExported': null
  'operator.did.accountErased': null
  'operator.log.empty': null
  'operator.log.commandLine': null
  'operator.log.plan': { after: string; before: string }
  'operator.log.erased': { files: string; forms: string; submissions: string }
  'operator.instance.aboutSettings': null
  'operator.instance.secret': null
  'operator.instance.fromFile': { value: string }
  'operator.instance.version': null
  'operator.instance.address': null
  'operator.instance.files': null
  'operator.instance.owners': { number: string; suspended: number }
  'operator.instance.endpoints': { number: string; suspended: number }
  'operator.nodes.title': null
  'operator.nodes.about': null
  'operator.nodes.empty': null
  'operator.nodes.silent': null
  'operator.nodes.version': { version: string }
  'operator.nodes.started': { time: string }
  'operator.nodes.seen': { time: string }
  'operator.storage.title': null
  'operator.storage.about': null
  'operator.storage.database': { name: string }
  'operator.storage.free': null
  'operator.storage.notSeen': null
  'operator.storage.growth': null
  'operator.storage.unknown': null
  'operator.storage.none': null
  'operator.storage.full': null
  'operator.storage.fullLater': null
  'operator.storage.fullSoon': { day: string }
  'operator.storage.fullNow': null
  'operator.storage.postgres': null
  'operator.backup.title': null
  'operator.backup.last': null
  'operator.backup.old': { command: string }
  'operator.backup.none': { command: string }
  'operator.backup.others': null
  'operator.backup.postgres': { command: string }
  'operator.backup.guide': null
  'operator.refused.title': null
  'operator.refused.about': null
  'operator.refused.nothing': null
  'operator.refused.creations': null
  'operator.refused.submissions': null
  'operator.refused.events': null
  'operator.refused.messages': null
  'owned.new.form': null
  'owned.new.telemetry': null
  'owned.new.endpoint': null
  'owned.new.queue': null
  'owned.new.hint': { example: string }
  'owned.first.form': null
  'owned.first.telemetry': null
  'owned.first.queue': null
  'owned.first.terminal': null
  'owned.first.agent': null
  'owned.search.forms': null
  'owned.search.telemetry': null
  'owned.search.queues': null
  'owned.noMatch.forms': null
  'owned.noMatch.telemetry': null
  'owned.noMatch.queues': null
  'owned.noMatch.showAll': null
  'owned.state.label': null
  'owned.state.all': null
  'owned.state.active': null
  'owned.state.retired': null
  'owned.state.suspended': null
  'owned.state.notConfirmed': null
  'owned.sort.label': null
  'owned.sort.newest': null
  'owned.sort.used': null
  'owned.sort.latest': null
  'owned.retiredCount.forms': { count: number }
  'owned.retiredCount.telemetry': { count: number }
  'owned.retiredCount.queues': { count: number }
  'owned.copyUrl': null
  'owned.last': { time: string }
  'owned.suspended.form': { time: string }
  'owned.suspended.telemetry': { time: string }
  'owned.suspended.queue': { time: string }
  'owned.suspended.reason': { reason: string }
  'owned.emailsOff.form': { recipient: string }
  'owned.emailsOff.formWithDestinations': { count: number; recipient: string }
  'owned.emailsOff.telemetry': null
  'owned.emailsOff.queue': null
  'owned.emailsOff.turnOn': null
  'owned.emailsOff.failed': null
  'owned.emails.title': null
  'owned.emails.language': null
  'owned.emails.default': null
  'owned.month.title': null
  'owned.month.allEndpoints': null
  'owned.month.allQueues': null
  'owned.month.thisEndpoint': null
  'owned.month.thisQueue': null
  'owned.month.total': null
  'owned.month.latest': null
  'owned.month.never': null
  'owned.month.countedSince': null
  'owned.month.resets': { time: string }
  'owned.month.usage': null
  'owned.account.events': null
  'owned.account.messages': null
  'owned.account.eventsStop': null
  'owned.account.messagesStop': null
  'owned.account.ofTelemetry': { title: string; usage: string }
  'owned.account.ofTelemetryUntil': { time: string; title: string; usage: string }
  'owned.account.ofQueues': { title: string; usage: string }
  'owned.account.ofQueuesUntil': { time: string; title: string; usage: string }
  'owned.nameHint': null
  'owned.settings.howItWorks': null
  'owned.settings.discard': null
  'owned.settings.discarded': null
  'owned.settings.conflict': null
  'owned.settings.nowIs': { text: string }
  'owned.settings.nowEmpty': null
  'owned.settings.kept': null
  'owned.settings.notKept': null
  'owned.retire.form.title': null
  'owned.retire.form.text': null
  'owned.retire.form.button': null
  'owned.retire.form.question': null
  'owned.retire.form.named': { name: string }
  'owned.retire.form.unnamed': null
  'owned.retire.form.done': null
  'owned.retire.form.since': { time: string }
  'owned.retire.telemetry.title': null
  'owned.retire.telemetry.text': null
  'owned.retire.telemetry.button': null
  'owned.retire.telemetry.question': null
  'owned.retire.telemetry.named': { name: string }
  'owned.retire.telemetry.unnamed': null
  'owned.retire.telemetry.done': null
  'owned.retire.telemetry.since': { time: string }
  'owned.retire.queue.title': null
  'owned.retire.queue.text': null
  'owned.retire.queue.button': null
  'owned.retire.queue.question': null
  'owned.retire.queue.named': { name: string }
  'owned.retire.queue.unnamed': null
  'owned.retire.queue.done': null
  'owned.retire.queue.since': { time: string }
  'owned.retire.action': null
  'owned.test.form.button': null
  'owned.test.form.failed': null
  'owned.test.form.done': null
  'owned.test.form.note': { recipient: string }
  'owned.test.telemetry.button': null
  'owned.test.telemetry.failed': null
  'owned.test.telemetry.done': null
  'owned.test.telemetry.note': null
  'owned.test.queue.button': null
  'owned.test.queue.failed': null
  'owned.test.queue.done': null
  'owned.test.queue.note': null
  'owned.unclaimed.title': null
  'owned.unclaimed.forms': null
  'owned.unclaimed.telemetry': null
  'owned.unclaimed.queues': null
  'owned.unclaimed.showMore': { number: string }
  'owned.unclaimed.failed': null
  'owned.unclaimed.done': { name: string }
  'owned.unclaimed.created': { time: string }
  'owned.unclaimed.received.noSubmissions': null
  'owned.unclaimed.received.submissions': { count: number; time: string }
  'owned.unclaimed.received.noEvents': null
  'owned.unclaimed.received.events': { count: number; time: string }
  'owned.unclaimed.received.noMessages': null
  'owned.unclaimed.received.messages': { count: number; time: string }
  'owned.unclaimed.claim': null
  'owned.unclaimed.claimNamed': { name: string }
  'owned.unconfirmed.title': null
  'owned.unconfirmed.forms': null
  'owned.unconfirmed.telemetry': null
  'owned.unconfirmed.queues': null
  'owned.unconfirmed.form': null
  'owned.unconfirmed.telemetryOne': null
  'owned.unconfirmed.queue': null
  'owned.unconfirmed.keep': null
  'owned.unconfirmed.keepNamed': { name: string }
  'owned.unconfirmed.kept': null
  'owned.unconfirmed.notKept': null
  'owned.unconfirmed.decline': null
  'owned.unconfirmed.declineNamed': { name: string }
  'owned.unconfirmed.declined': null
  'owned.unconfirmed.restored': null
  'owned.unconfirmed.notRestored': null
  'owned.unconfirmed.question.form': null
  'owned.unconfirmed.question.telemetry': null
  'owned.unconfirmed.question.queue': null
  'owned.unconfirmed.effect': { name: string }
  'owned.keys.new': null
  'owned.keys.noneTitle': null
  'owned.keys.expiredBadge': null
  'owned.keys.created': { time: string }
  'owned.keys.neverUsed': null
  'owned.keys.lastUsed': { time: string }
  'owned.keys.expires': { time: string }
  'owned.keys.expired': { time: string }
  'owned.keys.revoke': null
  'owned.keys.revokeNamed': { name: string }
  'owned.keys.question': { name: string }
  'owned.keys.effect': null
  'owned.keys.revoked': null
  'owned.keys.createText': null
  'owned.keys.create': null
  'owned.keys.copyTitle': null
  'owned.keys.access': null
  'owned.keys.expiresAfter': null
  'owned.keys.lifetimes.none': null
  'owned.keys.lifetimes.days': { days: number }
  'owned.keys.lifetimes.year': null
  'owned.keys.once': null
  'owned.keys.done': null
  'owned.keys.tryIt': null
  'palette.label': null
  'palette.placeholder': null
  'palette.notSearched': null
  'palette.searching': null
  'palette.noResults': null
  'palette.allResults': null
  'palette.groups.places': null
  'palette.groups.submissions': null
  'palette.groups.actions': null
  'palette.groups.documents': null
  'palette.new.form': null
  'palette.new.telemetry': null
  'palette.new.queue': null
  'palette.show.unread': null
  'palette.show.spam': null
  'palette.show.archive': null
  'palette.show.trash': null
  'palette.rows.comfortable': null
  'palette.rows.compact': null
  'palette.theme.light': null
  'palette.theme.dark': null
  'palette.theme.system': null
  'palette.shortcuts': null
  'palette.signOut': null
  'palette.notSignedOut': null
  'palette.form.rename.any': null
  'palette.form.rename.this': null
  'palette.form.destinations.any': null
  'palette.form.destinations.this': null
  'palette.form.spam.any': null
  'palette.form.spam.this': null
  'palette.form.emails.any': null
  'palette.form.emails.this': null
  'palette.form.files.any': null
  'palette.form.files.this': null
  'palette.form.encryption.any': null
  'palette.form.encryption.this': null
  'palette.form.redirect.any': null
  'palette.form.redirect.this': null
  'palette.form.sites.any': null
  'palette.form.sites.this': null
  'palette.form.fields.any': null
  'palette.form.fields.this': null
  'palette.form.queue.any': null
  'palette.form.queue.this': null
  'palette.form.empty.any': null
  'palette.form.empty.this': null
  'palette.form.retire.any': null
  'palette.form.retire.this': null
  'palette.telemetry.rename.any': null
  'palette.telemetry.rename.this': null
  'palette.telemetry.link.any': null
  'palette.telemetry.link.this': null
  'palette.telemetry.badge.any': null
  'palette.telemetry.badge.this': null
  'palette.telemetry.destinations.any': null
  'palette.telemetry.destinations.this': null
  'palette.telemetry.empty.any': null
  'palette.telemetry.empty.this': null
  'palette.telemetry.retire.any': null
  'palette.telemetry.retire.this': null
  'palette.queue.rename.any': null
  'palette.queue.rename.this': null
  'palette.queue.delivery.any': null
  'palette.queue.delivery.this': null
  'palette.queue.retire.any': null
  'palette.queue.retire.this': null
  'palette.account.newKey': null
  'palette.account.signOutEverywhere': null
  'palette.account.weeklyEmail': null
  'palette.account.review': null
  'palette.account.forget': null
  'palette.account.export': null
  'palette.account.delete': null
  'palette.search.formRename': null
  'palette.search.formDestinations': null
  'palette.search.formSpam': null
  'palette.search.formEmails': null
  'palette.search.formFiles': null
  'palette.search.formEncryption': null
  'palette.search.formRedirect': null
  'palette.search.formSites': null
  'palette.search.formFields': null
  'palette.search.formQueue': null
  'palette.search.formEmpty': null
  'palette.search.formRetire': null
  'palette.search.telemetryRename': null
  'palette.search.telemetryLink': null
  'palette.search.telemetryBadge': null
  'palette.search.telemetryDestinations': null
  'palette.search.telemetryEmpty': null
  'palette.search.telemetryRetire': null
  'palette.search.queueRename': null
  'palette.search.queueDelivery': null
  'palette.search.queueRetire': null
  'palette.search.newKey': null
  'palette.search.signOutEverywhere': null
  'palette.search.weeklyEmail': null
  'palette.search.review': null
  'palette.search.forget': null
  'palette.search.export': null
  'palette.search.delete': null
  'palette.search.newForm': null
  'palette.search.newTelemetry': null
  'palette.search.newQueue': null
  'palette.search.showUnread': null
  'palette.search.showSpam': null
  'palette.search.showArchive': null
  'palette.search.showTrash': null
  'palette.search.comfortableRows': null
  'palette.search.compactRows': null
  'palette.search.lightTheme': null
  'palette.search.darkTheme': null
  'palette.search.systemTheme': null
  'palette.search.shortcuts': null
  'palette.search.signOut': null
  'palette.search.placeInbox': null
  'palette.search.placeForms': null
  'palette.search.placeTelemetry': null
  'palette.search.placeQueues': null
  'palette.search.placeUsage': null
  'palette.search.placeSettings': null
  'palette.search.placeOperator': null
  'palette.search.placeEmailReport': null
  'palette.search.placeAccount': null
  'palette.search.placePeople': null
  'palette.search.placeEncryption': null
  'palette.search.placeKeys': null
  'palette.search.placeNotifications': null
  'palette.search.placeSessions': null
  'palette.search.placeActivity': null
  'palette.search.docsStart': null
  'palette.search.docsForms': null
  'palette.search.docsScript': null
  'palette.search.docsFiles': null
  'palette.search.docsSpam': null
  'palette.search.docsEmails': null
  'palette.search.docsTelemetry': null
  'palette.search.docsQueues': null
  'palette.search.docsWebhooks': null
  'palette.search.docsEncryptedEmail': null
  'palette.search.docsNotifications': null
  'palette.search.docsPeople': null
  'palette.search.docsLanguages': null
  'palette.search.docsMigrate': null
  'palette.search.docsAgents': null
  'palette.search.docsCommandLine': null
  'palette.search.docsApi': null
  'palette.search.docsErrors': null
  'palette.search.docsSelfHosting': null
  'palette.search.docsOperator': null
  'palette.search.docsBounces': null
  'palette.search.docsScaling': null
  'palette.search.docsFailures': null
  'palette.search.docsReliability': null
  'palette.search.docsAgentGuide': null
  'people.title': null
  'people.about': { count: number }
  'people.members': null
  'people.wholeAccount': null
  'people.access': null
  'people.accessHint': null
  'people.role': null
  'people.roleOf': { email: string }
  'people.roleChanged': null
  'people.roles.viewer': null
  'people.roles.editor': null
  'people.roles.owner': null
  'people.duties.viewer': null
  'people.duties.editor': null
  'people.duties.owner': null
  'people.invited': null
  'people.expires': { time: string }
  'people.joined': { time: string }
  'people.empty.title': null
  'people.empty.text': null
  'people.invite.action': null
  'people.invite.title': null
  'people.invite.text': null
  'people.invite.done': { email: string }
  'people.remove.action': null
  'people.remove.named': { email: string }
  'people.remove.title': { email: string }
  'people.remove.text': null
  'people.remove.done': null
  'people.withdraw.action': null
  'people.withdraw.named': { email: string }
  'people.withdraw.title': { email: string }
  'people.withdraw.text': null
  'people.withdraw.done': null
  'queue.tabs.label': null
  'queue.tabs.overview': null
  'queue.tabs.dead': null
  'queue.tabs.deadCount': { number: string }
  'queue.tabs.snippets': null
  'queue.tabs.keys': null
  'queue.publish.title': null
  'queue.publish.text': null
  'queue.publish.action': null
  'queue.publish.message': null
  'queue.publish.format': null
  'queue.publish.plainText': null
  'queue.publish.invalid': null
  'queue.publish.done': null
  'queue.publish.counts': null
  'queue.figures.oldest': null
  'queue.figures.nothing': null
  'queue.figures.oldestNote': null
  'queue.figures.backlog': null
  'queue.figures.backlogNote': null
  'queue.figures.inFlight': null
  'queue.figures.inFlightNote': null
  'queue.figures.dead': null
  'queue.figures.deadNote': { count: number }
  'queue.figures.view': null
  'queue.month.label': null
  'queue.month.note': { days: number }
  'queue.rates.title': null
  'queue.rates.text': null
  'queue.rates.published': null
  'queue.rates.acknowledged': null
  'queue.rates.redelivered': null
  'queue.rates.dead': null
  'queue.rates.nothing': null
  'queue.rates.noRedeliveries': null
  'queue.waiting.title': null
  'queue.waiting.text': null
  'queue.waiting.changed': null
  'queue.waiting.refresh': null
  'queue.waiting.empty': null
  'queue.waiting.allInFlight': null
  'queue.waiting.first': null
  'queue.message.title': null
  'queue.message.copyId': null
  'queue.message.id': null
  'queue.message.empty': null
  'queue.message.test': null
  'queue.message.published': { time: string }
  'queue.message.attempts': { count: number }
  'queue.message.reason': { reason: string }
  'queue.life.label': null
  'queue.life.published': null
  'queue.life.deliveredOnce': null
  'queue.life.deliveredTimes': { count: number }
  'queue.life.deliveredNote': null
  'queue.life.noReason': null
  'queue.life.lastReason': { reason: string }
  'queue.life.waitingFirst': null
  'queue.life.waitingAgain': null
  'queue.life.dead': null
  'queue.dead.noneTitle': null
  'queue.dead.noneText': { days: string; times: string }
  'queue.dead.times': { count: number }
  'queue.dead.days': { days: number }
  'queue.dead.text': { count: number }
  'queue.dead.search': null
  'queue.dead.noMatch': null
  'queue.dead.list': null
  'queue.dead.publishedLabel': null
  'queue.dead.anyTime': null
  'queue.dead.lastHour': null
  'queue.dead.lastDay': null
  'queue.dead.earlier': null
  'queue.replay.action': null
  'queue.replay.all': null
  'queue.replay.allMatching': null
  'queue.replay.notOne': null
  'queue.replay.one': null
  'queue.replay.none': null
  'queue.replay.some': { count: number }
  'queue.delete.all': null
  'queue.delete.allQuestion': null
  'queue.delete.allEffect': null
  'queue.delete.some': { count: number }
  'queue.delete.oneQuestion': null
  'queue.delete.oneEffect': null
  'queue.delete.one': null
  'queue.delivery.title': null
  'queue.delivery.lease': null
  'queue.delivery.leaseHint': null
  'queue.delivery.attempts': null
  'queue.delivery.attemptsHint': null
  'queue.delivery.retention': null
  'queue.delivery.retentionHint': null
  'queue.delivery.wrongNumber': { max: string }
  'queue.push.title': null
  'queue.push.text': null
  'queue.push.webhook': null
  'queue.push.retired': null
  'queue.push.add': null
  'queue.push.lastFailure': { time: string }
  'queue.push.concurrency': null
  'queue.push.concurrencyHint': null
  'queue.push.timeout': null
  'queue.push.timeoutHint': null
  'queue.push.save': null
  'queue.keys.both': null
  'queue.keys.publish': null
  'queue.keys.consume': null
  'queue.keys.purpose': null
  'queue.keys.none': null
  'queue.keys.example': null
  'queue.keys.note': null
  'queue.snippets.task': null
  'queue.snippets.note': null
  'queue.emailsHint': null
  'queues.description': null
  'queues.searched': null
  'queues.first': null
  'queues.oldest': null
  'queues.backlog': null
  'queues.inFlight': null
  'queues.dead': null
  'queues.month': { count: number }
  'queues.never': null
  'queues.new.text': null
  'queues.new.example': null
  'queues.created.title': null
  'queues.created.text': null
  'queues.created.others': null
  'queues.created.key': null
  'review.title': null
  'review.text': null
  'review.textWithLearning': { learning: string }
  'review.back': null
  'review.next': null
  'review.previous': null
  'review.notSpam': null
  'review.nothing.title': null
  'review.nothing.text': null
  'review.status': { left: string; step: string }
  'review.step.spam': null
  'review.step.manySpam': { count: number }
  'review.step.moved': null
  'review.step.kept': null
  'review.left': { count: number }
  'review.allDone': null
  'review.markRest': { count: number }
  'review.inSpam': null
  'review.inInbox': null
  'review.notStored': null
  'review.notUndone': null
  'sessions.title': null
  'sessions.explained': null
  'sessions.thisDevice': null
  'sessions.times': { lastUsed: string; signedIn: string }
  'sessions.signOut': null
  'sessions.signOutOf': { device: string; time: string }
  'sessions.signedOut': { device: string }
  'sessions.notSignedOut': null
  'sessions.everywhere': null
  'sessions.here': null
  'sessions.everywhereTitle': null
  'sessions.revokeKeys': null
  'sessions.keysRejected': null
  'sessions.keysKept': null
  'shell.words.save': null
  'shell.words.saved': null
  'shell.words.notSaved': null
  'shell.words.notChanged': null
  'shell.words.cancel': null
  'shell.words.delete': null
  'shell.words.remove': null
  'shell.words.close': null
  'shell.words.edit': null
  'shell.words.rename': null
  'shell.words.add': null
  'shell.words.create': null
  'shell.words.copy': null
  'shell.words.copied': null
  'shell.words.undo': null
  'shell.words.tryAgain': null
  'shell.words.loading': null
  'shell.words.loadMore': null
  'shell.words.search': null
  'shell.words.open': null
  'shell.words.name': null
  'shell.words.email': null
  'shell.words.emailAddress': null
  'shell.words.on': null
  'shell.words.off': null
  'shell.words.enable': null
  'shell.words.disable': null
  'shell.words.download': null
  'shell.words.settings': null
  'shell.words.form': null
  'shell.words.inbox': null
  'shell.words.spam': null
  'shell.text.labeled': { label: string; value: string }
  'shell.text.bytes': { count: number }
  'shell.copy.failed': null
  'shell.pull.pulled': null
  'shell.pull.ready': null
  'shell.pull.refreshing': null
  'shell.pull.failed': null
  'shell.list.add': { list: string }
  'shell.dialog.type': { word: string }
  'shell.menu.region': null
  'shell.toast.retry': null
  'shell.toast.dismiss': null
  'shell.quota.ofLimit': { limit: string; number: string }
  'shell.quota.ofLimitWithin': { limit: string; number: string; span: string }
  'shell.quota.unlimited': { number: string }
  'shell.quota.unlimitedWithin': { number: string; span: string }
  'shell.charts.asTable': null
  'shell.charts.peak': { number: string }
  'shell.charts.peakPerHour': { number: string }
  'shell.charts.peakPerDay': { number: string }
  'shell.charts.perHour': { what: string }
  'shell.charts.perDay': { what: string }
  'shell.charts.soFar': { label: string }
  'shell.charts.slider': { label: string }
  'shell.charts.pair': { one: string; other: string }
  'shell.charts.hour': null
  'shell.charts.day': null
  'shell.charts.thisHour': null
  'shell.charts.today': null
  'shell.charts.average': null
  'shell.charts.annotation': null
  'shell.charts.events': null
  'shell.charts.visitors': null
  'shell.charts.noEvents': null
  'shell.charts.noVisitors': null
  'shell.time.justNow': null
  'shell.time.soon': null
  'shell.time.withinMinute': null
  'shell.time.midnightUtc': { day: string }
  'shell.files.exporting': { size: string }
  'shell.files.exported': null
  'shell.files.notExported': null
  'shell.files.downloading': { size: string }
  'shell.files.downloaded': null
  'shell.files.notDownloaded': null
  'shell.learning.done': { real: string; spam: string }
  'shell.learning.running': { more: string; needed: string; real: string; spam: string }
  'shell.account.signIn': null
  'shell.account.signOut': null
  'shell.account.notSignedOut': null
  'shell.account.notOpened': null
  'shell.account.signedInAs': null
  'shell.account.account': null
  'shell.account.own': null
  'shell.account.documentation': null
  'shell.account.yours': null
  'shell.account.yoursBefore': null
  'shell.account.unavailable': null
  'shell.account.actingAs': { person: string }
  'shell.theme.theme': null
  'shell.theme.system': null
  'shell.theme.light': null
  'shell.theme.dark': null
  'shell.nav.label': null
  'shell.nav.skip': null
  'shell.nav.searchAll': null
  'shell.nav.unread': { count: number }
  'shell.nav.more': null
  'shell.places.forms': null
  'shell.places.telemetry': null
  'shell.places.queues': null
  'shell.places.usage': null
  'shell.places.operator': null
  'shell.places.emailReport': null
  'shell.places.account': null
  'shell.places.people': null
  'shell.places.encryption': null
  'shell.places.keys': null
  'shell.places.notifications': null
  'shell.places.sessions': null
  'shell.places.activity': null
  'shell.shortcuts.title': null
  'shell.shortcuts.goTo': { place: string }
  'shell.shortcuts.jump': null
  'shell.shortcuts.move': null
  'shell.shortcuts.ends': null
  'shell.shortcuts.page': null
  'shell.shortcuts.everywhere': null
  'shell.shortcuts.list': null
  'shell.shortcuts.submission': null
  'shell.shortcuts.queue': null
  'shell.shortcuts.single': null
  'shell.shortcuts.singleHint': null
  'shell.views.title': null
  'shell.views.change': { name: string }
  'shell.views.rename': null
  'shell.views.deleteQuestion': { name: string }
  'shell.views.deleted': null
  'shell.views.submissionsStay': null
  'shell.notFound.toInbox': null
  'shell.notFound.hint': null
  'shell.crash.title': null
  'shell.crash.hint': null
  'shell.crash.reload': null
  'shell.crash.offline': null
  'shell.crash.notLoaded': null
  'shell.crash.notLoadedHint': null
  'shell.stepUp.title': null
  'shell.stepUp.notSent': null
  'shell.stepUp.sending': null
  'shell.stepUp.sent': { address: string }
  'shell.stepUp.confirm': null
  'shell.stepUp.code': null
  'shell.stepUp.missing': null
  'shell.stepUp.again': null
  'shell.banners.offline': null
  'shell.banners.lost': null
  'shell.banners.suspended': null
  'shell.banners.suspendedOn': { time: string }
  'shell.banners.contact': { contact: string }
  'shell.banners.reason': { reason: string }
  'shell.banners.notSent': null
  'shell.banners.kept': null
  'shell.banners.readWith': { command: string }
  'shell.banners.read': null
  'shell.banners.delayed': { time: string }
  'shell.banners.bounced': null
  'shell.banners.bouncedSince': { time: string }
  'shell.banners.bouncedHelp': null
  'shell.banners.claimed': null
  'shell.banners.forms': { count: number }
  'shell.banners.telemetry': { count: number }
  'shell.banners.queues': { count: number }
  'shell.banners.claimedByLink': { things: string }
  'shell.banners.claimedWithEmails': { count: number; things: string }
  'shell.banners.keep': null
  'shell.errors.whole': { detail: string; title: string }
  'shell.errors.sentence': { title: string }
  'shell.errors.later': null
  'shell.errors.soon': null
  'shell.errors.busy': null
  'shell.errors.operator': null
  'shell.errors.checkLink': null
  'shell.errors.offline.title': null
  'shell.errors.offline.detail': null
  'shell.errors.unreadable.title': null
  'shell.errors.reload': null
  'shell.errors.notSignedIn.title': null
  'shell.errors.notSignedIn.detail': null
  'shell.errors.codeWrong.title': null
  'shell.errors.codeWrong.detail': null
  'shell.errors.signInRate.title': null
  'shell.errors.crossSiteAction.title': null
  'shell.errors.valueInvalid.title': null
  'shell.errors.valueInvalid.detail': null
  'shell.errors.bodyUnparsable.title': null
  'shell.errors.payloadTooLarge.title': null
  'shell.errors.payloadTooLarge.detail': null
  'shell.errors.notFound.title': null
  'shell.errors.endpointNotFound.title': null
  'shell.errors.submissionNotFound.title': null
  'shell.errors.submissionNotFound.detail': null
  'shell.errors.submissionWithdrawn.title': null
  'shell.errors.submissionWithdrawn.detail': null
  'shell.errors.receiptMissing.title': null
  'shell.errors.receiptMissing.detail': null
  'shell.errors.messageNotFound.title': null
  'shell.errors.messageNotFound.detail': null
  'shell.errors.destinationNotFound.title': null
  'shell.errors.destinationNotFound.detail': null
  'shell.errors.versionConflict.title': null
  'shell.errors.versionConflict.detail': null
  'shell.errors.endpointExpired.title': null
  'shell.errors.endpointExpired.detail': null
  'shell.errors.endpointRetired.title': null
  'shell.errors.endpointSuspended.title': null
  'shell.errors.endpointSuspended.detail': null
  'shell.errors.accountSuspended.title': null
  'shell.errors.accountSuspended.detail': null
  'shell.errors.endpointConfirmed.title': null
  'shell.errors.endpointConfirmed.detail': null
  'shell.errors.recipientInvalid.title': null
  'shell.errors.recipientInvalid.detail': null
  'shell.errors.recipientPlaceholder.title': null
  'shell.errors.recipientPlaceholder.detail': null
  'shell.errors.mailboxSuppressed.title': null
  'shell.errors.mailboxSuppressed.detail': null
  'shell.errors.destinationKnown.title': null
  'shell.errors.destinationKnown.detail': null
  'shell.errors.destinationConfirmed.title': null
  'shell.errors.destinationConfirmed.detail': null
  'shell.errors.destinationUnconfirmed.title': null
  'shell.errors.destinationUnconfirmed.detail': null
  'shell.errors.destinationStopped.title': null
  'shell.errors.destinationStopped.detail': null
  'shell.errors.accountChanged.title': null
  'shell.errors.accountChanged.detail': null
  'shell.errors.handOverOpen.title': null
  'shell.errors.handOverOpen.detail': null
  'shell.errors.handOverWaits.title': null
  'shell.errors.handOverWaits.detail': null
  'shell.errors.handOverNotFound.title': null
  'shell.errors.handOverNotFound.detail': null
  'shell.errors.memberNotFound.title': null
  'shell.errors.memberNotFound.detail': null
  'shell.errors.labelNotFound.title': null
  'shell.errors.labelNotFound.detail': null
  'shell.errors.viewNotFound.title': null
  'shell.errors.nameTaken.title': null
  'shell.errors.nameTaken.detail': null
  'shell.errors.annotationNotFound.title': null
  'shell.errors.watchNotFound.title': null
  'shell.errors.queuePushing.title': null
  'shell.errors.queuePushing.detail': null
  'shell.errors.destinationUntested.title': null
  'shell.errors.destinationUntested.detail': null
  'shell.errors.destinationDisabled.title': null
  'shell.errors.destinationDisabled.detail': null
  'shell.errors.addressInvalid.title': null
  'shell.errors.addressInvalid.detail': null
  'shell.errors.testRate.title': null
  'shell.errors.emailsStopped.title': null
  'shell.errors.emailsStopped.detail': null
  'shell.errors.confirmationRate.title': null
  'shell.errors.confirmationRate.detail': null
  'shell.errors.askingRate.title': null
  'shell.errors.askingRate.detail': null
  'shell.errors.emailWaiting.title': null
  'shell.errors.emailWaiting.detail': null
  'shell.errors.resendRate.title': null
  'shell.errors.createRateHour.title': null
  'shell.errors.createSpacing.title': null
  'shell.errors.createSpacing.detail': null
  'shell.errors.roleMissing.title': null
  'shell.errors.roleMissing.detail': null
  'shell.errors.memberKnown.title': null
  'shell.errors.memberKnown.detail': null
  'shell.errors.planNeeded.title': null
  'shell.errors.planNeeded.detail': null
  'shell.errors.limitReached.title': null
  'shell.errors.limitReached.detail': null
  'shell.errors.emailKeyRefused.title': null
  'shell.errors.emailKeyRefused.detail': null
  'shell.errors.emailKeyMissing.title': null
  'shell.errors.emailKeyMissing.detail': null
  'shell.errors.emailKeyNeeded.title': null
  'shell.errors.emailKeyNeeded.detail': null
  'shell.errors.emailKeyRate.title': null
  'shell.errors.monthlyQuota.title': null
  'shell.errors.monthlyQuota.detail': null
  'shell.errors.messageInvalid.title': null
  'shell.errors.messageTooLarge.title': null
  'shell.errors.callRate.title': null
  'shell.errors.answersLimit.title': null
  'shell.errors.streamLimit.title': null
  'shell.errors.streamLimit.detail': null
  'shell.errors.requestTimeout.title': null
  'shell.errors.requestTimeout.detail': null
  'shell.errors.bodiesLimit.title': null
  'shell.errors.fileNotFound.title': null
  'shell.errors.fileNotFound.detail': null
  'shell.errors.fileInfected.title': null
  'shell.errors.fileInfected.detail': null
  'shell.errors.fileNotScanned.title': null
  'shell.errors.fileNotScanned.detail': null
  'shell.errors.filesUnavailable.title': null
  'shell.errors.diskFull.title': null
  'shell.errors.diskFull.detail': null
  'shell.errors.storeUnavailable.title': null
  'shell.errors.storeUnavailable.detail': null
  'shell.errors.internal.title': null
  'shell.errors.unknown.title': null
  'shell.errors.unavailable.title': null
  'shell.errors.field.at': null
  'shell.errors.field.name': null
  'shell.errors.field.url': { example: string }
  'shell.errors.field.origin': { example: string }
  'shell.errors.field.honeypot': null
  'shell.errors.field.email': null
  'shell.errors.field.expiry': null
  'shell.errors.field.scopes': null
  'shell.errors.field.files': null
  'shell.errors.field.queue': null
  'shell.errors.field.search': null
  'shell.language.title': null
  'shell.language.browser': null
  'shell.language.hint': null
  'snippets.agentPrompt': null
  'snippets.tasks.commandLine': null
  'snippets.tasks.page': null
  'snippets.tasks.publish': null
  'snippets.tasks.work': null
  'snippets.tasks.curlPublish': null
  'snippets.tasks.curlPull': null
  'snippets.tasks.curlAcknowledge': null
  'snippets.setKey': null
  'snippets.usage': null
  'snippets.ways.label': null
  'snippets.ways.paste': null
  'snippets.ways.forAgent': null
  'snippets.ways.terminal': null
  'snippets.ways.command': null
  'submission.title': null
  'submission.views': null
  'submission.notShown': null
  'submission.tab.message': null
  'submission.tab.delivery': null
  'submission.tab.raw': null
  'submission.loading.submission': null
  'submission.loading.deliveries': null
  'submission.toolbar.backToList': null
  'submission.toolbar.restore': null
  'submission.toolbar.moveToInbox': null
  'submission.toolbar.archive': null
  'submission.toolbar.spam': null
  'submission.toolbar.notSpam': null
  'submission.toolbar.deleteForever': null
  'submission.toolbar.star': null
  'submission.toolbar.unstar': null
  'submission.toolbar.labels': null
  'submission.toolbar.note': null
  'submission.toolbar.assign': null
  'submission.toolbar.reply': null
  'submission.toolbar.more': null
  'submission.toolbar.unread': null
  'submission.toolbar.read': null
  'submission.toolbar.copyJson': null
  'submission.toolbar.newer': null
  'submission.toolbar.older': null
  'submission.sender.block': null
  'submission.sender.blockDomain': { domain: string }
  'submission.sender.allow': null
  'submission.sender.erase': null
  'submission.sender.blocked': { entry: string }
  'submission.sender.blockedAlready': { entry: string }
  'submission.sender.allowed': { entry: string }
  'submission.sender.allowedAlready': { entry: string }
  'submission.sender.notUndone': null
  'submission.sender.filterOff': null
  'submission.heading.test': null
  'submission.heading.testExplained': null
  'submission.heading.copyAddress': null
  'submission.heading.assignedTo': { email: string }
  'submission.heading.changeAssigned': null
  'submission.heading.note': null
  'submission.heading.editNote': null
  'submission.trash.in': null
  'submission.trash.until': { day: string }
  'submission.trash.emailWaits': { text: string }
  'submission.spam.byYou': null
  'submission.spam.automatically': null
  'submission.earlier.some': { count: number }
  'submission.earlier.more': { count: number }
  'submission.earlier.list': null
  'submission.earlier.showAll': { address: string }
  'submission.trouble.bounced': null
  'submission.trouble.failed': null
  'submission.trouble.suppressed': null
  'submission.trouble.whatToDo': null
  'submission.encrypted.explained': null
  'submission.encrypted.caption': null
  'submission.field.showLess': null
  'submission.field.showLessOf': { name: string }
  'submission.field.showAll': { count: number }
  'submission.field.showAllOf': { count: number; name: string }
  'submission.field.leadsTo': null
  'submission.field.noName': null
  'submission.field.copy': { name: string }
  'submission.field.empty': { count: number }
  'submission.nothing.withdrawn': null
  'submission.nothing.noFields': null
  'submission.nothing.onlyReserved': null
  'submission.nothing.filledIn': null
  'submission.answer.label': null
  'submission.answer.replyCanned': null
  'submission.answer.post': null
  'submission.answer.noReceipt': null
  'submission.answer.notDeleted': null
  'submission.answer.yours': { time: string }
  'submission.answer.notSaved': null
  'submission.answer.draftDiscarded': null
  'submission.answer.hint': null
  'submission.answer.noRoom': null
  'submission.answer.submit': null
  'submission.answer.insertCanned': null
  'submission.answer.discardDraft': null
  'submission.answer.draftSaved': null
  'submission.canned.title': null
  'submission.canned.explained': null
  'submission.canned.done': null
  'submission.canned.none': null
  'submission.canned.notRestored': null
  'submission.canned.notDeleted': null
  'submission.canned.deleted': null
  'submission.canned.editNamed': { name: string }
  'submission.canned.deleteNamed': { name: string }
  'submission.canned.new': null
  'submission.canned.edit': null
  'submission.canned.nameHint': null
  'submission.canned.text': null
  'submission.canned.textHint': { form: string; name: string }
  'submission.canned.editAll': null
  'submission.canned.noneInMenu': null
  'submission.canned.loading': null
  'submission.reply.subject': null
  'submission.reply.quoted': { address: string; time: string }
  'submission.delivery.emailTo': { place: string }
  'submission.delivery.emailToRemoved': null
  'submission.delivery.deliveryTo': { place: string }
  'submission.delivery.deliveryToRemoved': null
  'submission.delivery.namedTo': { name: string; place: string }
  'submission.delivery.namedToRemoved': { name: string }
  'submission.delivery.removedRecipient': null
  'submission.delivery.removedDestination': null
  'submission.delivery.inDigest': { explained: string }
  'submission.delivery.nextTry': { explained: string; time: string }
  'submission.delivery.none.spam': null
  'submission.delivery.none.off': null
  'submission.queue.label': null
  'submission.queue.named': { queue: string }
  'submission.queue.published': null
  'submission.queue.refused': null
  'submission.queue.sent': null
  'submission.queue.quota': null
  'submission.queue.retired': null
  'submission.queue.other': { code: string }
  'submission.again.recipient': null
  'submission.again.to': null
  'submission.again.now': null
  'submission.again.again': null
  'submission.again.notSent': null
  'submission.again.emailQueued': null
  'submission.again.deliveryQueued': null
  'submission.attempts.queuedWithClaim': null
  'submission.state.queued': null
  'submission.state.queuedExplained': null
  'submission.state.delayed': null
  'submission.state.delayedExplained': null
  'submission.state.held': null
  'submission.state.heldExplained': null
  'submission.state.sent': null
  'submission.state.sentExplained': null
  'submission.state.kept': null
  'submission.state.keptExplained': null
  'submission.state.bounced': null
  'submission.state.bouncedExplained': null
  'submission.state.failed': null
  'submission.state.failedExplained': null
  'submission.state.suppressed': null
  'submission.state.suppressedExplained': null
  'submission.web.sent': null
  'submission.web.gone': null
  'submission.web.posted': null
  'submission.web.refused': null
  'submission.web.delayedExplained': null
  'submission.web.sentExplained': null
  'submission.web.failedExplained': null
  'submission.web.suppressedExplained': null
  'submission.report.delayed': null
  'submission.report.complaint': null
  'submission.outcome.retry': null
  'submission.outcome.rejected': null
  'submission.outcome.unknown': null
  'submission.outcome.system': null
  'submission.outcome.inProgress': null
  'submission.outcome.interrupted': null
  'submission.why.unreachable': null
  'submission.why.stopped': null
  'submission.why.tooLate': null
  'submission.why.cannotSend': null
  'submission.cause.refused': null
  'submission.cause.closed': null
  'submission.cause.timedOut': null
  'submission.cause.serverUnreachable': null
  'submission.cause.networkUnreachable': null
  'submission.cause.notFound': null
  'submission.cause.lookupFailed': null
  'submission.files.view': { name: string }
  'submission.files.download': { name: string }
  'submission.files.notDownloaded': null
  'submission.files.image': { size: string; suffix: string }
  'submission.files.document': { size: string; suffix: string }
  'submission.files.audio': { size: string; suffix: string }
  'submission.files.video': { size: string; suffix: string }
  'submission.files.archive': { size: string; suffix: string }
  'submission.files.other': { size: string; type: string }
  'submission.files.heading': { count: number; size: string }
  'submission.files.list': null
  'submission.files.downloadAll': null
  'submission.files.revoke': null
  'submission.files.revokeTitle': null
  'submission.files.revoked': null
  'submission.files.revokeExplained': null
  'submission.scan.clean': null
  'submission.scan.waiting': null
  'submission.scan.tooLarge': null
  'submission.scan.unreachable': null
  'submission.scan.found': null
  'submission.scan.foundNamed': { malware: string }
  'submission.picture.huge': null
  'submission.picture.damaged': null
  'submission.picture.tooLarge': null
  'submission.picture.size': { described: string; height: string; width: string }
  'submission.picture.loading': null
  'submission.picture.notLoaded': null
  'submission.raw.id': null
  'submission.raw.copyId': null
  'submission.raw.copyFormId': null
  'submission.raw.received': null
  'submission.raw.imported': null
  'submission.raw.folder': null
  'submission.raw.read': null
  'submission.raw.yes': null
  'submission.raw.no': null
  'submission.raw.spamReasons': null
  'submission.raw.noReasons': null
  'submission.raw.noDelivery': null
  'submission.raw.response': null
  'submission.reason.honeypot': null
  'submission.reason.blockedWord': null
  'submission.reason.blockedDomain': null
  'submission.reason.blockedAddress': null
  'submission.reason.repeat': null
  'submission.reason.burst': null
  'submission.reason.elsewhere': null
  'submission.reason.links': null
  'submission.reason.markup': null
  'submission.reason.pills': null
  'submission.reason.gambling': null
  'submission.reason.promotion': null
  'submission.reason.money': null
  'submission.reason.scam': null
  'submission.reason.dating': null
  'submission.reason.fakes': null
  'submission.reason.dense': null
  'submission.reason.pitch': null
  'submission.reason.oddLink': null
  'submission.reason.wayOut': null
  'submission.reason.script': null
  'submission.reason.wrongField': null
  'submission.reason.gibberish': null
  'submission.reason.hurry': null
  'submission.reason.sameness': null
  'submission.reason.challengeMissing': null
  'submission.reason.learned': null
  'submission.reason.unjudged': null
  'submission.reason.malware': { malware: string }
  'submission.reason.engine': { engine: string; rule: string }
  'submission.reason.other': { code: string }
  'table.label': null
  'table.folder': null
  'table.archive': null
  'table.columns': null
  'table.reset': null
  'table.export': null
  'table.status.loading': { number: string }
  'table.status.all': { count: number }
  'table.status.newest': { count: number }
  'table.status.some': { count: number; shown: string }
  'table.status.someOfNewest': { count: number; shown: string }
  'table.empty.title': null
  'table.empty.text': null
  'table.received': null
  'table.noName': null
  'table.emptyCell': { column: string }
  'table.filter': null
  'table.filterOf': { column: string }
  'table.width': { column: string }
  'table.moveBack': { column: string }
  'table.moveForward': { column: string }
  'telemetry-endpoints.description': null
  'telemetry-endpoints.searched': null
  'telemetry-endpoints.first': null
  'telemetry-endpoints.month': { count: number }
  'telemetry-endpoints.never': null
  'telemetry-endpoints.new.text': null
  'telemetry-endpoints.new.example': null
  'telemetry-endpoints.created.title': null
  'telemetry-endpoints.created.text': null
  'telemetry-endpoints.created.others': null
  'telemetry-endpoints.created.key': null
  'telemetry.tabs.label': null
  'telemetry.tabs.overview': null
  'telemetry.tabs.live': null
  'telemetry.tabs.events': null
  'telemetry.tabs.watches': null
  'telemetry.tabs.snippets': null
  'telemetry.tabs.keys': null
  'telemetry.exportCsv': null
  'telemetry.eventsLabel': null
  'telemetry.eventName': null
  'telemetry.allNames': null
  'telemetry.newestOnly': { count: number }
  'telemetry.empty': null
  'telemetry.showAll': null
  'telemetry.period.label': null
  'telemetry.period.day.name': null
  'telemetry.period.day.last': null
  'telemetry.period.day.shown': null
  'telemetry.period.day.average': null
  'telemetry.period.day.before': null
  'telemetry.period.day.line': null
  'telemetry.period.day.lastWeek': null
  'telemetry.period.day.lastWeekLine': null
  'telemetry.period.day.notKept': { count: number }
  'telemetry.period.week.name': null
  'telemetry.period.week.last': null
  'telemetry.period.week.shown': null
  'telemetry.period.week.average': null
  'telemetry.period.week.before': null
  'telemetry.period.week.line': null
  'telemetry.period.week.notKept': { count: number }
  'telemetry.period.month.name': null
  'telemetry.period.month.last': null
  'telemetry.period.month.shown': null
  'telemetry.period.month.before': null
  'telemetry.period.month.line': null
  'telemetry.period.month.notKept': { count: number }
  'telemetry.kept': { count: number }
  'telemetry.daysMissing': { count: number }
  'telemetry.chart.byHour': null
  'telemetry.chart.byDay': null
  'telemetry.chart.sinceFirst': null
  'telemetry.chart.sinceFirstUtc': null
  'telemetry.chart.total': { count: number }
  'telemetry.chart.totalNamed': { count: number; name: string }
  'telemetry.chart.totalWithOther': { count: number; name: string; number: string; other: string }
  'telemetry.chart.named': { name: string }
  'telemetry.chart.annotate': null
  'telemetry.csv.time': null
  'telemetry.csv.events': null
  'telemetry.csv.average': null
  'telemetry.csv.annotations': null
  'telemetry.compare.label': null
  'telemetry.compare.choose': null
  'telemetry.compare.with': { name: string }
  'telemetry.compare.day': { change: string; earlier: string; total: string }
  'telemetry.compare.lastWeek': { change: string; earlier: string; total: string }
  'telemetry.compare.dayAndLastWeek': { change: string; changeOfWeek: string; earlier: string; lastWeek: string; total: string }
  'telemetry.compare.week': { change: string; earlier: string; total: string }
  'telemetry.compare.month': { change: string; earlier: string; total: string }
  'telemetry.overview.firstArrived': null
  'telemetry.overview.counting': null
  'telemetry.overview.month': null
  'telemetry.names.title': null
  'telemetry.names.hint': null
  'telemetry.names.none': null
  'telemetry.names.count': null
  'telemetry.names.trend': null
  'telemetry.first.title': null
  'telemetry.first.follows': null
  'telemetry.first.event': null
  'telemetry.first.none': null
  'telemetry.first.how': null
  'telemetry.first.waiting': null
  'telemetry.first.appears': null
  'telemetry.first.ways': null
  'telemetry.first.page': null
  'telemetry.first.paste': null
  'telemetry.first.terminal': null
  'telemetry.first.prompt': null
  'telemetry.first.agent': null
  'telemetry.events.none': null
  'telemetry.events.noneNamed': { name: string }
  'telemetry.events.showWith': { prop: string; value: string }
  'telemetry.events.clearProp': { prop: string; value: string }
  'telemetry.events.noneMatch': null
  'telemetry.events.showAllNames': null
  'telemetry.events.kept': null
  'telemetry.events.new': { count: number }
  'telemetry.events.newOrMore': { number: string }
  'telemetry.events.test': null
  'telemetry.events.noProps': null
  'telemetry.event.time': null
  'telemetry.event.received': null
  'telemetry.event.id': null
  'telemetry.event.copyId': null
  'telemetry.event.page': null
  'telemetry.event.referrer': null
  'telemetry.event.user': null
  'telemetry.event.clientId': null
  'telemetry.event.property': null
  'telemetry.event.value': null
  'telemetry.event.response': null
  'telemetry.live.events': null
  'telemetry.live.pause': null
  'telemetry.live.resume': null
  'telemetry.live.clear': null
  'telemetry.live.retired': null
  'telemetry.live.retiredHint': null
  'telemetry.live.skipped': null
  'telemetry.live.waiting': null
  'telemetry.live.appear': null
  'telemetry.live.appearNamed': { name: string }
  'telemetry.live.atMost': { number: string }
  'telemetry.live.connecting': null
  'telemetry.live.live': null
  'telemetry.live.lost': null
  'telemetry.live.paused': { count: number }
  'telemetry.annotations.title': null
  'telemetry.annotations.addOne': null
  'telemetry.annotations.none': null
  'telemetry.annotations.deleteOne': { text: string }
  'telemetry.annotations.deleted': null
  'telemetry.annotations.notDeleted': null
  'telemetry.annotations.notRestored': null
  'telemetry.annotations.showAll': { number: string }
  'telemetry.annotations.add': null
  'telemetry.annotations.addHint': null
  'telemetry.annotations.text': null
  'telemetry.annotations.example': null
  'telemetry.annotations.time': null
  'telemetry.annotations.zone': null
  'telemetry.sources.pages': null
  'telemetry.sources.noPages': null
  'telemetry.sources.allPages': null
  'telemetry.sources.title': null
  'telemetry.sources.none': null
  'telemetry.sources.users': null
  'telemetry.sources.userCount': { count: number }
  'telemetry.sources.usersOrMore': { number: string }
  'telemetry.sources.active': null
  'telemetry.props.title': null
  'telemetry.props.ofAll': null
  'telemetry.props.ofNamed': { name: string }
  'telemetry.props.none': null
  'telemetry.props.find': null
  'telemetry.props.noneFound': { search: string }
  'telemetry.props.showAll': { count: number }
  'telemetry.props.inEvents': { count: number }
  'telemetry.props.sum': null
  'telemetry.props.median': null
  'telemetry.props.p95': null
  'telemetry.values.showAll': { title: string }
  'telemetry.values.search': null
  'telemetry.values.none': null
  'telemetry.values.noneFound': { search: string }
  'telemetry.values.all': { count: number }
  'telemetry.values.found': { count: number; search: string }
  'telemetry.values.some': { count: number; listed: string }
  'telemetry.values.someFound': { count: number; listed: string; search: string }
  'telemetry.values.many': { listed: string; number: string }
  'telemetry.values.manyFound': { listed: string; number: string; search: string }
  'telemetry.visitors.title': null
  'telemetry.visitors.hint': null
  'telemetry.visitors.total': { count: number }
  'telemetry.visitors.soFar': { day: string }
  'telemetry.goal.line': { goal: string; name: string; reached: string }
  'telemetry.goal.reached': { zone: string }
  'telemetry.goal.left': { number: string; zone: string }
  'telemetry.goal.title': null
  'telemetry.goal.hint': null
  'telemetry.goal.event': null
  'telemetry.goal.perDay': null
  'telemetry.goal.day': { zone: string }
  'telemetry.goal.dayOfOther': { other: string; zone: string }
  'telemetry.goal.byHour': null
  'telemetry.goal.saved': null
  'telemetry.goal.notSaved': null
  'telemetry.goal.remove': null
  'telemetry.goal.removed': null
  'telemetry.goal.notRemoved': null
  'telemetry.badge.title': null
  'telemetry.badge.hint': null
  'telemetry.badge.publish': null
  'telemetry.badge.notPublished': null
  'telemetry.badge.now': null
  'telemetry.badge.markdown': null
  'telemetry.badge.revoke': null
  'telemetry.badge.revokeTitle': null
  'telemetry.badge.revokeText': null
  'telemetry.badge.revoked': null
  'telemetry.link.title': null
  'telemetry.link.hint': null
  'telemetry.link.create': null
  'telemetry.link.notCreated': null
  'telemetry.link.revokeTitle': null
  'telemetry.link.revokeText': null
  'telemetry.link.revoked': null
  'telemetry.keys.purpose': null
  'telemetry.keys.none': null
  'telemetry.keys.readOnly': null
  'telemetry.keys.example': null
  'telemetry.keys.note': null
  'telemetry.snippets.client': null
  'telemetry.settings.emails': null
  'telemetry.settings.deleteTitle': null
  'telemetry.settings.deleteHint': null
  'telemetry.settings.deleteAllEvents': null
  'telemetry.settings.deleteQuestion': null
  'telemetry.settings.deleteText': null
  'telemetry.settings.deleteAll': null
  'telemetry.settings.deleted': null
  'telemetry.watches.about': null
  'telemetry.watches.new': null
  'telemetry.watches.none': null
  'telemetry.watches.limit': { count: number }
  'telemetry.watches.remove': null
  'telemetry.watches.removeTitle': null
  'telemetry.watches.removeText': { title: string }
  'telemetry.watches.removed': null
  'telemetry.watches.editOne': { title: string }
  'telemetry.watches.removeOne': { title: string }
  'telemetry.watches.fired': null
  'telemetry.watches.ok': null
  'telemetry.watches.allEvents': null
  'telemetry.watches.allWith': { props: string }
  'telemetry.watches.namedWith': { name: string; props: string }
  'telemetry.watches.lastFired': { time: string }
  'telemetry.watches.next': { time: string }
  'telemetry.watches.noEventYet': null
  'telemetry.watches.lastEmail': { time: string }
  'telemetry.watches.firedAt': { time: string }
  'telemetry.watches.waits': null
  'telemetry.watches.clearsAt': { time: string }
  'telemetry.watches.firesAt': { time: string }
  'telemetry.watches.quiet': { age: string }
  'telemetry.watches.inMinutes': { count: number; events: string }
  'telemetry.watches.inHour': { events: string }
  'telemetry.watches.inHours': { count: number; events: string }
  'telemetry.watches.inDay': { events: string }
  'telemetry.watches.inDays': { count: number; events: string }
  'telemetry.watches.span.minutes': { count: number }
  'telemetry.watches.span.hours': { count: number }
  'telemetry.watches.span.days': { count: number }
  'telemetry.watches.silence': { span: string }
  'telemetry.watches.over': { count: number; span: string }
  'telemetry.watches.under': { count: number; span: string }
  'telemetry.watches.every': null
  'telemetry.watches.report': null
  'telemetry.watches.kinds.silence': null
  'telemetry.watches.kinds.over': null
  'telemetry.watches.kinds.under': null
  'telemetry.watches.kinds.every': null
  'telemetry.watches.kinds.report': null
  'telemetry.watches.units.minutes': null
  'telemetry.watches.units.hours': null
  'telemetry.watches.units.days': null
  'telemetry.watches.tells.all': null
  'telemetry.watches.tells.destinations': null
  'telemetry.watches.dialog.edit': null
  'telemetry.watches.dialog.editHint': null
  'telemetry.watches.dialog.newHint': null
  'telemetry.watches.dialog.add': null
  'telemetry.watches.dialog.saved': null
  'telemetry.watches.dialog.added': null
  'telemetry.watches.dialog.when': null
  'telemetry.watches.dialog.over': null
  'telemetry.watches.dialog.under': null
  'telemetry.watches.dialog.for': null
  'telemetry.watches.dialog.within': null
  'telemetry.watches.dialog.unit': null
  'telemetry.watches.dialog.props': null
  'telemetry.watches.dialog.propsHint': null
  'telemetry.watches.dialog.tell': null
  'telemetry.watches.dialog.wrongCount': { max: string }
  'telemetry.watches.dialog.wrongSpan': null
  'telemetry.watches.dialog.wrongLine': null
  'telemetry.watches.dialog.tooManyLines': null
  'usage.title': null
  'usage.days': { count: number }
  'usage.shorter.label': null
  'usage.shorter.from': { time: string }
  'usage.shorter.explained': { exportFirst: string; submissionsAfter: string; submissionsBefore: string; telemetryAfter: string; telemetryBefore: string }
  'usage.shorter.export': null
  'usage.plan.title': { name: string }
  'usage.plan.explained': null
  'usage.plan.submissions': null
  'usage.plan.submissionRetention': null
  'usage.plan.telemetryRetention': null
  'usage.plan.destinations': null
  'usage.plan.oneDestination': null
  'usage.plan.severalDestinations': { number: string }
  'usage.plan.files': null
  'usage.plan.noFiles': null
  'usage.plan.oneFile': { size: string }
  'usage.plan.severalFiles': { number: string; size: string }
  'usage.plan.fileStorage': null
  'usage.plan.unlimited': null
  'usage.plan.perForm': { quota: string }
  'usage.plan.inTotal': { quota: string }
  'usage.none.title': null
  'usage.none.explained': null
  'usage.month.title': null
  'usage.month.explained': { time: string }
  'usage.month.list': null
  'usage.files.title': null
  'usage.files.explained': null
  'usage.quota.events': null
  'usage.quota.eventsThisMonth': null
  'usage.quota.allTelemetry': null
  'usage.quota.messages': null
  'usage.quota.messagesThisMonth': null
  'usage.quota.allQueues': null
  'usage.quota.submissionsThisMonth': { name: string }
}
