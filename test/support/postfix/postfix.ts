import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../service/until.ts'

/** Reason why this machine cannot run a Postfix of the test; false where it can. */
export const isPostfixMissing: string | false =
  process.getuid?.() !== 0
    ? 'Postfix needs root'
    : spawnSync('sh', ['-c', 'command -v postfix']).status === 0
      ? false
      : 'postfix is not installed'

export type RunningPostfix = AsyncDisposable & {
  port: number
  /** Lines of its log so far. */
  log(): string
}

/**
 * Starts a Postfix of its own, which relays, receives and reports: mail to `@full.dev` finds a full mailbox, to
 * `@known.dev` only Ada has one, `@no-such-host-4711.dev` resolves to nothing,
 * and the server of `@silent.dev` cannot be reached.
 *
 * @param bounces transport of mail to the bounce domain, such as `lmtp:inet:127.0.0.1:2424`
 * @param services further lines of master.cf
 */
export async function startPostfix(options: {
  port: number
  bounceDomain: string
  bounces: string
  services?: string
}): Promise<RunningPostfix> {
  const { port, bounceDomain, bounces, services = '' } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-postfix-'))
  await chmod(folder, 0o755)
  const config = path.join(folder, 'etc')
  await mkdir(config)
  const logFile = path.join(folder, 'log')
  const map = (name: string, lines: readonly string[]) =>
    writeFile(path.join(config, name), `${lines.join('\n')}\n`)
  await mkdir(path.join(folder, 'queue'))
  await mkdir(path.join(folder, 'data'))
  execFileSync('chown', ['postfix', path.join(folder, 'data')])
  await map('main.cf', [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    'command_directory = /usr/sbin',
    'daemon_directory = /usr/lib/postfix/sbin',
    'mail_owner = postfix',
    'setgid_group = postdrop',
    'myhostname = mx.formslot.test',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'smtpd_relay_restrictions = permit_mynetworks, reject',
    // Accepts first and refuses later, as a relay does.
    'smtpd_reject_unlisted_recipient = no',
    'virtual_mailbox_domains = known.dev',
    `virtual_mailbox_maps = texthash:${config}/mailboxes`,
    `virtual_mailbox_base = ${folder}/mail`,
    'virtual_uid_maps = static:65534',
    'virtual_gid_maps = static:65534',
    `transport_maps = texthash:${config}/transport`,
    `relay_domains = ${bounceDomain}, full.dev`,
    `maillog_file = ${logFile}`,
    'maillog_file_prefixes = /tmp, /var',
    // The name server of the machine may be silent: names come from the file of hosts.
    'smtp_host_lookup = native',
    'smtp_dns_support_level = disabled',
    'queue_run_delay = 1s',
    'minimal_backoff_time = 1s',
    'maximal_backoff_time = 1s',
    'delay_warning_time = 1s',
    'maximal_queue_lifetime = 6s',
    'bounce_queue_lifetime = 60s',
    'alias_maps =',
    'local_recipient_maps =',
  ])
  await map('mailboxes', ['ada@known.dev ada'])
  await map('transport', [
    'full.dev error:5.2.2 552 5.2.2 mailbox is over quota',
    'silent.dev smtp:[127.0.0.1]:1',
    `${bounceDomain} ${bounces}`,
  ])
  await map('master.cf', [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'smtp unix - - n - - smtp',
    'lmtp unix - - n - - lmtp',
    'relay unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
    services,
  ])
  await mkdir(path.join(folder, 'mail'))
  execFileSync('chown', ['65534:65534', path.join(folder, 'mail')])
  const run = (...words: string[]) => spawnSync('postfix', ['-c', config, ...words], { encoding: 'utf8' })
  const started = run('start')
  const log = () => spawnSync('cat', [logFile], { encoding: 'utf8' }).stdout
  if (started.status !== 0) throw new Error(`Postfix did not start: ${started.stderr}\n${log()}`)
  await until(() => isOpen(port))
  return {
    port,
    log,
    async [Symbol.asyncDispose]() {
      run('abort')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
