import { changePlan, type PlanContext } from '../actions/plans/change-plan.ts'
import { getUsage } from '../actions/plans/usage.ts'
import type { Config } from '../config/config.ts'
import { mailboxIdentity, readPlainAddress } from '../domain/accounts/mailbox.ts'
import { openBeside } from './open-beside.ts'
import { changedText, listText, showText } from './plan-text.ts'

export type PlanCommand =
  | { kind: 'list' }
  | { kind: 'show'; mailbox: string }
  | { kind: 'set'; mailbox: string; plan: string }

type Said = { said: string; done: boolean }

/** What the words behind `formslot plan` ask for; a sentence where they ask for nothing that there is. */
export function readPlanCommand([word, mailbox, plan, ...more]: readonly string[]): PlanCommand | string {
  switch (word) {
    case 'list':
      return mailbox === undefined ? { kind: 'list' } : `"${mailbox}" is one word too many.`
    case 'show':
      if (mailbox === undefined) return 'plan show needs a mailbox.'
      return plan === undefined ? { kind: 'show', mailbox } : `"${plan}" is one word too many.`
    case 'set':
      if (mailbox === undefined || plan === undefined)
        return 'plan set needs a mailbox and the name of a plan.'
      return more[0] === undefined ? { kind: 'set', mailbox, plan } : `"${more[0]}" is one word too many.`
    case undefined:
      return 'plan needs list, show or set.'
    default:
      return `There is no "plan ${word}": it is list, show or set.`
  }
}

/** Shows plans, or puts an owner on another; beside a running service too, where it holds at once. */
export async function plan(
  config: Config,
  request: { command: PlanCommand; format: 'text' | 'json'; now: Date },
): Promise<Said> {
  const { now } = request
  const said = await openBeside(config, now, ({ store, keys }) => {
    const { plans, defaultPlan } = config
    return applyBatch({ store, keys, plans, defaultPlan }, request)
  })
  return typeof said === 'string' ? failed(said) : said
}

async function applyBatch(
  context: PlanContext,
  { command, format, now }: { command: PlanCommand; format: 'text' | 'json'; now: Date },
): Promise<Said> {
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
      return done(json ? jsonOf({ plans: listed }) : listText(listed))
    }
    case 'show': {
      const mailbox = readPlainAddress(command.mailbox)
      if (mailbox === null) return failed(`"${command.mailbox}" is not a plain address.`)
      const owner = await context.store.plans.findOwner(mailboxIdentity(mailbox))
      const usage = owner && (await getUsage(context, { accountKey: owner.key }, now))
      if (!owner || !usage) return failed(unknownMailbox(mailbox))
      const shown = { mailbox: owner.mailbox, named: owner.plan, usage }
      return done(json ? jsonOf(shownAsJson(shown)) : showText(shown))
    }
    case 'set': {
      const mailbox = readPlainAddress(command.mailbox)
      if (mailbox === null) return failed(`"${command.mailbox}" is not a plain address.`)
      const changed = await changePlan(context, { mailbox, plan: command.plan, now })
      switch (changed.kind) {
        case 'unknown_mailbox':
          return failed(unknownMailbox(mailbox))
        case 'unknown_plan':
          return failed(
            `There is no plan "${command.plan}". The plans are ${Object.keys(context.plans).join(', ')}.`,
          )
        case 'unchanged':
        case 'changed': {
          const { owner, plan } = changed
          const retentionReducedAt = changed.kind === 'changed' ? (changed.longer?.until ?? null) : null
          const told = {
            mailbox: owner.mailbox,
            before: owner.plan,
            plan,
            changed: changed.kind === 'changed',
          }
          return done(
            json ? jsonOf({ ...told, retentionReducedAt }) : changedText({ ...told, retentionReducedAt }),
          )
        }
      }
    }
  }
}

function shownAsJson({ mailbox, usage }: Parameters<typeof showText>[0]) {
  const { endpoints, ...rest } = usage
  return {
    mailbox,
    ...rest,
    endpoints: endpoints.map(({ endpoint, month }) => ({
      id: endpoint.id,
      name: endpoint.settings.name,
      used: month.used,
      limit: month.limit,
    })),
  }
}

function unknownMailbox(mailbox: string): string {
  return `${mailbox} owns nothing here: an account begins with the first claim.`
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function done(said: string): Said {
  return { said, done: true }
}

function failed(said: string): Said {
  return { said, done: false }
}
