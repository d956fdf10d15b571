import { CALLS_PER_MINUTE } from '../domain/accounts/api-key.ts'
import { getCreationsBeforeChallenge, MAX_CHALLENGE_TRIES } from '../domain/challenges/challenge.ts'
import { CREATION_SPACING_MS, CREATIONS_PER_HOUR } from '../domain/endpoints/creation-limit.ts'
import {
  LARGE_MAIL_DOMAINS,
  UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR,
  UNCONFIRMED_EMAILS_PER_HOUR,
} from '../domain/outbox/email-ceiling.ts'
import { SINGLE_EMAILS_PER_HOUR } from '../domain/outbox/email-rhythm.ts'
import { PLANS } from '../domain/plans/plan.ts'
import { SUBMIT_BURST, SUBMIT_PER_MINUTE } from '../domain/submissions/submit-rate.ts'
import { EVENT_RATE_FACTOR } from '../domain/telemetry/event.ts'

/** One environment variable. The documentation and the checks are made from the table below. */
export type Setting = {
  /** Description of a valid value, completing "expected: …". */
  expects: string
  /** Default value; null where none is needed or it follows from other settings. */
  fallback: string | null
  /** Default in words, where `fallback` does not say it. */
  without?: string
  /** true: the value can come from a file named by the `_FILE` variable, and is never printed. */
  secret?: true
  meaning: string
  example: string
}

export type SettingName = keyof typeof SETTINGS

export const SETTINGS = {
  FORMSLOT_BASE_URL: {
    expects: 'an http or https address without a path',
    fallback: null,
    without: 'http://{host}:{port}, in a container http://127.0.0.1:{port}',
    meaning: 'The address at which browsers reach this instance, used in every link and email.',
    example: 'https://forms.your-domain.org',
  },
  FORMSLOT_HOST: {
    expects: 'an IP address or a host name, without a port',
    fallback: '127.0.0.1',
    meaning:
      'The interface to listen on. `0.0.0.0` and `::` mean all of them and, except in a container, need `FORMSLOT_BASE_URL`.',
    example: '0.0.0.0',
  },
  FORMSLOT_PORT: {
    expects: 'a whole number from 0 to 65535; 0 picks a free port',
    fallback: '8080',
    meaning: 'The port to listen on.',
    example: '8080',
  },
  FORMSLOT_DATA_DIR: {
    expects: 'a directory',
    fallback: './data',
    meaning: 'Contains the database, the secret and the embedded mailbox. Created on the first start.',
    example: '/var/lib/formslot',
  },
  FORMSLOT_DATABASE_URL: {
    expects: 'file: and the path of a file, or postgres://user:password@host:port/database',
    fallback: null,
    without: 'file:{data dir}/formslot.db',
    meaning:
      'The database: a SQLite file on a local disk, or a PostgreSQL server, 14 or newer, which several nodes can share (`docs/scaling.md`).',
    example: 'file:/var/lib/formslot/formslot.db',
  },
  FORMSLOT_LISTEN_URL: {
    expects: 'postgres://user:password@host:port/database, the same database',
    fallback: null,
    without: '`FORMSLOT_DATABASE_URL`',
    meaning:
      'Only with a connection pooler: the address of the PostgreSQL server itself, for LISTEN (`docs/scaling.md`).',
    example: 'postgres://formslot:password@db.your-domain.org:5432/formslot',
  },
  FORMSLOT_FILES: {
    expects: 'file: and the path of a folder, or s3://bucket/prefix',
    fallback: null,
    without: 'file:{data dir}/files',
    meaning:
      'Where the bytes of files that visitors send are kept: a folder or an S3 bucket, the same for all nodes. What is being received is in its folder `in`, with S3 in `{data dir}/files/in`.',
    example: 's3://your-bucket/formslot',
  },
  FORMSLOT_S3_ENDPOINT: {
    expects: 'an http or https address without a path',
    fallback: null,
    without: 'https://s3.{region}.amazonaws.com',
    meaning:
      'The S3 server. It may have a private address: it is yours, and `FORMSLOT_EGRESS_ALLOW` does not apply.',
    example: 'https://s3.your-provider.net',
  },
  FORMSLOT_S3_REGION: {
    expects: 'a region, such as us-east-1',
    fallback: null,
    without: 'us-east-1',
    meaning:
      'The region for which requests are signed; some servers have a name of their own, such as `auto`.',
    example: 'eu-central-1',
  },
  FORMSLOT_S3_KEY: {
    expects: 'the id of an access key, printable ASCII',
    fallback: null,
    without: 'needed with `FORMSLOT_FILES=s3://…`',
    meaning:
      'The access key. It may put, get and delete objects and list the bucket; the bucket stays private.',
    example: 'AKIAIOSFODNN7EXAMPLE',
  },
  FORMSLOT_S3_SECRET: {
    expects: 'the secret of that access key, printable ASCII',
    fallback: null,
    without: 'needed with `FORMSLOT_FILES=s3://…`',
    secret: true,
    meaning: 'The secret of the access key.',
    example: '<the secret of the access key>',
  },
  FORMSLOT_S3_PATH_STYLE: {
    expects: 'on or off',
    fallback: null,
    without: '`on` with `FORMSLOT_S3_ENDPOINT`, else `off`',
    meaning:
      'on: the bucket is the first part of the path (`{endpoint}/{bucket}`). off: it is part of the host (`{bucket}.{endpoint}`).',
    example: 'off',
  },
  FORMSLOT_SECRET: {
    expects: 'at least 32 random bytes as text, such as the output of: openssl rand -base64 32',
    fallback: null,
    without: 'generated, kept in {data dir}/secret',
    secret: true,
    meaning:
      'All public ids depend on it and, unless `FORMSLOT_LINK_SECRET` is set, all links in emails. Back it up and never change it.',
    example: '<output of: openssl rand -base64 32>',
  },
  FORMSLOT_LINK_SECRET: {
    expects: 'at least 32 random bytes as text, such as the output of: openssl rand -base64 32',
    fallback: null,
    without: '`FORMSLOT_SECRET`',
    secret: true,
    meaning: 'Signs the links and codes in emails. Set it to rotate the secret; see below.',
    example: '<output of: openssl rand -base64 32>',
  },
  FORMSLOT_OLD_LINK_SECRET: {
    expects: 'the secret that signed the links before FORMSLOT_LINK_SECRET',
    fallback: null,
    without: 'none',
    secret: true,
    meaning: 'The link secret that is being replaced. Set it together with its date.',
    example: '<the secret that was used so far>',
  },
  FORMSLOT_OLD_LINK_SECRET_UNTIL: {
    expects: 'a date, or a time in UTC such as 2026-12-24T18:00Z',
    fallback: null,
    without: 'none',
    meaning:
      'Links signed with `FORMSLOT_OLD_LINK_SECRET` work until then; a date in the past refuses them at once.',
    example: '2026-12-24',
  },
  FORMSLOT_TRUST_PROXY: {
    expects: 'addresses or CIDR ranges, separated by commas',
    fallback: '',
    without: 'no proxy is trusted',
    meaning: 'The reverse proxies whose `X-Forwarded-For` is trusted.',
    example: '127.0.0.1,10.0.0.0/8',
  },
  FORMSLOT_SMTP_URL: {
    expects: 'smtp://user:password@host:port or smtps://…, user and password percent-encoded',
    fallback: null,
    without: 'emails go to the embedded mailbox',
    secret: true,
    meaning:
      'The mail server that sends the emails. `smtp://` (port 587) uses STARTTLS, `smtps://` (port 465) uses TLS from the start.',
    example: 'smtp://formslot:p%40ssword@mail.your-domain.org:587',
  },
  FORMSLOT_MAIL_FROM: {
    expects: 'an address, or a name and an address in angle brackets',
    fallback: null,
    without: 'needed with `FORMSLOT_SMTP_URL`',
    meaning: 'The sender of every email.',
    example: 'Formslot <forms@your-domain.org>',
  },
  FORMSLOT_DKIM_DOMAIN: {
    expects: 'a domain',
    fallback: null,
    without: 'emails are not signed here',
    meaning: 'DKIM: the signing domain. Set all three DKIM settings or none.',
    example: 'your-domain.org',
  },
  FORMSLOT_DKIM_SELECTOR: {
    expects: 'a selector of letters, digits and hyphens',
    fallback: null,
    meaning: 'DKIM: the key is published at {selector}._domainkey.{domain}.',
    example: 'formslot',
  },
  FORMSLOT_DKIM_KEY: {
    expects: 'an RSA private key of at least 1024 bits in PEM form',
    fallback: null,
    secret: true,
    meaning: 'DKIM: the private key. On one line, write `\\n` for a line break.',
    example: '<contents of a file made by: openssl genrsa 2048>',
  },
  FORMSLOT_BOUNCE_ADDRESS: {
    expects: 'an address whose local part contains {token}, such as b+{token}@bounce.your-domain.org',
    fallback: null,
    without:
      'bounces go to the sender of the emails, and an email counts as sent once the mail server has accepted it',
    meaning:
      'The envelope sender of all emails, to which mail servers send bounces. Each email has its own token; mail to all of these addresses must reach Formslot (`docs/bounces.md`).',
    example: 'b+{token}@bounce.your-domain.org',
  },
  FORMSLOT_BOUNCE_LISTEN: {
    expects: 'a host and a separate port, optionally after lmtp:',
    fallback: null,
    without: 'mail servers cannot deliver here',
    meaning:
      'The address on which Formslot listens for bounces, over SMTP, or over LMTP with `lmtp:127.0.0.1:2424`. It accepts only mail to `FORMSLOT_BOUNCE_ADDRESS`, relays nothing and asks for no password: make sure that only your mail server can reach it.',
    example: '127.0.0.1:2424',
  },
  FORMSLOT_OPERATOR_TOKEN: {
    expects: 'at least 32 random bytes as text, such as the output of: openssl rand -base64 32',
    fallback: null,
    without: 'nobody can call `/operator/bounces`',
    secret: true,
    meaning:
      'The token with which your own programs can send bounces to `POST /operator/bounces`, as `Authorization: Bearer …`.',
    example: '<output of: openssl rand -base64 32>',
  },
  FORMSLOT_BOUNCE_SES_TOPIC: {
    expects: 'the ARN of an Amazon SNS topic',
    fallback: null,
    without: 'Amazon SES webhooks are refused',
    meaning:
      'The topic to which Amazon SES sends bounces and complaints, for `/operator/bounces/ses` (`docs/bounces.md`).',
    example: 'arn:aws:sns:eu-central-1:123456789012:bounces',
  },
  FORMSLOT_BOUNCE_POSTMARK_SECRET: {
    expects: 'at least 16 characters',
    fallback: null,
    without: 'Postmark webhooks are refused',
    secret: true,
    meaning: 'The password in the URL of the Postmark webhook, for `/operator/bounces/postmark`.',
    example: '<output of: openssl rand -hex 32>',
  },
  FORMSLOT_BOUNCE_MAILGUN_SECRET: {
    expects: 'at least 16 characters',
    fallback: null,
    without: 'Mailgun webhooks are refused',
    secret: true,
    meaning: "Mailgun's HTTP webhook signing key, for `/operator/bounces/mailgun`.",
    example: '<the signing key in the security settings of Mailgun>',
  },
  FORMSLOT_BOUNCE_RESEND_SECRET: {
    expects: 'the signing secret of the webhook, whsec_…',
    fallback: null,
    without: 'Resend webhooks are refused',
    secret: true,
    meaning: 'The signing secret of the Resend webhook, for `/operator/bounces/resend`.',
    example: '<whsec_ and the secret that Resend shows>',
  },
  FORMSLOT_OPERATORS: {
    expects: 'email addresses, separated by commas',
    fallback: null,
    without: 'nobody sees it',
    meaning:
      'The accounts that see the whole instance in the dashboard and can suspend owners and endpoints (`docs/operator.md`), and its email report. List few.',
    example: 'ada@your-domain.org,bo@your-domain.org',
  },
  FORMSLOT_SECURITY_CONTACT: {
    expects: 'an email address or an https URL',
    fallback: null,
    without: 'no security.txt',
    meaning:
      'The contact for reports of vulnerabilities, published at `/.well-known/security.txt`. Owners whose account you suspended see it, too. Somebody must read what arrives there.',
    example: 'security@your-domain.org',
  },
  FORMSLOT_CREATE_PER_HOUR: {
    expects: 'a whole number from 0 to 1000000; 0 turns the limit off',
    fallback: String(CREATIONS_PER_HOUR),
    meaning: 'Maximum number of endpoints that one client address can create in any 60 minutes.',
    example: '10',
  },
  FORMSLOT_CREATE_SPACING_MS: {
    expects: 'a whole number of milliseconds from 0 to 3600000; 0 turns the limit off',
    fallback: String(CREATION_SPACING_MS),
    meaning: 'Minimum time between two creations from one client address.',
    example: '2000',
  },
  FORMSLOT_CREATE_CHALLENGE: {
    expects: 'off, auto or always',
    fallback: null,
    without: '`auto` where the base address is public, else `off`',
    meaning: `When creating an endpoint requires a proof of work: never (\`off\`), while the instance has had more creations within an hour than half of \`FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR\`, ${getCreationsBeforeChallenge(UNCONFIRMED_EMAILS_PER_HOUR)} by default (\`auto\`), or always (\`always\`). Otherwise one plain POST is enough. The command line and the landing page solve it by themselves.`,
    example: 'auto',
  },
  FORMSLOT_CHALLENGE_DIFFICULTY: {
    expects: 'low, normal or high',
    fallback: 'normal',
    meaning: `Work of one challenge: at most ${MAX_CHALLENGE_TRIES.low}, ${MAX_CHALLENGE_TRIES.normal} or ${MAX_CHALLENGE_TRIES.high} derivations, half of them on average (\`docs/spam.md\`).`,
    example: 'high',
  },
  FORMSLOT_SUBMIT_RATE: {
    expects: 'a whole number from 0 to 1000000; 0 turns the limit off',
    fallback: String(SUBMIT_PER_MINUTE),
    meaning: `Submissions per minute that one client address can send to one endpoint, after a burst of ${SUBMIT_BURST}. Events: ${EVENT_RATE_FACTOR} times as many. Within an hour it can also use at most half of what is left of a monthly quota; 0 turns this off too.`,
    example: '30',
  },
  FORMSLOT_CALL_RATE: {
    expects: 'a whole number from 0 to 1000000; 0 turns the limit off',
    fallback: String(CALLS_PER_MINUTE),
    meaning:
      'Calls per minute to the owner API and to queues with one key or session, after a burst of a sixth of that. Each node counts for itself.',
    example: '6000',
  },
  FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: {
    expects: 'a whole number from 0 to 1000000; 0 turns this limit and the one for each domain off',
    fallback: String(UNCONFIRMED_EMAILS_PER_HOUR),
    meaning: `Maximum number of emails in any 60 minutes to all addresses together about endpoints that nobody has confirmed; at most ${UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR} of them go to the addresses of one domain. Further emails wait. Once half of either limit is used, the endpoints that were created from one network (an IPv4 address or an IPv6 /48) get one claim email and one other email an hour.`,
    example: '500',
  },
  FORMSLOT_FORM_EMAILS_PER_HOUR: {
    expects: 'a whole number from 0 to 1000000; 0 turns this off',
    fallback: String(SINGLE_EMAILS_PER_HOUR),
    meaning:
      'Number of emails within an hour about submissions to one confirmed form, after which its owner gets one email an hour, which says so. Each node counts separately.',
    example: '100',
  },
  FORMSLOT_LARGE_MAIL_DOMAINS: {
    expects: 'domains, separated by commas',
    fallback: LARGE_MAIL_DOMAINS.join(','),
    meaning:
      'Domains of mail providers, or of your own organization, that are exempt from the limit for each domain. Replaces the default list.',
    example: 'gmail.com,outlook.com,your-domain.org',
  },
  FORMSLOT_DEFAULT_PLAN: {
    expects: 'the name of a plan: free, pro, or one from FORMSLOT_PLANS_FILE',
    fallback: PLANS.free.name,
    meaning: 'The plan of new accounts; `formslot-server plan set` changes the plan of an account.',
    example: 'pro',
  },
  FORMSLOT_PLANS_FILE: {
    expects: 'a JSON file that maps names of plans to their quotas and retention',
    fallback: null,
    without: 'free and pro as shipped',
    meaning: 'Changes the shipped plans or adds your own; see below.',
    example: '/etc/formslot/plans.json',
  },
  FORMSLOT_RSPAMD_URL: {
    expects: 'an http or https address without a path, such as http://127.0.0.1:11333',
    fallback: null,
    without: 'no rspamd is asked',
    meaning:
      'The normal worker of an rspamd that judges submissions before their emails are sent; see below.',
    example: 'http://127.0.0.1:11333',
  },
  FORMSLOT_RSPAMD_CONTROLLER_URL: {
    expects: 'an http or https address without a path, such as http://127.0.0.1:11334',
    fallback: null,
    without: 'rspamd is not taught',
    meaning:
      'The controller of that rspamd, which then learns from what owners mark as spam and not spam. Set it together with its password.',
    example: 'http://127.0.0.1:11334',
  },
  FORMSLOT_RSPAMD_PASSWORD: {
    expects: 'the password of the controller, printable ASCII',
    fallback: null,
    without: 'rspamd is not taught',
    secret: true,
    meaning: 'The password (or enable_password) of the controller.',
    example: '<the password in worker-controller.inc, not its hash>',
  },
  FORMSLOT_SPAMD: {
    expects: 'a host and a port, such as 127.0.0.1:783; an IPv6 address in brackets',
    fallback: null,
    without: 'no SpamAssassin is asked',
    meaning: 'The spamd of a SpamAssassin that judges submissions before their emails are sent; see below.',
    example: '127.0.0.1:783',
  },
  FORMSLOT_SPAMD_LEARN: {
    expects: 'on or off',
    fallback: 'off',
    meaning:
      'on: SpamAssassin learns from what owners mark as spam and not spam. spamd must run with `--allow-tell`.',
    example: 'on',
  },
  FORMSLOT_CLAMD: {
    expects: 'unix: and the path of a socket, or a host and a port, such as 127.0.0.1:3310',
    fallback: null,
    without: 'files are not scanned',
    meaning:
      'The ClamAV daemon (clamd) that scans files for malware before their submissions go out (`docs/files.md`).',
    example: 'unix:/run/clamav/clamd.ctl',
  },
  FORMSLOT_CLAMD_REQUIRED: {
    expects: '1 or 0',
    fallback: '0',
    meaning:
      '1: a file cannot be downloaded before ClamAV has found nothing in it. 0: a file that could not be scanned can be downloaded, and is marked.',
    example: '1',
  },
  FORMSLOT_EGRESS_ALLOW: {
    expects: 'addresses and CIDR ranges, separated by commas',
    fallback: '',
    without: 'only public addresses',
    meaning:
      'Addresses inside your network that destinations such as webhooks may have, also with http. Metadata services of clouds such as `169.254.169.254` and `fd00:ec2::254` are never reached; see below.',
    example: '127.0.0.1,10.0.0.0/8',
  },
  FORMSLOT_EGRESS_PORTS: {
    expects: 'ports from 1 to 65535, separated by commas',
    fallback: '443,8443',
    meaning: 'Ports that destinations may have. Replaces the default list.',
    example: '443,8443,3000',
  },
  FORMSLOT_EGRESS_HTTP: {
    expects: '1 or 0',
    fallback: '0',
    meaning:
      '1: public addresses may be reached without TLS, too. Everybody on the way can then read what is sent there.',
    example: '1',
  },
  FORMSLOT_EGRESS_PROXY: {
    expects: 'an http or https address without a path; user and password percent-encoded',
    fallback: null,
    without: 'Formslot connects by itself',
    secret: true,
    meaning:
      'A proxy that opens the connections to destinations (CONNECT). It then decides which names and addresses may be reached: Formslot checks neither.',
    example: 'http://proxy.your-domain.org:3128',
  },
  FORMSLOT_CLAIM_CONFIRM: {
    expects: 'link or button',
    fallback: 'link',
    meaning:
      'The action that claims an endpoint: opening the link in the email, or pressing a button on the page it opens.',
    example: 'button',
  },
  FORMSLOT_LOG_LEVEL: {
    expects: 'fatal, error, warn, info, debug, trace or silent',
    fallback: 'info',
    meaning: 'Log level. Log lines are JSON on standard error.',
    example: 'warn',
  },
  FORMSLOT_METRICS_LISTEN: {
    expects: 'off, or a host and a separate port',
    fallback: 'off',
    meaning: 'The address at which `/metrics` (Prometheus) is served, without a password.',
    example: '127.0.0.1:9090',
  },
  FORMSLOT_STATUS_PAGE: {
    expects: '1 or 0',
    fallback: '0',
    meaning:
      '1: `/status` and `/status.json` show everybody whether the instance accepts submissions and delivers, and the last 90 days.',
    example: '1',
  },
  FORMSLOT_MIN_FREE_MB: {
    expects: 'a whole number of MiB from 0 to 1000000',
    fallback: '200',
    meaning:
      'Minimum free space on the disk of the SQLite file; below it, new data is refused with 503. On PostgreSQL, monitor the disk of its server.',
    example: '500',
  },
} satisfies Record<`FORMSLOT_${string}`, Setting>

/** The names of all settings, in the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName)

/** Returns true for the name of a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}

/** Returns the setting of this name, with all its optional properties. */
export function getSetting(name: SettingName): Setting {
  return SETTINGS[name]
}
