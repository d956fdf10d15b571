import { encoding, fileAttributes } from './file-input.ts'
import { shellWord } from './quoting.ts'
import { scriptTag } from './script-tag.ts'
import { asksForWork, HONEYPOT, type Snippet, type SnippetFiles, type SnippetOptions } from './snippet.ts'

/** Returns the lines about a form that the project sends. */
function sendingByProject({ files }: SnippetOptions): string {
  return `- Without JavaScript it must work as a plain form with this URL as its action and method="post": the browser is redirected to a thank-you page.
- With JavaScript, send new FormData(form) with fetch from the browser, not through the project's server, with the headers Accept: application/json and Idempotency-Key. The key is a random value of 8 to 128 visible ASCII characters: reuse it when the same content is sent again, and create a new one when the content has changed or was accepted. Ignore further clicks while a request is in progress, and time out after ${files ? '10 minutes' : '30 seconds'}.
- Success is status 200 with {"ok": true}: reset the form and show a thank-you message. An error is JSON with "message" and sometimes "field": show the message, mark that field with aria-invalid and focus it. If there is no response, keep the input and ask to try again.
- Show these messages in an element with role="status" that is in the page from the start.`
}

/** Prompt for a coding agent: add the form to a project. */
export function agentPrompt(options: SnippetOptions): Snippet {
  const { endpointUrl, honeypot = HONEYPOT, files } = options
  const dryRunUrl = new URL(endpointUrl)
  dryRunUrl.searchParams.set('dry_run', '1')
  return {
    title: 'Agent prompt',
    task: 'agent',
    language: 'text',
    fileName: null,
    code: `Add a contact form to this project. It posts to this existing form endpoint:

${endpointUrl}

- Use the project's framework, components and style. Add no dependency.
- The fields are name, email and message, unless the project says otherwise. Every input has a name attribute, a visible label and, where one fits, autocomplete. ${describeFiles(files)} The names _gotcha, _next, _subject and _replyto are reserved.
- Add a honeypot: a text input named ${JSON.stringify(honeypot)} that stays empty, with a label "Leave this empty", tabindex="-1" and autocomplete="off", inside <div hidden>.
${asksForWork(options) ? sendingByScript(options) : sendingByProject(options)}
- Test with a dry run, which validates everything but stores and emails nothing. Every other submission is real and is emailed to the owner, so don't send any as a test.

curl ${shellWord(dryRunUrl.href)} --data-urlencode 'name=Jane Doe' --data-urlencode 'email=jane@example.org' --data-urlencode 'message=Hello!'

Full documentation of this service: ${new URL('../llms.txt', endpointUrl).href}
If I ask for a webhook or a chat that gets what arrives: ${new URL('../docs/webhooks.md', endpointUrl).href} (needs an API key of mine with the scopes read and write)
`,
    usage: null,
  }
}

/** Returns the lines about a form that the script of the instance sends, because it asks for a proof of work. */
function sendingByScript({ endpointUrl }: SnippetOptions): string {
  return `- The form is a plain form with this URL as its action, method="post" and the attribute data-challenge. This script of the service sends it without leaving the page, solves the proof of work that the form asks for, and shows success and errors. Load it once on the page, and add no submit handler:

${scriptTag(endpointUrl)}

- A Content-Security-Policy must allow ${new URL(endpointUrl).origin} in script-src, connect-src and form-action.`
}

function describeFiles(files: SnippetFiles | null | undefined): string {
  if (!files) return 'The endpoint accepts no files.'
  return `The endpoint accepts files, also under another name: <input ${fileAttributes(files)}>. The data attributes are its limits: tell them to the visitor, and check them before sending. The form needs${encoding(files)}; a fetch with FormData sets that itself. If files are sent again after a lost connection, the key of the same content is reused; content includes the name, size and date of each file.`
}
