/** Guides of the documentation, and the words by which the palette finds them besides their titles. */
export const GUIDES = [
  { path: '/docs', title: 'Documentation', words: 'docs start guides help' },
  { path: '/docs/forms', title: 'Forms', words: 'docs html fields receipt' },
  { path: '/docs/form-script', title: 'A form that answers in the page', words: 'docs script form.js' },
  { path: '/docs/spam', title: 'Spam', words: 'docs filter honeypot' },
  { path: '/docs/telemetry', title: 'Telemetry', words: 'docs events' },
  { path: '/docs/queues', title: 'Queues', words: 'docs messages' },
  {
    path: '/docs/webhooks',
    title: 'Webhooks and chats',
    words: 'docs Slack Discord Teams Telegram ntfy signature',
  },
  {
    path: '/docs/migrate',
    title: 'Moving from another form service',
    words: 'docs migrate import Formspree Netlify',
  },
  { path: '/docs/agents', title: 'Coding agents', words: 'docs MCP' },
  { path: '/docs/command-line', title: 'Command line', words: 'docs CLI terminal' },
  { path: '/docs/api', title: 'API', words: 'docs reference' },
  { path: '/docs/errors', title: 'Errors', words: 'docs codes' },
  { path: '/docs/self-hosting', title: 'Self-hosting', words: 'docs self hosting operate backup' },
  { path: '/docs/scaling', title: 'Scaling', words: 'docs PostgreSQL' },
  { path: '/docs/failures', title: 'When something fails', words: 'docs failures' },
  { path: '/docs/reliability', title: 'Reliability', words: 'docs' },
  { path: '/llms.txt', title: 'Guide for coding agents', words: 'docs llms.txt' },
] as const
