import { Readable } from 'node:stream'
import type { ClamdServer } from '../config/clamd.ts'
import type { Config } from '../config/config.ts'
import { DAY } from '../domain/time.ts'
import { type Clamd, createClamd } from '../judging/engines/clamd.ts'
import { EngineFailure, type FailureCause } from '../judging/engines/engine.ts'
import { checkEngine } from './engine-check.ts'
import { type Finding, ok, warn } from './finding.ts'

/**
 * The harmless text that every scanner must find (European Institute for Computer Antivirus Research). In two parts: a scanner
 * of the operator may read this file, too.
 */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
/** ClamAV publishes signatures every day. */
const MAX_SIGNATURE_AGE_DAYS = 7
const MEBIBYTE = 1024 ** 2

const NAME = 'ClamAV'
const GET_SIGNATURES =
  'start clamav-freshclam, wait until it has fetched main and daily, and restart clamav-daemon'

/** Checks that the scanner of the operator finds malware, has new signatures and reads the largest files of all plans. */
export async function checkClamd({ clamd: settings, plans }: Config, now: Date): Promise<Finding[]> {
  if (settings === null) return []
  const { server, isRequired } = settings
  const clamd = createClamd(server)
  const check = (name: string, run: (signal: AbortSignal) => Promise<Finding>) =>
    checkEngine({
      name,
      fixes: getFixes(server),
      explain: (problem) =>
        `${describe(server)}: ${problem}; ${isRequired ? 'no new file can be downloaded' : 'files are not scanned'}`,
      run,
    })
  const finds = await check(NAME, (signal) => checkTestText(clamd, { server, signal }))
  if (finds.status !== 'ok') return [finds]
  const largest = Math.max(...Object.values(plans).map((plan) => plan.fileBytes))
  return [
    finds,
    await check(`${NAME} signatures`, async (signal) => checkVersion(await clamd.version(signal), now)),
    await check(`${NAME} file size`, async (signal) =>
      checkSize(await clamd.accepts(largest, signal), largest),
    ),
  ]
}

async function checkTestText(
  clamd: Clamd,
  { server, signal }: { server: ClamdServer; signal: AbortSignal },
): Promise<Finding> {
  await clamd.ping(signal)
  const scan = await clamd.scan(Readable.from([Buffer.from(EICAR)]), signal)
  switch (scan.kind) {
    case 'found':
      return ok(NAME, `${describe(server)} finds malware: it calls the test text ${scan.malware}`)
    case 'clean':
      return warn(
        NAME,
        `${describe(server)} answers, but does not find the test text (EICAR)`,
        GET_SIGNATURES,
      )
    case 'too_large':
      return warn(
        NAME,
        `${describe(server)} answers that a file of ${EICAR.length} bytes is too large`,
        'remove StreamMaxLength from clamd.conf',
      )
    case 'unreachable':
      throw new EngineFailure(scan.cause, scan.reason)
  }
}

/** Judges `ClamAV 1.4.6/27700/Mon Nov 23 10:00:00 2026`; without official signatures only the program has a version. */
function checkVersion(version: string, now: Date): Finding {
  const name = `${NAME} signatures`
  const [, date = ''] = /^ClamAV [^/]+\/\d+\/(.+)$/.exec(version) ?? []
  const madeAt = Date.parse(date)
  if (Number.isNaN(madeAt)) {
    return warn(name, `${version} has no signatures of ClamAV, only those of others`, GET_SIGNATURES)
  }
  const days = Math.floor((now.getTime() - madeAt) / DAY)
  if (days <= MAX_SIGNATURE_AGE_DAYS) return ok(name, version)
  return warn(
    name,
    `${version}: the signatures are ${days} days old, and new malware is not found`,
    'start clamav-freshclam, and look at its log (/var/log/clamav/freshclam.log)',
  )
}

function checkSize(isAccepted: boolean, largest: number): Finding {
  const name = `${NAME} file size`
  const size = `${Math.ceil(largest / MEBIBYTE)} MiB`
  if (isAccepted) return ok(name, `reads files of ${size}, the largest of all plans`)
  return warn(
    name,
    `does not read files of ${size}, the largest of all plans; they are not scanned`,
    `set StreamMaxLength to ${Math.ceil(largest / MEBIBYTE)}M or more in clamd.conf, and restart clamav-daemon`,
  )
}

function describe(server: ClamdServer): string {
  return server.kind === 'unix' ? server.path : `${server.host}:${server.port}`
}

function getFixes(server: ClamdServer): Record<FailureCause, string> {
  const unreachable =
    server.kind === 'unix'
      ? 'start clamav-daemon; the socket is LocalSocket in clamd.conf, and after EACCES the user of Formslot belongs in its group (under systemd: SupplementaryGroups=clamav)'
      : 'start clamav-daemon, with TCPSocket and TCPAddr in clamd.conf'
  return {
    unreachable,
    timeout: 'look at the log and the load of clamav-daemon: it may be loading its signatures',
    cut_off: 'check FORMSLOT_CLAMD and the log of clamav-daemon: another program may answer there',
    unreadable: 'correct FORMSLOT_CLAMD: another program answers there',
    refused: 'look at the log of clamav-daemon',
  }
}
