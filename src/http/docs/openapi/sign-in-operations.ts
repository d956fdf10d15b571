import type { RefusalCode } from '../../../domain/refusal.ts'
import { EXAMPLE_RECIPIENT } from '../../schema/examples.ts'
import {
  type Answer,
  json,
  type NamedOperation,
  operation,
  orPage,
  refusalPages,
  refusals,
  text,
} from './answers.ts'
import { headers, schemaReference } from './components.ts'
import { TOKEN } from './parameters.ts'

const TAGS = ['sign-in']
const FORM = 'application/x-www-form-urlencoded'

/** The way in for owners, and the way out. */
export function signInOperations(): Record<string, Record<string, NamedOperation>> {
  return {
    '/sign-in': {
      get: operation({
        operationId: 'showSignIn',
        summary: 'Asks for the mailbox.',
        tags: TAGS,
        parameters: [
          {
            name: 'next',
            in: 'query',
            description: 'A path of the dashboard, where to go afterwards.',
            schema: { type: 'string' },
          },
        ],
        responses: { 200: text('A page.'), 303: onwards('Somebody is signed in already.') },
      }),
      post: operation({
        operationId: 'requestSignIn',
        summary: 'Ask for an email that signs in.',
        description: 'Answered alike whether or not the mailbox owns something here.',
        tags: TAGS,
        ...requestBody('SignInRequest', { email: EXAMPLE_RECIPIENT }),
        responses: {
          202: orPage({
            ...json('An email may be on its way.', { schema: 'Ok', example: { ok: true } }),
            headers: headers(['Set-Cookie']),
          }),
          ...refused(['value_invalid', 'body_unparsable', 'cross_site_action', 'sign_in_rate']),
        },
      }),
    },
    '/sign-in/code': {
      post: operation({
        operationId: 'signInByCode',
        summary: 'Sign in by the code of the email, in the browser that asked for it.',
        description: 'From a page of this service only.',
        tags: TAGS,
        ...requestBody('CodeRequest', { code: '7KQ2M9XT' }),
        responses: {
          200: {
            ...json('Signed in: the cookie is the session.', { schema: 'Ok', example: { ok: true } }),
            headers: headers(['Set-Cookie']),
          },
          303: signedIn(),
          ...refused(['code_wrong', 'body_unparsable', 'cross_site_action']),
        },
      }),
    },
    '/sign-in/{token}': {
      get: operation({
        operationId: 'showSignInLink',
        summary: 'What the link of a sign-in email does. Changes nothing.',
        tags: TAGS,
        parameters: [TOKEN],
        responses: { 200: text('A page with a button.'), ...refusalPages(['token_not_found']) },
      }),
      post: operation({
        operationId: 'followSignInLink',
        summary: 'Sign in by the link of the email. Works once.',
        description: 'From a page of this service only.',
        tags: TAGS,
        parameters: [TOKEN],
        responses: {
          200: text('A page that wants to be sure: another browser asked.'),
          303: signedIn(),
          ...refusalPages(['cross_site_action', 'token_not_found']),
        },
      }),
    },
    '/sign-out': {
      post: operation({
        operationId: 'signOutByPage',
        summary: 'Sign this browser out.',
        description: 'From a page of this service only.',
        tags: TAGS,
        responses: {
          200: { ...text('A page.'), headers: headers(['Set-Cookie']) },
          ...refused(['cross_site_action']),
        },
      }),
    },
  }
}

function requestBody(schema: 'SignInRequest' | 'CodeRequest', example: Record<string, string>) {
  const body = { schema: schemaReference(schema), example }
  return { requestBody: { required: true, content: { [FORM]: body, 'application/json': body } } }
}

function refused(codes: readonly RefusalCode[]): Record<string, Answer> {
  return refusals(codes, { as: 'json or page' })
}

function signedIn(): Answer {
  return { ...onwards('Signed in: the cookie is the session.'), headers: headers(['Location', 'Set-Cookie']) }
}

function onwards(description: string): Answer {
  return { description, headers: headers(['Location']) }
}
