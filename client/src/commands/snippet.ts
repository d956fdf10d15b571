import { closestName } from '../../../src/config/closest-name.ts'
import { agentPrompt } from '../../../src/snippets/agent-prompt.ts'
import { CODE_SNIPPETS, type SnippetName, writeCodeSnippet } from '../../../src/snippets/all-snippets.ts'
import { readFilesFact } from '../../../src/snippets/file-input.ts'
import { queuePrompt } from '../../../src/snippets/queue/agent-prompt.ts'
import { cloudflareScript } from '../../../src/snippets/queue/cloudflare.ts'
import { acknowledgeCurl, publishCurl, pullCurl } from '../../../src/snippets/queue/curl.ts'
import { publishScript } from '../../../src/snippets/queue/publish.ts'
import { workerScript } from '../../../src/snippets/queue/worker.ts'
import type { Snippet, SnippetOptions } from '../../../src/snippets/snippet.ts'
import { telemetryPrompt } from '../../../src/snippets/telemetry/agent-prompt.ts'
import { telemetryCurl } from '../../../src/snippets/telemetry/curl.ts'
import { telemetryFetch } from '../../../src/snippets/telemetry/fetch.ts'
import { openTelemetryJs, openTelemetrySettings } from '../../../src/snippets/telemetry/opentelemetry.ts'
import { pageSnippet } from '../../../src/snippets/telemetry/page.ts'
import { plausibleSnippet } from '../../../src/snippets/telemetry/plausible.ts'
import { umamiSnippet } from '../../../src/snippets/telemetry/umami.ts'
import type { Status } from '../api/schema.ts'
import type { EndpointKind } from '../client.ts'
import { findBase, parseTarget, toUrl } from '../settings/base.ts'
import { usageFailure } from '../terminal/failure.ts'
import { call } from './call.ts'
import { defineCommand } from './command.ts'

/** The public facts of a form that its snippets depend on. */
type FormFacts = Pick<SnippetOptions, 'challenge' | 'files'>
type Write = (url: string, facts: FormFacts) => Snippet

/** Snippets by kind of endpoint and name; the first is the one that is shown without a name. */
const SNIPPETS: Readonly<Record<EndpointKind, Readonly<Record<string, Write>>>> = {
  form: {
    ...Object.fromEntries(
      Object.keys(CODE_SNIPPETS).map((name): [string, Write] => [
        name,
        (endpointUrl, facts) => writeCodeSnippet(name as SnippetName, { endpointUrl, ...facts }),
      ]),
    ),
    agent: (endpointUrl, facts) => agentPrompt({ endpointUrl, ...facts }),
  },
  telemetry: {
    page: (telemetryUrl) => pageSnippet({ telemetryUrl }),
    javascript: (telemetryUrl) => telemetryFetch({ telemetryUrl }),
    curl: (telemetryUrl) => telemetryCurl({ telemetryUrl }),
    opentelemetry: (telemetryUrl) => openTelemetryJs({ telemetryUrl }),
    'opentelemetry-env': (telemetryUrl) => openTelemetrySettings({ telemetryUrl }),
    plausible: (telemetryUrl) => plausibleSnippet({ telemetryUrl }),
    umami: (telemetryUrl) => umamiSnippet({ telemetryUrl }),
    agent: (telemetryUrl) => telemetryPrompt({ telemetryUrl }),
  },
  queue: {
    publish: (queueUrl) => publishScript({ queueUrl }),
    worker: (queueUrl) => workerScript({ queueUrl }),
    cloudflare: (queueUrl) => cloudflareScript({ queueUrl }),
    'curl-publish': (queueUrl) => publishCurl({ queueUrl }),
    'curl-pull': (queueUrl) => pullCurl({ queueUrl }),
    'curl-ack': (queueUrl) => acknowledgeCurl({ queueUrl }),
    agent: (queueUrl) => queuePrompt({ queueUrl }),
  },
}

/** Returns the names of the snippets of a kind. */
function listSnippetNames(kind: EndpointKind): string[] {
  return Object.keys(SNIPPETS[kind])
}

/** Returns a snippet by its name; fails for an unknown one. */
export function getSnippet(
  name: string,
  { kind, url, facts = {} }: { kind: EndpointKind; url: string; facts?: FormFacts },
): Snippet {
  const names = listSnippetNames(kind)
  const wanted = name.toLowerCase().replaceAll(/\.js$|\s+/g, '')
  const write = Object.hasOwn(SNIPPETS[kind], wanted) ? SNIPPETS[kind][wanted] : undefined
  if (write) return write(url, facts)
  const close = closestName(wanted, names)
  const guess = close === null ? '' : `Do you mean ${close}? `
  throw usageFailure(
    `There is no snippet for ${JSON.stringify(name)}.`,
    `${guess}Choose one of ${names.join(', ')}.`,
  )
}

/** Prints code to paste. */
export const snippetCommand = defineCommand({
  name: 'snippet',
  usage: 'ID',
  summary: 'print code to paste for a framework',
  details: [
    `For a form: ${listSnippetNames('form').join(', ')}.`,
    `For telemetry: ${listSnippetNames('telemetry').join(', ')}.`,
    `For a queue: ${listSnippetNames('queue').join(', ')}.`,
  ],
  arity: [1, 1],
  options: { framework: { value: 'NAME', help: 'html, react, next, …; default: the first of its kind' } },
  examples: ['snippet f_k3v9q2m7x4t8r5wz --framework react'],
  async run({ options, args: [typed = ''], console, env, cwd }) {
    const target = parseTarget(typed, 'form', 'telemetry', 'queue')
    const { kind } = target
    const name = options.framework ?? listSnippetNames(kind)[0] ?? ''
    getSnippet(name, { kind, url: 'https://example.org/f/f_' })
    const base = await findBase({ options, origin: target.origin, env, cwd, console })
    const url = toUrl(base.origin, target)
    // A mistyped id would make a form that sends to nobody.
    const status = (await call(`${url}/status`)).json as Status
    const { title, language, fileName, setUp, code, usage } = getSnippet(name, {
      kind,
      url,
      facts: { challenge: status.challenge ?? 'off', files: readFilesFact(status.files) },
    })
    if (options.json) {
      const shown = { title, language, file_name: fileName, set_up: setUp ?? null, code, usage }
      console.print(`${JSON.stringify(shown)}\n`)
      return 0
    }
    const { dim } = console.paint
    const note = fileName === null ? `${title}, to paste` : `${title}: ${fileName}`
    if (setUp !== undefined) console.note(`${dim('First, set your key:')}\n${setUp.trimEnd()}`)
    console.note(dim(note))
    console.print(code)
    if (usage !== null) console.note(`${dim('Use it:')}\n${usage.trimEnd()}`)
    return 0
  },
})
