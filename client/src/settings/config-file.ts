import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { CommandFailure, EXIT } from '../terminal/failure.ts'

/** Permissions of others. */
const OTHERS = 0o077

export type Environment = Readonly<Record<string, string | undefined>>

export type AccountKey = { key: string; id: string; email: string; expiresAt: string | null }

/** Secrets of this user by the origin of the instance. */
type Config = {
  keys?: Record<string, AccountKey>
  /** Keys of telemetry endpoints and queues that were created here, by origin and id. */
  endpointKeys?: Record<string, Record<string, string>>
  /** Cookies of sign-ins that wait for their code, by origin. */
  signIns?: Record<string, { email: string; cookie: string }>
}

/** Returns the path of the file that holds the keys of this user. */
export function getConfigFile(env: Environment): string {
  return path.join(getConfigFolder(env), 'formslot', 'config.json')
}

function getConfigFolder(env: Environment): string {
  const home = env.HOME ?? homedir()
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME
  if (process.platform === 'win32') return env.APPDATA ?? path.join(home, 'AppData', 'Roaming')
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support')
  return path.join(home, '.config')
}

/** Reads the keys; refuses a file that others can read. */
export function readConfig(env: Environment): Config {
  const file = getConfigFile(env)
  if (!existsSync(file)) return {}
  checkPrivate(file)
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandFailure(EXIT.key, {
      message: `${file} is damaged.`,
      hint: 'Delete it and sign in again.',
    })
  }
}

/** Changes the file, which only this user can read. */
export function changeConfig(env: Environment, change: (config: Config) => Config): void {
  const file = getConfigFile(env)
  const config = change(readConfig(env))
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

function checkPrivate(file: string): void {
  if (process.platform === 'win32') return
  const { mode, uid } = statSync(file)
  const message = `${file} holds your keys, and other users can read or replace it.`
  if ((mode & OTHERS) !== 0) throw new CommandFailure(EXIT.key, { message, hint: `Run: chmod 600 '${file}'` })
  if (uid !== process.getuid?.())
    throw new CommandFailure(EXIT.key, {
      message,
      hint: 'It belongs to another user. Delete it and sign in again.',
    })
}
