import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A key pair that a program of others made, with that program's way to decrypt. */
export type KeyPair = {
  publicKey: string
  secretKey: string
  /** Hexadecimal, in upper case. */
  fingerprint: string
}

export type Recipe = 'RSA 4096' | 'curve25519'

const hasGpg = isInstalled('gpg')
const hasSq = isInstalled('sq')
/** Says why a test with GnuPG is skipped; false where it is installed. */
export const LACKS_GPG = hasGpg ? false : 'gpg (apt install gnupg) is not installed'
/** Says why a test with both programs is skipped; false where both are installed. */
export const LACKS_PROGRAMS = hasGpg && hasSq ? false : 'gpg and sq (apt install gnupg sq) are not installed'

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}

/** A folder of GnuPG and Sequoia, with an agent of its own. */
export function openPrograms() {
  const home = mkdtempSync(path.join(tmpdir(), 'formslot-pgp-'))
  let files = 0

  function run(program: string, args: readonly string[], input?: string | Buffer): Buffer {
    return execFileSync(program, args, { input, env: { ...process.env, GNUPGHOME: home }, stdio: 'pipe' })
  }

  function gpg(args: readonly string[], input?: string | Buffer): Buffer {
    return run('gpg', ['--batch', '--quiet', '--pinentry-mode=loopback', '--passphrase', '', ...args], input)
  }

  function keep(text: string | Buffer): string {
    files += 1
    const file = path.join(home, `${files}.asc`)
    writeFileSync(file, text)
    return file
  }

  function readFingerprint(publicKey: string): string {
    const listed = gpg(['--with-colons', '--show-keys'], publicKey).toString()
    return /^fpr:+([0-9A-F]+):/m.exec(listed)?.[1] ?? ''
  }

  return {
    home,
    gpg,
    /** Makes a key with GnuPG. `expire`: such as `1y`. `at`: the time by its clock. */
    makeWithGpg(
      recipe: Recipe,
      { address, expire = 'never', at }: { address: string; expire?: string; at?: Date },
    ): KeyPair {
      const clock = at ? [`--faked-system-time=${toGpgTime(at)}`] : []
      const [algorithm, encryption] = recipe === 'RSA 4096' ? ['rsa4096', 'rsa4096'] : ['ed25519', 'cv25519']
      gpg([...clock, '--quick-generate-key', `Ada <${address}>`, algorithm, 'sign,cert', expire])
      const listed = gpg(['--with-colons', '--list-keys', address]).toString()
      const fingerprint =
        listed
          .match(/^fpr:+[0-9A-F]+:/gm)
          ?.at(-1)
          ?.match(/[0-9A-F]{40}/)?.[0] ?? ''
      gpg([...clock, '--quick-add-key', fingerprint, encryption, 'encr', expire])
      return {
        publicKey: gpg(['--armor', '--export', fingerprint]).toString(),
        secretKey: gpg(['--armor', '--export-secret-keys', fingerprint]).toString(),
        fingerprint,
      }
    },
    /** Makes a key with Sequoia. */
    makeWithSq(recipe: Recipe, { address }: { address: string }): KeyPair {
      const suite = recipe === 'RSA 4096' ? 'rsa4k' : 'cv25519'
      const file = path.join(home, `sq-${suite}.key`)
      run('sq', ['key', 'generate', '--cipher-suite', suite, '--userid', `<${address}>`, '--export', file])
      const secretKey = readFileSync(file, 'utf8')
      const publicKey = run('sq', ['key', 'extract-cert', file]).toString()
      return { publicKey, secretKey, fingerprint: readFingerprint(publicKey) }
    },
    decryptWithGpg(armored: string, { secretKey }: KeyPair): string {
      gpg(['--import'], secretKey)
      return gpg(['--decrypt'], armored).toString()
    },
    decryptWithSq(armored: string, { secretKey }: KeyPair): string {
      return run('sq', ['decrypt', '--recipient-key', keep(secretKey)], armored).toString()
    },
    [Symbol.dispose]() {
      spawnSync('gpgconf', ['--kill', 'all'], { env: { ...process.env, GNUPGHOME: home } })
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Writes a time as GnuPG reads it: `20261110T090000`. */
function toGpgTime(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}
