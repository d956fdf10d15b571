/** Navigation items; phones show the first three and put the rest behind "More". */
export const PLACES = [
  { to: '/inbox', label: 'Inbox', icon: 'inbox', keys: 'g i' },
  { to: '/endpoints', label: 'Endpoints', icon: 'endpoints', keys: 'g e' },
  { to: '/telemetry', label: 'Telemetry', icon: 'telemetry', keys: 'g t' },
  { to: '/queues', label: 'Queues', icon: 'queue', keys: 'g q' },
  { to: '/usage', label: 'Usage', icon: 'usage', keys: 'g u' },
  { to: '/keys', label: 'API keys', icon: 'key', keys: 'g k' },
  { to: '/sessions', label: 'Sessions', icon: 'sessions', keys: 'g s' },
  { to: '/account', label: 'Account', icon: 'account', keys: 'g a' },
] as const

export const PHONE_PLACES = 3
