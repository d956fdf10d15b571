import { reactComponent } from './react.ts'
import type { FileSnippet, SnippetOptions } from './snippet.ts'

/**
 * A client component: the browser posts to the endpoint itself. A server action would send every visitor's submission
 * from the address of the server, and all of them would share its submit rate.
 */
export function nextSnippet(options: SnippetOptions): FileSnippet {
  return {
    title: 'Next.js',
    language: 'tsx',
    fileName: 'app/contact-form.tsx',
    code: `'use client'

${reactComponent(options)}`,
    usage: `import { ContactForm } from './contact-form'

<ContactForm />
`,
  }
}
