import { shellWord } from './quoting.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/** Prompt for a coding agent: add the form to a project. */
export function agentPrompt({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): Snippet {
  const dryRunUrl = new URL(endpointUrl)
  dryRunUrl.searchParams.set('dry_run', '1')
  return {
    title: 'Agent prompt',
    language: 'text',
    fileName: null,
    code: `Add a contact form to this project. It posts to this existing form endpoint:

${endpointUrl}

- Use the project's framework, components and style. Add no dependency.
- The fields are name, email and message, unless the project says otherwise. Every input has a name attribute, a visible label and, where one fits, autocomplete. The endpoint accepts no files. The names _gotcha, _next, _subject and _replyto are reserved.
- Add a honeypot: a text input named ${JSON.stringify(honeypot)} that stays empty, with a label "Leave this empty", tabindex="-1" and autocomplete="off", inside <div hidden>.
- Without JavaScript it must work as a plain form with this URL as its action and method="post": the browser is redirected to a thank-you page.
- With JavaScript, send new FormData(form) with fetch from the browser, not through the project's server, with the headers Accept: application/json and Idempotency-Key. The key is a random value of 8 to 128 visible ASCII characters: reuse it when the same content is sent again, and create a new one when the content has changed or was accepted. Ignore further clicks while a request is in progress, and time out after 30 seconds.
- Success is status 200 with {"ok": true}: reset the form and show a thank-you message. An error is JSON with "message" and sometimes "field": show the message, mark that field with aria-invalid and focus it. If there is no response, keep the input and ask to try again.
- Show these messages in an element with role="status" that is in the page from the start.
- Test with a dry run, which validates everything but stores and emails nothing. Every other submission is real and is emailed to the owner, so don't send any as a test.

curl ${shellWord(dryRunUrl.href)} --data-urlencode 'name=Jane Doe' --data-urlencode 'email=jane@example.org' --data-urlencode 'message=Hello!'

Full documentation of this service: ${new URL('../llms.txt', endpointUrl).href}
`,
    usage: null,
  }
}
