import { changePlan, type PlanContext } from '../actions/plans/change-plan.ts'
import { getUsage } from '../actions/plans/usage.ts'
import type { Config } from '../config/config.ts'
import { mailboxIdentity, readPlainAddress } from '../domain/accounts/mailbox.ts'
import { getName } from '../domain/endpoints/endpoint.ts'
import { changedText, listText, showText } from './plan-text.ts'
import { withStore } from './with-store.ts'

export type PlanCommand =
  | { kind: 'list' }
  | { kind: 'show'; mailbox: string }
  | { kind: 'set'; mailbox: string; plan: string }

const OPERATOR = { kind: 'command' } as const

type Result = { output: string; done: boolean }

/** Parses the words after `formslot-server plan`; returns an error message when they are not a command. */
export function readPlanCommand([word, mailbox, plan, ...more]: readonly string[]): PlanCommand | string {
  switch (word) {
    case 'list':
      return mailbox === undefined ? { kind: 'list' } : `Unexpected argument "${mailbox}".`
    case 'show':
      if (mailbox === undefined) return 'plan show needs an email address.'
      return plan === undefined ? { kind: 'show', mailbox } : `Unexpected argument "${plan}".`
    case 'set':
      if (mailbox === undefined || plan === undefined)
        return 'plan set needs an email address and the name of a plan.'
      return more[0] === undefined ? { kind: 'set', mailbox, plan } : `Unexpected argument "${more[0]}".`
    case undefined:
      return 'plan needs list, show or set.'
    default:
      return `Unknown command "plan ${word}". Use list, show or set.`
  }
}

/** Shows plans, or changes the plan of an owner, which takes effect at once even while the service is running. */
export async function plan(
  config: Config,
  request: { command: PlanCommand; format: 'text' | 'json'; now: Date },
): Promise<Result> {
  const { now } = request
  const result = await withStore(config, now, ({ store, keys }) => {
    const { plans, defaultPlan } = config
    return runPlanCommand({ store, keys, plans, defaultPlan }, request)
  })
  return typeof result === 'string' ? failed(result) : result
}

async function runPlanCommand(
  context: PlanContext,
  { command, format, now }: { command: PlanCommand; format: 'text' | 'json'; now: Date },
): Promise<Result> {
  const json = format === 'json'
  switch (command.kind) {
    case 'list': {
      const owners = await context.store.plans.countOwners()
      const names = new Set([...Object.keys(context.plans), ...owners.keys()])
      const listed = [...names].map((name) => ({
        name,
        plan: context.plans[name] ?? null,
        owners: owners.get(name) ?? 0,
        isDefault: name === context.defaultPlan,
      }))
      return done(json ? toJson({ plans: listed }) : listText(listed))
    }
    case 'show': {
      const mailbox = readPlainAddress(command.mailbox)
      if (mailbox === null) return failed(`"${command.mailbox}" is not an email address.`)
      const owner = await context.store.plans.findOwner(mailboxIdentity(mailbox))
      const usage = owner && (await getUsage(context, { accountKey: owner.key }, now))
      if (!owner || !usage) return failed(unknownAddress(mailbox))
      const shown = { email: owner.mailbox, named: owner.plan, usage }
      return done(json ? toJson(toUsageJson(shown)) : showText(shown))
    }
    case 'set': {
      const mailbox = readPlainAddress(command.mailbox)
      if (mailbox === null) return failed(`"${command.mailbox}" is not an email address.`)
      const changed = await changePlan(context, { mailbox, plan: command.plan, operator: OPERATOR, now })
      switch (changed.kind) {
        case 'unknown_mailbox':
          return failed(unknownAddress(mailbox))
        case 'unknown_plan':
          return failed(
            `Unknown plan "${command.plan}". The plans are ${Object.keys(context.plans).join(', ')}.`,
          )
        case 'unchanged':
        case 'changed': {
          const { owner, plan } = changed
          const retentionReducedAt =
            changed.kind === 'changed' ? (changed.extendedRetention?.until ?? null) : null
          const result = {
            email: owner.mailbox,
            before: owner.plan,
            plan,
            changed: changed.kind === 'changed',
          }
          return done(
            json ? toJson({ ...result, retentionReducedAt }) : changedText({ ...result, retentionReducedAt }),
          )
        }
      }
    }
  }
}

function toUsageJson({ email, usage }: Parameters<typeof showText>[0]) {
  const { endpoints, ...rest } = usage
  return {
    email,
    ...rest,
    endpoints: endpoints.map(({ endpoint, month }) => ({
      id: endpoint.id,
      name: getName(endpoint),
      used: month.used,
      limit: month.limit,
    })),
  }
}

function unknownAddress(mailbox: string): string {
  return `${mailbox} has no account. An account is created by the first claim.`
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function done(output: string): Result {
  return { output, done: true }
}

function failed(output: string): Result {
  return { output, done: false }
}
