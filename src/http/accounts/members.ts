import { z } from 'zod'
import type { Member as ListedMember } from '../../actions/accounts/members.ts'
import { getInvitationEnd, INVITATION_DAYS } from '../../domain/accounts/member.ts'
import { ROLES } from '../../domain/accounts/scope.ts'
import { CONFIRMATIONS_PER_DAY } from '../../domain/destinations/email-destination.ts'
import type { Keys } from '../../domain/keys.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import type { SlidingWindow } from '../limits/sliding-window.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, opaqueId } from '../schema/shapes.ts'

const role = z
  .enum(ROLES)
  .describe(
    'viewer: reads and exports. editor: also moves, answers and deletes. owner: also changes settings and invites.',
  )

const Member = named(
  'Member',
  z.object({
    id: opaqueId,
    email: z.string(),
    role,
    form_id: z.string().nullable().describe('The only form that they may see; null for the whole account.'),
    invited_at: instant,
    accepted_at: instant.nullable().describe('null until they accept.'),
    expires_at: instant.nullable().describe('When the invitation expires; null once it is accepted.'),
  }),
)
const MemberList = named('MemberList', z.object({ data: z.array(Member) }))
const Invitation = named(
  'Invitation',
  z.strictObject({
    email: z.string().max(1000).describe('One plain email address.'),
    role,
    form_id: z
      .string()
      .nullable()
      .default(null)
      .describe('The only form that they may see; null for the whole account.'),
  }),
)
const MemberChange = named('MemberChange', z.strictObject({ role }))
const COMMON = { tag: 'members', needs: 'session', query: NOTHING } as const

const EXAMPLE = {
  id: 'mem_4x1m9c7t2v8q0y5s3k6w1z9d2f',
  email: 'grace@navy.example',
  role: 'editor' as const,
  form_id: null,
  invited_at: '2026-11-20T10:00:00.000Z',
  accepted_at: null,
  expires_at: '2026-11-27T10:00:00.000Z',
}

/**
 * Declares `/account/members`: people who may see the account, or one of its forms.
 *
 * @param people emails to people that each account has sent, hand-overs included
 */
export function memberRoutes({ actions, keys }: HttpDeps, people: SlidingWindow): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/account/members',
      fresh: false,
      operationId: 'listMembers',
      summary: 'List the members of the account, and who is invited, oldest first.',
      body: NOTHING,
      answer: { status: 200, description: 'All members.', schema: MemberList, example: { data: [EXAMPLE] } },
      async handle({ caller, now }) {
        const members = await actions.listMembers(caller, now)
        return answered({ data: members.map((member) => memberBody(keys, member)) })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/account/members',
      fresh: true,
      operationId: 'inviteMember',
      summary: 'Invite a person by email.',
      description:
        `They see nothing until they accept, within ${INVITATION_DAYS} days. An address gets at most ` +
        `${CONFIRMATIONS_PER_DAY} such emails a day, from all accounts together.`,
      body: Invitation,
      bodyExample: { email: EXAMPLE.email, role: EXAMPLE.role },
      answer: { status: 201, description: 'The invitation is queued.', schema: Member, example: EXAMPLE },
      refuses: [
        'recipient_invalid',
        'endpoint_not_found',
        'member_known',
        'plan_needed',
        'limit_reached',
        'mailbox_suppressed',
        'confirmation_rate',
        'asking_rate',
      ],
      async handle({ caller, body, request, now }) {
        const key = String(caller.accountKey)
        const retryAfterSeconds = people.secondsUntilFree(key, now)
        if (retryAfterSeconds > 0) return refused({ code: 'asking_rate', retryAfterSeconds })
        const { email, role, form_id: formId } = body
        const language = chooseLanguage(request.headers['accept-language'])
        const invited = await people.spend(
          { key, now, times: 1, used: (done) => (done.kind === 'refused' ? 0 : 1) },
          () => actions.inviteMember(caller, { email, role, formId, language, now }),
        )
        return invited.kind === 'refused' ? invited : answered(memberBody(keys, invited.member))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'PATCH',
      path: '/account/members/:id',
      fresh: true,
      operationId: 'changeMember',
      summary: 'Change the role of a member, from their next request on.',
      description: 'Keys that they created are revoked unless they stay an owner.',
      body: MemberChange,
      bodyExample: { role: 'viewer' },
      answer: {
        status: 200,
        description: 'The member.',
        schema: Member,
        example: { ...EXAMPLE, role: 'viewer' },
      },
      refuses: ['not_found'],
      async handle({ caller, params, body, now }) {
        const member = await actions.changeMemberRole(caller, { id: params.id ?? '', role: body.role, now })
        return member ? answered(memberBody(keys, member)) : refused({ code: 'not_found' })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: '/account/members/:id',
      fresh: false,
      operationId: 'removeMember',
      summary: 'Remove a member, or withdraw an invitation.',
      description: 'Their sessions in the account end at once, and the keys that they created are revoked.',
      body: NOTHING,
      answer: { status: 204, description: 'They have no access any more.' },
      refuses: ['not_found'],
      handle: async ({ caller, params, now }) =>
        (await actions.removeMember(caller, { id: params.id ?? '', now }))
          ? DONE
          : refused({ code: 'not_found' }),
    }),
  ]
}

/** Formats a member by the schema `Member`. */
export function memberBody(keys: Keys, member: ListedMember): z.infer<typeof Member> {
  const { invitedAt, acceptedAt } = member
  return {
    id: keys.rowId('member', member.key),
    email: member.mailbox,
    role: member.role,
    form_id: member.form,
    invited_at: invitedAt.toISOString(),
    accepted_at: acceptedAt?.toISOString() ?? null,
    expires_at: acceptedAt ? null : getInvitationEnd(invitedAt).toISOString(),
  }
}
