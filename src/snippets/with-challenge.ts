import { clientCommand } from '../domain/client-command.ts'
import { agentPrompt } from './agent-prompt.ts'
import { encoding } from './file-input.ts'
import { formFields, indent } from './form-parts.ts'
import { attribute, shellWord } from './quoting.ts'
import { jsxFields } from './react.ts'
import { jsxScriptTag, scriptTag } from './script-tag.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/**
 * Returns the snippets of a form that asks for a proof of work: forms without a handler of their own, which the script of
 * the instance sends. It solves the challenge and shows success and errors.
 */
export function challengeSnippets(options: SnippetOptions): Snippet[] {
  const { endpointUrl, honeypot = HONEYPOT, files } = options
  const script = scriptTag(endpointUrl)
  const form = challengeForm(endpointUrl, {
    fields: formFields({ honeypot, files }),
    encoding: encoding(files),
  })
  const jsxForm = { fields: jsxFields({ honeypot, files }), encoding: encoding(files, 'encType') }
  const page = `${script}\n${form}\n`
  const component = `export function ContactForm() {
  return (
${indent(challengeForm(endpointUrl, jsxForm), 4)}
  )
}
`
  return [
    { title: 'HTML', language: 'html', fileName: null, code: page, usage: null },
    {
      title: 'React',
      language: 'tsx',
      fileName: 'src/ContactForm.tsx',
      code: component,
      usage: `import { ContactForm } from './ContactForm'\n\n<ContactForm />\n\n${inHead('index.html', script)}`,
    },
    {
      title: 'Next.js',
      language: 'tsx',
      fileName: 'app/contact-form.tsx',
      code: component,
      usage: `import { ContactForm } from './contact-form'\n\n<ContactForm />\n\n${inHead('app/layout.tsx', jsxScriptTag(endpointUrl))}`,
    },
    {
      title: 'Astro',
      language: 'astro',
      fileName: 'src/components/ContactForm.astro',
      code: page.replace('<script ', '<script is:inline '),
      usage: `---\nimport ContactForm from '../components/ContactForm.astro'\n---\n\n<ContactForm />\n`,
    },
    {
      title: 'SvelteKit',
      language: 'svelte',
      fileName: 'src/lib/ContactForm.svelte',
      code: `${form}\n`,
      usage: `<script>\n  import ContactForm from '../lib/ContactForm.svelte'\n</script>\n\n<ContactForm />\n\n${inHead('src/app.html', script)}`,
    },
    {
      title: 'Vue',
      language: 'vue',
      fileName: 'src/components/ContactForm.vue',
      code: `<template>\n${indent(form, 2)}\n</template>\n`,
      usage: `import ContactForm from './components/ContactForm.vue'\n\n<ContactForm />\n\n${inHead('index.html', script)}`,
    },
    {
      title: 'Hugo',
      language: 'html',
      fileName: 'layouts/shortcodes/contact-form.html',
      code: page,
      usage: '{{< contact-form >}}\n',
    },
    {
      title: 'Command line',
      task: 'command-line',
      language: 'sh',
      fileName: null,
      code: `${clientCommand(new URL(endpointUrl).origin)} submit ${shellWord(endpointUrl)} \\
  name='Jane Doe' email=jane@example.org message='Hello from the shell!'
`,
      usage: null,
    },
    agentPrompt(options),
  ]
}

function challengeForm(endpointUrl: string, form: { fields: string; encoding: string }): string {
  return `<form action="${attribute(endpointUrl)}" method="post"${form.encoding} data-challenge>
${indent(form.fields, 2)}
</form>`
}

function inHead(file: string, script: string): string {
  return `<!-- In the <head> of ${file}: -->\n${script}\n`
}
