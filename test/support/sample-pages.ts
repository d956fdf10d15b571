import type { RefusalCode } from '../../src/domain/refusal.ts'
import { dashboardMissingPage } from '../../src/http/pages/dashboard-missing.ts'
import { destinationPage } from '../../src/http/pages/destination.ts'
import { docsPage } from '../../src/http/pages/docs.ts'
import { formInfoPage } from '../../src/http/pages/form-info.ts'
import { homePage } from '../../src/http/pages/home.ts'
import { LANGUAGES, type Language } from '../../src/http/pages/i18n/languages.ts'
import { emailPage, mailboxPage } from '../../src/http/pages/mailbox.ts'
import type { OpenApi } from '../../src/http/pages/openapi-shape.ts'
import { refusalPage } from '../../src/http/pages/refusal.ts'
import { checkMailboxPage, signedOutPage, signInPage } from '../../src/http/pages/sign-in.ts'
import {
  confirmedPage,
  deadLinkPage,
  doubtfulLinkPage,
  signInLinkPage,
} from '../../src/http/pages/sign-in-link.ts'
import { startPage } from '../../src/http/pages/start.ts'
import { thanksPage } from '../../src/http/pages/thanks.ts'
import { formatWait } from '../../src/http/pages/waiting.ts'
import { linkPages } from './sample-link-pages.ts'

/** How a sample value is said; a test of hostile text changes it on the way in. */
export type Say = (plain: string) => string

/** Every page in every state, by name; pages for visitors in every language. */
export function samplePages(say: Say = (plain) => plain): Map<string, string> {
  const visitors = LANGUAGES.flatMap((language) => visitorPages(language, say))
  return new Map([...visitors, ...mailboxPages(say), ...frontPages(say)])
}

const BASE = 'https://forms.acme.org'
const FORM = 'f_k3v9q2m7x4t8r5wz'
const HINT = 'j***@a***.org'

/** One code for each sentence a visitor can get, with and without a field, a wait and a detail. */
const REFUSED: [RefusalCode, number, { field?: string; wait?: number; message?: string }][] = [
  ['fields_missing', 400, {}],
  ['field_invalid', 400, { field: 'message', message: 'The value is longer than 65536 bytes.' }],
  ['too_many_fields', 400, {}],
  ['file_refused', 400, { field: 'photo' }],
  ['payload_too_large', 413, {}],
  ['body_unparsable', 400, { message: 'The multipart body has no boundary.' }],
  ['method_not_allowed', 405, {}],
  ['idempotency_in_progress', 409, { wait: 1 }],
  ['submit_rate', 429, { wait: 130 }],
  ['endpoint_frozen', 429, {}],
  ['cross_site_action', 403, {}],
  ['monthly_quota', 429, { wait: 864_000 }],
  ['endpoint_expired', 410, {}],
  ['endpoint_retired', 410, {}],
  ['endpoint_not_found', 404, {}],
  ['not_found', 404, {}],
  ['token_not_found', 404, {}],
  ['recipient_invalid', 400, { field: 'recipient' }],
  ['disk_full', 503, { wait: 60 }],
  ['internal', 500, {}],
]

function destinationPages(language: Language, say: Say): [string, string][] {
  const base = say(BASE)
  const shown = {
    formId: say(FORM),
    mailboxHint: say(HINT),
    ownerHint: say('a***@l***.dev'),
    confirmAction: say(`${BASE}/destination/token`),
    stopAction: say(`${BASE}/destination/token/stop`),
  }
  return [
    ...(['asked', 'confirmed'] as const).map((outcome): [string, string] => [
      `destination-${outcome}-${language}`,
      destinationPage({ base, language, outcome, ...shown }),
    ]),
    ...(['gone', 'refused'] as const).map((outcome): [string, string] => [
      `destination-${outcome}-${language}`,
      destinationPage({ base, language, outcome }),
    ]),
  ]
}

function visitorPages(language: Language, say: Say): [string, string][] {
  const base = say(BASE)
  const endpointUrl = say(`${BASE}/f/${FORM}`)
  const backUrl = say('https://acme.org/contact')
  const states = ['unclaimed', 'claimed', 'frozen', 'expired', 'retired', 'unknown'] as const
  return [
    [`thanks-${language}`, thanksPage({ base, language, backUrl })],
    [`thanks-alone-${language}`, thanksPage({ base, language, backUrl: null })],
    ...destinationPages(language, say),
    ...linkPages(language, say),
    ...signInPages(language, say),
    ...creationPages(language, say),
    ...states.map((state): [string, string] => [
      `form-${state}-${language}`,
      formInfoPage({ base, language, formId: say(FORM), endpointUrl, state }),
    ]),
    ...REFUSED.map(([code, status, more]): [string, string] => [
      `refusal-${code}-${language}`,
      refusalPage({
        base,
        language,
        status,
        code,
        deed: 'sent',
        field: more.field ? say(more.field) : null,
        retryAfterSeconds: more.wait ?? null,
        message: more.message ? say(more.message) : null,
        requestId: say('req_9m2x7kq4'),
        backUrl,
      }),
    ]),
  ]
}

/** The landing page, and the page that a new endpoint begins with. */
function creationPages(language: Language, say: Say): [string, string][] {
  const base = say(BASE)
  const tongue = { language, byHand: language === 'de' }
  const shown = { base, tongue, idempotencyKey: say('0123456789abcdef') }
  const typed = say('you@example.com')
  const problem = { kind: 'tooMany', wait: formatWait(language, 1500) } as const
  return [
    [`home-${language}`, homePage({ ...shown, typed: '', problem: null })],
    [`home-wrong-${language}`, homePage({ ...shown, typed, problem: { kind: 'placeholder' } })],
    [`home-often-${language}`, homePage({ ...shown, typed, problem })],
    ...(['unclaimed', 'frozen', 'claimed'] as const).map((state): [string, string] => [
      `start-${state}-${language}`,
      startPage({ base, tongue, formId: say(FORM), state, recipientHint: say(HINT) }),
    ]),
  ]
}

/** The way in and out of the dashboard. */
function signInPages(language: Language, say: Say): [string, string][] {
  const base = say(BASE)
  const mailbox = say('jane@acme.org')
  const wait = formatWait(language, 1500)
  const link = { base, language, mailbox, action: say(`${BASE}/sign-in/token`) }
  const purposes = ['sign_in', 'confirm'] as const
  const emailsUrl = say(`${BASE}/mailbox`)
  const askedAt = new Date('2026-11-20T10:00:00Z')
  const next = say('/app/inbox')
  return [
    [`sign-in-${language}`, signInPage({ base, language, next, mailbox: '', problem: null })],
    [
      `sign-in-wrong-${language}`,
      signInPage({ base, language, next: null, mailbox, problem: { kind: 'not_an_address' } }),
    ],
    [
      `sign-in-often-${language}`,
      signInPage({ base, language, next: null, mailbox, problem: { kind: 'too_often', wait } }),
    ],
    [
      `sign-in-sent-${language}`,
      checkMailboxPage({ base, language, mailbox, problem: null, emailsUrl: null }),
    ],
    [
      `sign-in-code-${language}`,
      checkMailboxPage({ base, language, mailbox: null, problem: 'wrong_code', emailsUrl }),
    ],
    ...purposes.flatMap((purpose): [string, string][] => [
      [`link-${purpose}-${language}`, signInLinkPage({ ...link, purpose })],
      [
        `link-doubt-${purpose}-${language}`,
        doubtfulLinkPage({
          ...link,
          purpose,
          device: purpose === 'sign_in' ? say('Firefox · Linux') : '',
          askedAt,
        }),
      ],
    ]),
    [`link-confirmed-${language}`, confirmedPage({ base, language })],
    [`link-dead-${language}`, deadLinkPage({ base, language })],
    [`signed-out-${language}`, signedOutPage({ base, language })],
  ]
}

function mailboxPages(say: Say): [string, string][] {
  const base = say(BASE)
  const email = {
    id: say('0001'),
    to: say('jane@acme.org'),
    from: say('Formslot <forms@acme.org>'),
    subject: say('New submission to your form'),
    date: new Date('2026-11-20T10:00:00Z'),
  }
  const text = say('name\n  Ada Lovelace\n\nmessage\n  مرحبا, hello')
  return [
    ['dashboard-missing', dashboardMissingPage({ base })],
    ['mailbox-empty', mailboxPage({ base, emails: [], total: 0 })],
    ['mailbox', mailboxPage({ base, emails: [email, email], total: 3 })],
    ...(['html', 'text', 'source'] as const).map((view): [string, string] => [
      `email-${view}`,
      emailPage({ base, email, view, text, source: text }),
    ]),
  ]
}

function frontPages(say: Say): [string, string][] {
  const base = say(BASE)
  return [['docs', docsPage({ base, openapi: sampleApi(say) })]]
}

function sampleApi(say: Say): OpenApi {
  const recipient = { type: say('string'), format: say('email'), description: say('The mailbox.') }
  const schema = { type: 'object', required: ['recipient'], properties: { recipient } }
  const named = { schema: { $ref: '#/components/schemas/Refused' } }
  const create = {
    summary: say('Create an endpoint'),
    description: say('No account and no `key` are needed.'),
    parameters: [{ name: say('dry_run'), in: say('query'), description: say('Checks only.') }],
    requestBody: {
      content: {
        [say('application/json')]: {
          schema,
          examples: { one: { summary: say('Plain'), value: say('{}') }, [say('two')]: { value: say('{}') } },
        },
        'multipart/form-data': { example: { [say('recipient')]: say('jane@acme.org') } },
      },
    },
    responses: {
      '201': {
        description: say('Created.'),
        content: { 'application/json': { example: { form_id: say(FORM) } } },
      },
      '429': { description: say('Too many creations.'), content: { 'application/json': named } },
    },
  }
  return {
    info: { title: say('Formslot'), version: say('1.0.0'), description: say('Forms without a back end.') },
    tags: [{ name: 'owned', description: say('Endpoints of the account.') }],
    paths: {
      [say('/new')]: { post: create },
      [say('/api/v1/endpoints')]: {
        get: { ...create, tags: ['owned'], security: [{ session: [] }, { key: [say('read')] }] },
        post: { ...create, summary: say('Another one'), tags: ['owned'], security: [{ session: [] }] },
      },
    },
    components: { schemas: { Refused: { type: 'object', properties: { [say('error')]: recipient } } } },
  }
}
