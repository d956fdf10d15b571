import { shellWord } from './quoting.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/** What to tell a coding agent that shall add the form to a project. */
export function agentPrompt({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): Snippet {
  const rehearsal = new URL(endpointUrl)
  rehearsal.searchParams.set('dry_run', '1')
  return {
    title: 'Agent prompt',
    language: 'text',
    fileName: null,
    code: `Add a contact form to this project. It posts to this form endpoint, which exists already:

${endpointUrl}

- Use the framework, components and style of the project, and no new dependency.
- The fields are name, email and message, unless the project says otherwise. Every input has a name attribute, a visible label and, where one fits, autocomplete. The endpoint takes no files; the names _gotcha, _next, _subject and _replyto are reserved.
- Add a honeypot: a text input named ${JSON.stringify(honeypot)} that stays empty, with a label "Leave this empty", tabindex="-1" and autocomplete="off", inside <div hidden>.
- Without script it is a plain form with this address as its action and method="post": the browser is led to a page that says thanks.
- With script, send new FormData(form) by fetch from the browser itself, not through a server of the project, with the headers Accept: application/json and Idempotency-Key. The key is a random value of 8 to 128 visible ASCII characters: the same one whenever the same content is sent again, a new one when the content has changed or was accepted. Ignore a second press of the button while a request is under way, and give up after 30 seconds.
- Success is status 200 with {"ok": true}: empty the form and say thanks. A refusal is JSON with "message" and sometimes "field": show the message, mark that field with aria-invalid and focus it. If there was no answer, keep what was typed and ask to try again.
- Say all this in an element with role="status" that stands in the page from the start.
- Try it with a dry run, which checks everything, and neither stores nor mails anything. Every other submission is a real one and reaches the owner's mailbox, so send none to test.

curl ${shellWord(rehearsal.href)} --data-urlencode 'name=Jane Doe' --data-urlencode 'email=jane@example.org' --data-urlencode 'message=Hello!'

Everything else about this service: ${new URL('../llms.txt', endpointUrl).href}
`,
    usage: null,
  }
}
