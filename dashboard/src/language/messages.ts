// Generated from src/locales/dashboard/ by `npm run messages`. Do not edit.
/** Folders of the screens, and `shell` for all else. */
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
  | 'submission'
  | 'table'
  | 'telemetry-endpoints'
  | 'telemetry'
  | 'usage'

/** Messages of the dashboard by name, with their arguments in all languages together; null: none. */
export type Messages = {
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
  'owned.title.forms': null
  'owned.title.telemetry': null
  'owned.title.queues': null
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
  'owned.sort.name': null
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
  'shell.words.back': null
  'shell.words.open': null
  'shell.words.name': null
  'shell.words.email': null
  'shell.words.emailAddress': null
  'shell.words.on': null
  'shell.words.off': null
  'shell.words.none': null
  'shell.words.all': null
  'shell.words.enable': null
  'shell.words.disable': null
  'shell.words.stop': null
  'shell.words.send': null
  'shell.words.download': null
  'shell.words.settings': null
  'shell.words.form': null
  'shell.words.inbox': null
  'shell.words.spam': null
  'shell.words.deleted': null
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
}
