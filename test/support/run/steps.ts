/** Steps of the two runs. */
export type Step = {
  name: string
  /** Patterns. */
  files: readonly string[]
  env?: Record<string, string>
  /**
   * The files share processes, one file after the other in each. It saves the start of each file, which takes longer than
   * most.
   */
  isShared?: boolean
  /** Files that another step runs. */
  exclude?: readonly string[]
}

/** Tests that only compute: they start no server and no process. */
const PURE = [
  'test/{domain,config,ids,runtime}/**/*.test.ts',
  'test/dashboard/*.test.ts',
  'test/{image/recipe,project/*}.test.ts',
  'test/delivery/{emails*,mime,quota-emails}.test.ts',
  'test/delivery/web/{classify,signature,turns,web-request}.test.ts',
  'test/http/kernel/{client-address,negotiation,read-body,refusals,stream-pieces}.test.ts',
  'test/http/limits/*.test.ts',
  'test/locales/message.test.ts',
  'test/http/pages/{languages,pages,refusal,snippets}.test.ts',
  'test/http/submissions/{export-formats,import-files}.test.ts',
  'test/http/telemetry/{protobuf,read-events}.test.ts',
]

/** Tests of the store that open no database: those of the bytes of files. */
const NO_DATABASE = ['test/store/files/{flush-order,folder-files}.test.ts', 'test/store/files/s3/*.test.ts']

/** Tests over HTTP. Each starts a service of its own. */
const HTTP = ['test/http/**/*.test.ts']

/** Tests that validate every documented response: compiling schemas is most of their work. */
const RESPONSES = ['test/http/answers/*.test.ts']

/**
 * Tests of HTTP that no database changes, which `npm test` runs on SQLite: documents, pages and files, what happens before a
 * request reaches the store, and the bodies and markup of other vendors. The tests of `endpoints`, `forms/submit`,
 * `forms/charsets`, `queues`, `submissions` and `telemetry/telemetry` prove on both what such requests store.
 */
const ANY_DATABASE = [
  'test/http/{docs,pages,schema}/*.test.ts',
  'test/http/site/{dashboard,form-script,well-known}.test.ts',
  'test/http/kernel/{api-headers,body-budget,body-work,connections,edges,fast-path,headers}.test.ts',
  'test/http/kernel/{json-text,late-request,pending-responses}.test.ts',
  'test/http/mcp/wire.test.ts',
  'test/http/endpoints/markdown.test.ts',
  'test/http/forms/{error-redirect,form-pages,formspree,page-libraries,prefilled-forms}.test.ts',
  'test/http/queues/{cloudflare,unread}.test.ts',
  'test/http/telemetry/{clients,every-protocol,otlp,unread,work}.test.ts',
]

/**
 * Tests of HTTP whose statements other files send to PostgreSQL, too, as a log of the steps "HTTP on PostgreSQL" and "store on
 * PostgreSQL" showed. What they prove, of rules, rights and responses, is decided before or after. Files with races, several
 * nodes, searches or lists by page are not among them.
 */
const SAME_STATEMENTS = [
  'test/http/accounts/{call-rate,key-expiry,keys,step-up}.test.ts',
  'test/http/answers/{account,deliveries,destinations,events,keys,live}-answers.test.ts',
  'test/http/answers/{queue,sign-in,submissions,usage}-answers.test.ts',
  'test/http/destinations/stopped-destination.test.ts',
  'test/http/endpoints/{claim-email-state,claim-kinds,claim-unclaimed,confirmation,creation-challenge}.test.ts',
  'test/http/endpoints/{decline,form-name,settings,spam-settings,strangers,strangers-everywhere}.test.ts',
  'test/http/forms/{page-tokens,vendors}.test.ts',
  'test/http/health/form-health.test.ts',
  'test/http/mcp/{access,unread}.test.ts',
  'test/http/outbox/{deliveries,stopped-by-link}.test.ts',
  'test/http/queues/{answer-size,gone,limits,scopes}.test.ts',
  'test/http/site/arrivals.test.ts',
  'test/http/submissions/{likely-lessons,test-submissions}.test.ts',
  'test/http/telemetry/{public-link,test-events}.test.ts',
]

/** Tests of HTTP that open a SQLite file in every run, to fill its disk, or no store. */
const OWN_FILE = [
  'test/http/answers/{endpoints,queues,telemetry}-answers.test.ts',
  'test/http/forms/form-observations.test.ts',
  'test/http/kernel/outages.test.ts',
]

/** Tests of HTTP that take several seconds: `npm test` leaves them to the full run. */
const SLOW_HTTP = [
  'test/http/answers/{account,deliveries,destinations,devices,events,keys,live,members,queue,queues,sign-in,usage}-answers.test.ts',
  'test/http/accounts/{access,account,account-export,audit,members,sign-in,stream}.test.ts',
  'test/http/devices/devices.test.ts',
  'test/http/accounts/{email-key,email-key-look-up,encrypted-only}.test.ts',
  'test/http/destinations/{deleted-deliveries,destinations,hostile-owners,most-deliveries}.test.ts',
  'test/http/docs/{docs-pages,llms,openapi}.test.ts',
  'test/http/endpoints/{confirmation,decline,markdown}.test.ts',
  'test/http/files/{export-zip,fetch-file,file-links}.test.ts',
  'test/http/forms/{challenge,prefilled-forms,receipt,spam-filter}.test.ts',
  'test/http/health/health-email.test.ts',
  'test/http/kernel/{api-headers,pending-responses}.test.ts',
  'test/http/mcp/{access,tools,unread}.test.ts',
  'test/http/outbox/{bounces,deliveries,email-report,email-rhythm,spam-digest,stopped-by-link}.test.ts',
  'test/http/pages/front.test.ts',
  'test/http/plans/{plan-changes,quota-share,quotas}.test.ts',
  'test/http/queues/{push,push-order,waits}.test.ts',
  'test/http/submissions/{encrypted-store,export,import,judgements,submissions}.test.ts',
  'test/http/telemetry/{clients,telemetry,visitors,watches}.test.ts',
  'test/http/uploads/{deleted-files,hostile}.test.ts',
]

/** Every email in every language, with five kinds of content. */
const SLOW_RULES = ['test/delivery/emails-text.test.ts']

/** Tests of actions and of the store that take as long. */
const SLOW_ACTIONS = [
  'test/actions/{destinations,purge-old,reseal-secrets}.test.ts',
  'test/store/outbox/email-counts.test.ts',
  'test/store/submissions/{search,search-index,submission-index}.test.ts',
  'test/store/dialects/sqlite/checkpoints.test.ts',
]

/** Tests of commands that take as long. */
const SLOW_COMMANDS = [
  'test/client/listen.test.ts',
  'test/commands/{backup,backup-files,copy,copy-files,doctor,mailbox,wait-for-database}.test.ts',
  'test/commands/dns/mail-dns.test.ts',
]

/**
 * Hours of an attack on the limits of emails, hostile messages for every chat, and other tests of deliveries that take several
 * seconds: `npm test` leaves them to the full run.
 */
const LONG_ATTACKS = [
  'test/service/{devices,service}.test.ts',
  'test/delivery/bounces/hostile.test.ts',
  'test/delivery/devices/failures.test.ts',
  'test/delivery/{attachments,email-ceiling,email-turns,smtp-faults,worker}.test.ts',
  'test/delivery/domains/{reputation,slow-domains}.test.ts',
  'test/delivery/encryption/interoperation.test.ts',
  'test/delivery/web/chat-formats.test.ts',
  'test/service/{file-scans,link-secret}.test.ts',
]

/** Tests over simulated months, and over days of purges. */
const MONTHS = ['test/service/{lost-files,maintenance,many-deleted-files,retention}.test.ts']
/** Tests that start processes, kill or stop them, or wait for time limits. Each names the database that it is about. */
const PROCESSES = [
  'test/service/{clocks-apart,database-file,digest-kill,metrics-outage,watch-kill,write-lock}.test.ts',
]
/** Tests of pages in a browser, which no database changes. */
const PAGES_IN_BROWSER = ['test/http/pages/{hostile,quality}.test.ts']

/** The test of faults that `npm test` runs. */
const KILL = ['test/faults/kill.test.ts']

/** Tests in a network of their own. */
const OWN_NETWORK = ['test/delivery/egress/egress.test.ts']

/** Tests with spam filters and the scanner of others, which take seconds to start. */
const SPAM_FILTERS = ['test/judging/engines/real-{clamd,engines}.test.ts']
/** A mail server of others: Postfix, which relays, receives and reports. */
const MAIL_SERVERS = ['test/delivery/bounces/postfix.test.ts']

export const STEPS: Record<string, readonly Step[]> = {
  quick: [
    { name: 'rules', files: PURE, exclude: SLOW_RULES, isShared: true },
    {
      name: 'documented responses',
      files: RESPONSES,
      exclude: SLOW_HTTP,
      env: { TEST_STORES: 'SQLite' },
      isShared: true,
    },
    {
      name: 'HTTP on SQLite',
      files: HTTP,
      env: { TEST_STORES: 'SQLite' },
      exclude: [...PURE, ...RESPONSES, ...PAGES_IN_BROWSER, ...SLOW_HTTP],
      isShared: true,
    },
    {
      name: 'store on SQLite',
      files: ['test/{store,actions}/**/*.test.ts'],
      env: { TEST_STORES: 'SQLite' },
      exclude: SLOW_ACTIONS,
      isShared: true,
    },
    {
      name: 'service on SQLite',
      files: ['test/{delivery,judging,service}/**/*.test.ts', 'test/client/*.test.ts'],
      env: { TEST_STORES: 'SQLite' },
      exclude: [
        ...PURE,
        ...MONTHS,
        ...PROCESSES,
        ...SPAM_FILTERS,
        ...MAIL_SERVERS,
        ...LONG_ATTACKS,
        ...OWN_NETWORK,
        ...SLOW_COMMANDS,
      ],
      isShared: true,
    },
    {
      name: 'commands and processes on SQLite',
      files: ['test/commands/**/*.test.ts', 'test/browser/journey.test.ts', ...KILL],
      exclude: SLOW_COMMANDS,
      env: { TEST_STORES: 'SQLite' },
    },
  ],
  full: [
    {
      name: 'HTTP on PostgreSQL',
      files: HTTP,
      env: { TEST_STORES: 'PostgreSQL', TEST_POSTGRES: '1' },
      exclude: [...PURE, ...ANY_DATABASE, ...SAME_STATEMENTS, ...OWN_FILE, ...PAGES_IN_BROWSER],
      isShared: true,
    },
    {
      name: 'slow tests of HTTP, actions and emails on SQLite',
      files: [...SLOW_RULES, ...SLOW_HTTP, ...SLOW_ACTIONS, ...LONG_ATTACKS],
      env: { TEST_STORES: 'SQLite' },
      isShared: true,
    },
    {
      name: 'store on PostgreSQL',
      files: ['test/{store,actions}/**/*.test.ts', 'test/delivery/worker.test.ts'],
      env: { TEST_STORES: 'PostgreSQL', TEST_POSTGRES: '1' },
      exclude: ['test/store/dialects/sqlite/*.test.ts', ...NO_DATABASE],
      isShared: true,
    },
    {
      name: 'service on PostgreSQL',
      files: ['test/service/**/*.test.ts', 'test/commands/copy.test.ts'],
      env: { TEST_STORES: 'PostgreSQL', TEST_POSTGRES: '1' },
      exclude: PROCESSES,
    },
    {
      name: 'months and slow commands on SQLite',
      files: [...MONTHS, ...SLOW_COMMANDS],
      env: { TEST_STORES: 'SQLite' },
    },
    { name: 'processes', files: [...PROCESSES, ...OWN_NETWORK] },
    { name: 'browsers', files: ['test/browser/*.test.ts', ...PAGES_IN_BROWSER], isShared: true },
    {
      name: 'snippets and documents',
      files: ['test/{snippets,docs}/*.test.ts', 'test/dashboard/build/*.test.ts'],
      isShared: true,
    },
    { name: 'packages', files: ['test/package.test.ts', 'test/client/package/*.test.ts'] },
    { name: 'clients of others', files: ['test/clients/*.test.ts'] },
    { name: 'spam filters and mail servers of others', files: [...SPAM_FILTERS, ...MAIL_SERVERS] },
    { name: 'image', files: ['test/image/image.test.ts'] },
    { name: 'faults', files: ['test/faults/*.test.ts'], exclude: KILL },
  ],
}
