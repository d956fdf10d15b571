/** Navigation items of the work; phones show all of these. */
export const WORK_PLACES = [
  { to: '/inbox', label: 'Inbox', icon: 'inbox', keys: 'g i' },
  { to: '/forms', label: 'Forms', icon: 'endpoints', keys: 'g f' },
  { to: '/telemetry', label: 'Telemetry', icon: 'telemetry', keys: 'g t' },
  { to: '/queues', label: 'Queues', icon: 'queue', keys: 'g q' },
] as const

/** Navigation items below the line; on phones behind "More". */
export const OTHER_PLACES = [
  { to: '/usage', label: 'Usage', icon: 'usage', keys: 'g u' },
  { to: '/settings', label: 'Settings', icon: 'settings', keys: 'g ,' },
] as const

/** Navigation items of the operator of the instance alone. */
export const OPERATOR_PLACES = [
  { to: '/operator', label: 'Operator', icon: 'people', keys: 'g o' },
  { to: '/email-report', label: 'Email report', icon: 'mail', keys: 'g e' },
] as const

/** Sections of the settings. */
export const SETTINGS_PLACES = [
  { to: '/settings/account', label: 'Account', icon: 'account', keys: 'g a' },
  { to: '/settings/people', label: 'People', icon: 'people', keys: 'g p' },
  { to: '/settings/encryption', label: 'Encryption', icon: 'lock', keys: 'g e' },
  { to: '/settings/keys', label: 'API keys', icon: 'key', keys: 'g k' },
  { to: '/settings/notifications', label: 'Notifications', icon: 'bell', keys: 'g n' },
  { to: '/settings/sessions', label: 'Sessions', icon: 'sessions', keys: 'g s' },
  { to: '/settings/activity', label: 'Activity', icon: 'list', keys: 'g l' },
] as const
