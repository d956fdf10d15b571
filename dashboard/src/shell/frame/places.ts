/** Navigation items of the work; phones show all of these. */
export const WORK_PLACES = [
  { to: '/inbox', label: 'shell.words.inbox', icon: 'inbox', keys: 'g i' },
  { to: '/forms', label: 'shell.places.forms', icon: 'endpoints', keys: 'g f' },
  { to: '/telemetry', label: 'shell.places.telemetry', icon: 'telemetry', keys: 'g t' },
  { to: '/queues', label: 'shell.places.queues', icon: 'queue', keys: 'g q' },
] as const

/** Navigation items below the line; on phones behind "More". */
export const OTHER_PLACES = [
  { to: '/usage', label: 'shell.places.usage', icon: 'usage', keys: 'g u' },
  { to: '/settings', label: 'shell.words.settings', icon: 'settings', keys: 'g ,' },
] as const

/** Navigation items of the operator of the instance alone. */
export const OPERATOR_PLACES = [
  { to: '/operator', label: 'shell.places.operator', icon: 'people', keys: 'g o' },
  { to: '/email-report', label: 'shell.places.emailReport', icon: 'mail', keys: 'g m' },
] as const

/** Sections of the settings. */
export const SETTINGS_PLACES = [
  { to: '/settings/account', label: 'shell.places.account', icon: 'account', keys: 'g a' },
  { to: '/settings/people', label: 'shell.places.people', icon: 'people', keys: 'g p' },
  { to: '/settings/encryption', label: 'shell.places.encryption', icon: 'lock', keys: 'g e' },
  { to: '/settings/keys', label: 'shell.places.keys', icon: 'key', keys: 'g k' },
  { to: '/settings/notifications', label: 'shell.places.notifications', icon: 'bell', keys: 'g n' },
  { to: '/settings/sessions', label: 'shell.places.sessions', icon: 'sessions', keys: 'g s' },
  { to: '/settings/activity', label: 'shell.places.activity', icon: 'list', keys: 'g l' },
] as const
