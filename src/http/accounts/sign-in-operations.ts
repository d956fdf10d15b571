import type { DeclaredBody, PublicOperation } from '../kernel/register-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { A_PAGE } from '../schema/page-answers.ts'
import { CodeRequest, Ok, SignInRequest } from '../schema/schemas.ts'

/** Declares `GET /sign-in`. */
export const SHOW_SIGN_IN: PublicOperation = {
  operationId: 'showSignIn',
  summary: 'Show the form that asks for an email address.',
  tag: 'sign-in',
  parameters: [
    {
      name: 'next',
      in: 'query',
      description: 'A path of the dashboard to open after signing in.',
      schema: { type: 'string' },
    },
  ],
  answers: {
    200: A_PAGE,
    303: { description: 'The browser is signed in already.', headers: ['Location'] },
  },
}

/** Declares `POST /sign-in`. */
export const REQUEST_SIGN_IN: PublicOperation = {
  operationId: 'requestSignIn',
  summary: 'Request a sign-in email.',
  description: 'The response is the same whether or not the address has an account.',
  tag: 'sign-in',
  body: formOrJson({ schema: SignInRequest, example: { email: EXAMPLE_RECIPIENT } }),
  answers: {
    202: {
      description: 'The email is queued if the address may receive one.',
      schema: Ok,
      example: { ok: true },
      media: ['text/html'],
      headers: ['Set-Cookie'],
    },
  },
  refuses: ['value_invalid', 'body_unparsable', 'cross_site_action', 'sign_in_rate'],
  refusesAs: 'json or page',
}

/** Declares `POST /sign-in/code`. */
export const SIGN_IN_BY_CODE: PublicOperation = {
  operationId: 'signInByCode',
  summary: 'Sign in with the code of the email, in the browser that requested it.',
  description: 'Accepted only from a page of this service.',
  tag: 'sign-in',
  body: formOrJson({ schema: CodeRequest, example: { code: '7KQ2M9XT' } }),
  answers: {
    200: {
      description: 'Signed in: the cookie is the session.',
      schema: Ok,
      example: { ok: true },
      headers: ['Set-Cookie'],
    },
    303: { description: 'Signed in: the cookie is the session.', headers: ['Location', 'Set-Cookie'] },
  },
  refuses: ['code_wrong', 'body_unparsable', 'cross_site_action'],
  refusesAs: 'json or page',
}

/** Declares `POST /sign-out`. */
export const SIGN_OUT: PublicOperation = {
  operationId: 'signOutByPage',
  summary: 'Sign this browser out.',
  description: 'Accepted only from a page of this service.',
  tag: 'sign-in',
  answers: { 200: { ...A_PAGE, headers: ['Set-Cookie'] } },
  refuses: ['cross_site_action'],
  refusesAs: 'json or page',
}

function formOrJson(body: DeclaredBody): Record<string, DeclaredBody> {
  return { 'application/x-www-form-urlencoded': body, 'application/json': body }
}
