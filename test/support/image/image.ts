import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { killOnExit } from '../run/kill-on-exit.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const BASE = 'localhost/formslot-test-base'
const NODE = 'localhost/formslot-test-node'
const IMAGE = 'localhost/formslot-test'
/** Enters the root file system of the image read-only, with /tmp and /data writable, as `docker run --read-only` does. */
const ENTER = `
mount --make-rprivate /
mount --bind "$ROOTFS" "$ROOTFS"
mount -o remount,bind,ro "$ROOTFS"
mount -t proc proc "$ROOTFS/proc"
mount --rbind /dev "$ROOTFS/dev"
mount -t tmpfs tmpfs "$ROOTFS/tmp"
mount --bind "$DATA" "$ROOTFS/data"
exec chroot "$ROOTFS" "$@"`
/** As `--cap-drop ALL --security-opt no-new-privileges` and the user of the image do. */
const DROP = ['setpriv', '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']

/** The part of the configuration of an image that a container starts with. */
type ImageConfig = {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  Healthcheck: { Test: string[] }
  StopSignal: string
}

/** Names the step that this machine cannot do, and returns null where it can build and run an image. */
export function findMissingStep(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'building an image needs root on Linux'
  for (const command of ['buildah', 'mmdebstrap', 'unshare', 'setpriv', 'chroot'])
    if (!succeeds('sh', ['-c', `command -v ${command}`])) return `${command} is not installed`
  if (!succeeds('unshare', ['--mount', '--pid', '--fork', 'mount', '--make-rprivate', '/']))
    return 'this machine does not allow mounts in a namespace of its own'
  return null
}

function succeeds(command: string, words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A step that this machine cannot do. */
export class MissingStep extends Error {}

/**
 * Builds the image from the Containerfile of this source tree; throws MissingStep where the machine cannot. No registry of
 * images is needed: the base is a Debian made by mmdebstrap, and the image with Node and npm is that base with the Node and
 * npm of this machine.
 */
export async function buildImage() {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-image-'))
  const images = path.join(folder, 'storage')
  const storage = ['--root', images, '--runroot', path.join(folder, 'run')]
  const buildah = async (...words: string[]) =>
    (await run('buildah', [...storage, ...words], { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim()
  await using opening = new AsyncDisposableStack()
  opening.defer(async () => {
    await buildah('rm', '--all')
    // Some storage drivers mount their own folder.
    await run('sh', ['-c', 'umount --lazy "$0"/* 2>/dev/null || true', images])
    await rm(folder, { recursive: true, force: true })
  })
  const build = ['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker']

  await tryStep('mmdebstrap cannot make a Debian', () => makeBase(folder))
  await tryStep('buildah cannot build an image of one file', () =>
    buildah(...build, '--tag', BASE, path.join(folder, 'base')),
  )
  await makeNode(folder)
  await tryStep('buildah cannot run apt-get in an image', () =>
    buildah(...build, '--tag', NODE, path.join(folder, 'node')),
  )
  const bases = ['--build-arg', `NODE_IMAGE=${NODE}`, '--build-arg', `BASE_IMAGE=${BASE}`]
  await buildah(...build, ...bases, '--file', 'Containerfile', '--tag', IMAGE, '.')
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE))
  const container = await buildah('from', '--pull-never', IMAGE)
  const rootfs = await buildah('mount', container)
  const config: ImageConfig = inspected.Docker.config
  const open = opening.move()

  return {
    config,
    /** Path of the root file system of the image on this machine. */
    rootfs,
    /** Starts a process in the image as a container would: its user, its environment, no capabilities, a read-only root. */
    start(input: { command: readonly string[]; dataDir: string; env: Record<string, string> }) {
      const [user = '', group = ''] = config.User.split(':')
      const env = { ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2))), ...input.env }
      const inside = [...DROP, '--reuid', user, '--regid', group, ...input.command]
      const child = spawn(
        'unshare',
        ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', 'sh', '-ec', ENTER, 'sh', ...inside],
        { env: { ...env, ROOTFS: rootfs, DATA: input.dataDir } },
      )
      killOnExit(child)
      return child
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Fails with MissingStep: what the step needs is the machine's, not the Containerfile's. */
async function tryStep(name: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    throw new MissingStep(
      `${name}: ${String(Object(error).stderr ?? error)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
  }
}

/** Makes the build context of a Debian like that of the Containerfile. */
async function makeBase(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'base'))
  const archive = path.join(folder, 'base/root.tar')
  await run('mmdebstrap', ['--quiet', '--variant=essential', '--include=apt', 'bookworm', archive])
  await writeFile(path.join(folder, 'base/Containerfile'), 'FROM scratch\nADD root.tar /\n')
}

/** Makes the build context of an image with the Node of the tests, and the npm of this machine with its settings. */
async function makeNode(folder: string): Promise<void> {
  const context = path.join(folder, 'node')
  await mkdir(context)
  await copyFile(process.execPath, path.join(context, 'node'))
  const ask = async (...words: string[]) => (await run('npm', words)).stdout.trim()
  const command = (await run('sh', ['-c', 'command -v npm'])).stdout.trim()
  const npm = path.resolve(realpathSync(command), '../..')
  await run('cp', ['--recursive', npm, path.join(context, 'npm')])
  const authority = process.env.NODE_EXTRA_CA_CERTS
  await (authority
    ? copyFile(authority, path.join(context, 'ca.pem'))
    : writeFile(path.join(context, 'ca.pem'), ''))
  const lines = [
    `FROM ${BASE}`,
    'RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1',
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'COPY ca.pem /ca.pem',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    `ENV npm_config_registry=${await ask('config', 'get', 'registry')} ${authority ? 'NODE_EXTRA_CA_CERTS=/ca.pem' : ''}`,
  ]
  await writeFile(path.join(context, 'Containerfile'), `${lines.join('\n')}\n`)
}

/** Waits until a process has ended; returns everything that it wrote to its output. */
export async function collectOutput(
  child: ReturnType<typeof spawn>,
): Promise<{ code: number; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  const [code] = await once(child, 'close')
  return { code, output }
}
