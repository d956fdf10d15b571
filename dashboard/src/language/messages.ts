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
}
