import type { Config } from '../config/config.ts'
import type { RspamdServer } from '../config/spam-engines.ts'
import type { Engine } from '../judging/engines/engine.ts'
import { composeMessage } from '../judging/engines/message.ts'
import { checkController, createRspamd } from '../judging/engines/rspamd.ts'
import { createSpamAssassin } from '../judging/engines/spamassassin.ts'
import { checkEngine } from './engine-check.ts'
import { type Finding, ok, warn } from './finding.ts'

/** The pattern that every spam filter must find: the Generic Test for Unsolicited Bulk Email. */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

type Target = { name: string; engine: Engine; setting: string; server: string; unreachable: string }

/** Sends GTUBE to each spam filter that is set. Submissions are accepted without them, so no problem is a failure. */
export function checkSpamEngines({ spamEngines, mailFrom }: Config, now: Date): Promise<Finding[]> {
  const { rspamd, spamd } = spamEngines
  const targets: Target[] = [
    ...(rspamd
      ? [
          {
            name: 'rspamd',
            engine: createRspamd(rspamd),
            setting: 'FORMSLOT_RSPAMD_URL',
            server: rspamd.url,
            unreachable:
              'start rspamd, and let its normal worker listen there (bind_socket in worker-normal.inc)',
          },
        ]
      : []),
    ...(spamd
      ? [
          {
            name: 'spamassassin',
            engine: createSpamAssassin(spamd),
            setting: 'FORMSLOT_SPAMD',
            server: `${spamd.host}:${spamd.port}`,
            unreachable: 'start spamd, with --listen and --allowed-ips if it runs on another machine',
          },
        ]
      : []),
  ]
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  const checks = targets.map((target) => checkTarget(target, { domain, now }))
  if (rspamd?.controller) checks.splice(1, 0, checkLearning(rspamd.controller))
  return Promise.all(checks)
}

async function checkTarget(
  { name, engine, setting, server, unreachable }: Target,
  { domain, now }: { domain: string; now: Date },
): Promise<Finding> {
  const message = await composeMessage(
    {
      id: `doctor.${now.getTime()}`,
      formId: 'doctor',
      receivedAt: now,
      fields: [{ name: 'message', value: GTUBE }],
    },
    domain,
  )
  return checkEngine({
    name,
    fixes: {
      unreachable,
      timeout: `look at the log and the load of ${name}: it listens, but does not answer`,
      cut_off: `check ${setting} and the log of ${name}: another program may answer there, or it refuses this machine`,
      unreadable: `correct ${setting}: another program answers there`,
      refused:
        name === 'rspamd'
          ? `correct ${setting}: it is the port of the normal worker (11333), not of the controller`
          : `look at the log of ${name}`,
    },
    explain: (problem) => `${server}: ${problem}; submissions are judged without it`,
    async run(signal) {
      const { score, required } = await engine.judge(message, signal)
      if (score >= required)
        return ok(name, `${server} finds spam: the test pattern gets ${score} of ${required}`)
      return warn(
        name,
        `${server} answers, but gives the test pattern (GTUBE) only ${score} of ${required} points`,
        'do not disable its test patterns or rules: without them it finds nothing',
      )
    },
  })
}

function checkLearning(controller: NonNullable<RspamdServer['controller']>): Promise<Finding> {
  const name = 'rspamd learning'
  const address = 'correct FORMSLOT_RSPAMD_CONTROLLER_URL: it is the port of the controller (11334)'
  return checkEngine({
    name,
    fixes: {
      unreachable: 'let the controller of rspamd listen there (bind_socket in worker-controller.inc)',
      timeout: 'look at the log and the load of rspamd: it listens, but does not answer',
      cut_off: 'look at the log of rspamd',
      unreadable: address,
      refused:
        'set FORMSLOT_RSPAMD_PASSWORD to the text, not the hash, of enable_password in worker-controller.inc, or of password without one',
    },
    explain: (problem) => `${controller.url}: ${problem}; nothing is learned`,
    async run(signal) {
      await checkController(controller, signal)
      return ok(name, `${controller.url} accepts the password`)
    },
  })
}
