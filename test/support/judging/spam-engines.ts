import type { ChildProcess } from 'node:child_process'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../src/runtime/listening.ts'
import { createDaemonFolder, signalDaemon, startDaemon, untilListening } from './daemon.ts'

/** A spam filter of Debian with a configuration, data and ports of its own, which asks nobody on a network. */
export type RunningEngine = AsyncDisposable & {
  port: number
  /** Port of the controller of rspamd. */
  controllerPort: number
  /** Sends a signal to all its processes. */
  signal(signal: NodeJS.Signals): void
}

export const RSPAMD_PASSWORD = 'geheim'
/** Rules of SpamAssassin, as Debian installs them. */
const RULES = '/usr/share/spamassassin'
const PLUGINS = '/etc/spamassassin'
const HOST = '127.0.0.1'
/** Both give up root; without root they stay who they are. */
const IS_ROOT = process.getuid?.() === 0

/**
 * Starts rspamd: its checks of the content, the test patterns and learned tokens in SQLite, and no DNS server that answers.
 */
export async function startRspamd(): Promise<RunningEngine> {
  await using opening = new AsyncDisposableStack()
  const folder = await createDaemonFolder(opening)
  const [port, controllerPort] = [await freePort(HOST), await freePort(HOST)]
  const statfiles = ['ham', 'spam'].map(
    (name) =>
      `statfile { symbol = "BAYES_${name.toUpperCase()}"; path = "${folder}/${name}.sqlite"; spam = ${name === 'spam'}; }`,
  )
  // Compiling the whole list of public suffixes takes most of the start.
  const suffixes = path.join(folder, 'suffixes.txt')
  await writeFile(suffixes, 'com\norg\nexample\nmil\n')
  const file = path.join(folder, 'rspamd.conf')
  const configuration = `
    options {
      pidfile = "${folder}/rspamd.pid"; tempdir = "${folder}"; rrd = ""; hs_cache_dir = "${folder}";
      stats_file = "${folder}/stats.ucl"; control_socket = "${folder}/rspamd.sock mode=0600";
      url_tld = "${suffixes}"; filters = "chartable,regexp"; dns { timeout = 0.1s; retransmits = 1; nameserver = ["127.0.0.1:9"]; }
    }
    logging { type = "console"; level = "error"; }
    actions { reject = 15; add_header = 6; greylist = 4; }
    worker "normal" { bind_socket = "${HOST}:${port}"; count = 1; }
    worker "controller" { bind_socket = "${HOST}:${controllerPort}"; count = 1; password = "${RSPAMD_PASSWORD}"; secure_ip = []; }
    classifier "bayes" {
      tokenizer { name = "osb"; } backend = "sqlite3"; min_tokens = 1; min_learns = 1;
      cache { type = "sqlite3"; path = "${folder}/learned.sqlite"; }
      ${statfiles.join('\n')}
    }`
  await writeFile(file, configuration)
  const user = IS_ROOT ? ['--insecure', '--user', '_rspamd', '--group', '_rspamd'] : []
  const child = startDaemon(opening, 'rspamd', ['--no-fork', ...user, '--config', file])
  await untilListening(child, [
    { port, host: HOST },
    { port: controllerPort, host: HOST },
  ])
  return running(opening, { child, port, controllerPort })
}

/** Starts spamd without network tests, with the rules of Debian. */
export async function startSpamd(): Promise<RunningEngine> {
  await using opening = new AsyncDisposableStack()
  const folder = await createDaemonFolder(opening)
  const port = await freePort(HOST)
  // Files that load the plugins; the rest of the configuration is ours.
  for (const name of await readdir(PLUGINS)) {
    if (name.endsWith('.pre')) await copyFile(path.join(PLUGINS, name), path.join(folder, name))
  }
  const configuration = [`bayes_path ${folder}/bayes`, 'bayes_min_ham_num 1', 'bayes_min_spam_num 1', '']
  await writeFile(path.join(folder, 'local.cf'), configuration.join('\n'))
  const child = startDaemon(opening, 'spamd', [
    '--local',
    '--nouser-config',
    '--allow-tell',
    `--listen=${HOST}:${port}`,
    '--max-children=2',
    '--min-children=1',
    `--pidfile=${folder}/pid`,
    `--helper-home-dir=${folder}`,
    '--syslog=stderr',
    `--configpath=${RULES}`,
    `--siteconfigpath=${folder}`,
    ...(IS_ROOT ? ['--username=nobody'] : []),
  ])
  await untilListening(child, [{ port, host: HOST }])
  return running(opening, { child, port, controllerPort: 0 })
}

function running(
  opening: AsyncDisposableStack,
  { child, ...ports }: { child: ChildProcess; port: number; controllerPort: number },
): RunningEngine {
  const open = opening.move()
  return {
    ...ports,
    signal: (signal) => signalDaemon(child, signal),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
