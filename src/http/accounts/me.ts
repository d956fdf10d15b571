import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { ROLES, SCOPES } from '../../domain/accounts/scope.ts'
import { LANGUAGES } from '../../domain/language.ts'
import { MINUTE } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { findKeptEmails } from '../outbox/mailbox.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, opaqueId, Plan, planBody, suspensionBody, suspensionShape } from '../schema/shapes.ts'
import { Membership, membershipBody } from './memberships.ts'

/** Shown to members: only the holder of the account can confirm. */
const NONE_UNCONFIRMED = { form: 0, telemetry: 0, queue: 0, emailsHeld: 0 } as const
/** Time for which emails are delayed before owners are told: a mail server that restarts concerns nobody. */
const MIN_SHOWN_DELAY_MS = MINUTE

const language = z.enum(LANGUAGES).nullable()

const Me = named(
  'Me',
  z.object({
    email: z.string().describe('The email address that identifies the account.'),
    person: z
      .string()
      .describe(
        'The email address of the caller. It differs from `email` while they act in another account as a member.',
      ),
    role: z
      .enum([...ROLES, 'holder'])
      .describe('holder: it is their own account. An API key has the role of whoever created it.'),
    form_id: z.string().nullable().describe('The only form that they may see; null for the whole account.'),
    language: language.describe(
      'The language that the caller has chosen for the dashboard; null: that of the browser.',
    ),
    memberships: z
      .array(Membership)
      .describe('The accounts that the caller is a member of; [] for an API key.'),
    shared: z.boolean().describe('true: others than its holder are members of the account.'),
    plan: Plan,
    session: z
      .object({
        id: opaqueId,
        fresh_until: instant.describe('Irreversible operations are allowed until then.'),
      })
      .nullable()
      .describe('The session of the caller; null for an API key.'),
    scopes: z.array(z.enum(SCOPES)).describe('Scopes of the caller. A session has all of them.'),
    unconfirmed: z
      .object({
        endpoints: z.int(),
        telemetry: z.int(),
        queues: z.int(),
        emails_held: z.int().describe('Emails that wait until their endpoint is confirmed.'),
      })
      .describe('Endpoints that were claimed by their link alone: keep (confirm) or decline them.'),
    emails_kept: z
      .boolean()
      .describe(
        'true: no mail server is set up. Emails stay in the mailbox of this instance and reach nobody.',
      ),
    emails_delayed_since: instant
      .nullable()
      .describe(
        'Set while the mail server of this instance cannot be reached or refuses all emails, once that has lasted a minute. Emails wait, and nothing is lost.',
      ),
    emails_bounced_since: instant
      .nullable()
      .describe(
        'Set while your own address gets no emails because earlier ones bounced: see `GET /account/bounced-addresses`.',
      ),
    suspended: suspensionShape.describe(
      'Set while the operator of the instance has suspended the account: its endpoints accept nothing, and requests that begin something are refused with account_suspended. Reading, exporting and deleting go on.',
    ),
    operator_contact: z
      .string()
      .nullable()
      .describe(
        'Where the operator of the instance can be reached, as a `mailto:` or `https:` URL; null if that is not set up.',
      ),
    operator: z.boolean().describe('true: this session may call `/operator/…`.'),
    mailbox_url: z
      .url()
      .nullable()
      .describe(
        'Where those emails can be read on the machine of this instance; null if only `formslot-server mailbox` shows them.',
      ),
    base_url: z.url().describe('The base address of this instance.'),
    version: z.string(),
  }),
)

const MeChange = named(
  'MeChange',
  z.strictObject({
    language: language.describe('A language for the dashboard; null: that of the browser.'),
  }),
)

/** Declares `/me`: the authenticated caller. */
export function meRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, keys, terms, base, version } = deps

  function toSession({ by }: Caller) {
    if (by.kind === 'key') return null
    return { id: keys.rowId('session', by.sessionKey), fresh_until: by.freshUntil.toISOString() }
  }

  async function findDelay(now: Date): Promise<string | null> {
    const since = await deps.emailsDelayedSince()
    return since && now.getTime() - since.getTime() >= MIN_SHOWN_DELAY_MS ? since.toISOString() : null
  }

  return [
    apiRoute({
      method: 'GET',
      path: '/me',
      needs: 'read',
      fresh: false,
      tag: 'account',
      operationId: 'showMe',
      summary: 'Get the authenticated caller and its permissions.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The account, and the session or API key that authenticated the request.',
        schema: Me,
        example: {
          email: EXAMPLE_RECIPIENT,
          person: EXAMPLE_RECIPIENT,
          role: 'holder',
          form_id: null,
          language: null,
          memberships: [],
          shared: false,
          plan: planBody(terms, terms.defaultPlan),
          session: { id: 'ses_8s0fjv2ezk7wh5r0x9m3tq6ybc', fresh_until: '2026-11-20T10:15:00.000Z' },
          scopes: [...SCOPES],
          unconfirmed: { endpoints: 0, telemetry: 0, queues: 0, emails_held: 0 },
          emails_kept: false,
          emails_delayed_since: null,
          suspended: null,
          operator_contact: null,
          operator: false,
          emails_bounced_since: null,
          mailbox_url: null,
          base_url: base,
          version,
        },
      },
      async handle({ caller, now }) {
        const kept = findKeptEmails(deps)
        const isMember = caller.member !== null
        const unconfirmed = isMember ? NONE_UNCONFIRMED : await actions.countUnconfirmed(caller)
        const memberships = caller.by.kind === 'key' ? [] : await actions.listMemberships(caller)
        return answered({
          email: caller.mailbox,
          person: caller.person.mailbox,
          role: caller.access.role,
          form_id: caller.access.form,
          language: await actions.findOwnLanguage(caller),
          memberships: memberships.map((membership) => membershipBody(keys, membership)),
          shared: await actions.isShared(caller),
          plan: planBody(terms, caller.plan),
          session: toSession(caller),
          scopes: [...(caller.by.kind === 'key' ? caller.by.scopes : SCOPES)],
          unconfirmed: {
            endpoints: unconfirmed.form,
            telemetry: unconfirmed.telemetry,
            queues: unconfirmed.queue,
            emails_held: unconfirmed.emailsHeld,
          },
          emails_kept: kept !== null,
          emails_delayed_since: await findDelay(now),
          suspended: suspensionBody(caller.suspension),
          operator_contact: deps.securityContact,
          operator:
            caller.by.kind === 'session' && !isMember && deps.operators.has(mailboxIdentity(caller.mailbox)),
          emails_bounced_since: isMember
            ? null
            : ((await actions.findBouncedSince(caller, now))?.toISOString() ?? null),
          mailbox_url: kept?.kind === 'url' ? kept.url : null,
          base_url: base,
          version,
        })
      },
    }),
    apiRoute({
      method: 'PATCH',
      path: '/me',
      needs: 'session',
      fresh: false,
      tag: 'account',
      operationId: 'changeMe',
      summary: 'Choose the language of the dashboard.',
      description: 'It is kept with the person, in whichever account their session acts.',
      query: NOTHING,
      body: MeChange,
      bodyExample: { language: 'de' },
      answer: { status: 204, description: 'The choice is stored.' },
      async handle({ caller, body }) {
        await actions.setOwnLanguage(caller, body.language)
        return DONE
      },
    }),
  ]
}
