import { CommandFailure, EXIT } from '../terminal/failure.ts'
import type { Base, Target } from './base.ts'
import { changeConfig, type Environment, readConfig } from './config-file.ts'
import { OWN_COMMAND } from './own-command.ts'

/** Variable that holds a key: of an account (`ak_…`), a telemetry endpoint (`tk_…`) or a queue (`qk_…`). */
export const KEY_VARIABLE = 'FORMSLOT_KEY'

/**
 * Finds a key for the instance; null without one. A key from the environment is sent only to an address that was given by
 * `--base` or `FORMSLOT_BASE`.
 */
export function findKey(env: Environment, { base, target }: { base: Base; target?: Target }): string | null {
  const given = env[KEY_VARIABLE]
  if (given && base.source === 'given') return given
  const { keys, endpointKeys } = readConfig(env)
  const own = target ? endpointKeys?.[base.origin]?.[target.id] : undefined
  const found = own ?? keys?.[base.origin]?.key ?? null
  if (found === null && given) {
    throw new CommandFailure(EXIT.key, {
      message: `${KEY_VARIABLE} is not sent to ${base.origin}, which neither --base nor FORMSLOT_BASE names.`,
      hint: `Give the address with --base ${base.origin} if you trust it.`,
    })
  }
  return found
}

/** Finds a key, or fails. */
export function getKey(env: Environment, request: { base: Base; target?: Target }): string {
  const key = findKey(env, request)
  if (key !== null) return key
  const { target } = request
  const what = target
    ? `There is no key for ${target.id} here.`
    : `You are not signed in to ${request.base.origin}.`
  throw new CommandFailure(EXIT.key, {
    message: what,
    hint: `Follow the claim link of the first email, then run ${OWN_COMMAND} login. Or give a key in ${KEY_VARIABLE} together with --base.`,
  })
}

/** Keeps the key of an endpoint that was created here. */
export function keepEndpointKey(
  env: Environment,
  created: { origin: string; id: string; key: string },
): void {
  const { origin, id, key } = created
  changeConfig(env, (config) => ({
    ...config,
    endpointKeys: {
      ...config.endpointKeys,
      [origin]: { ...config.endpointKeys?.[origin], [id]: key },
    },
  }))
}
