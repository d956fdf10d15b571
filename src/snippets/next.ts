import { reactComponent } from './react.ts'
import type { FileSnippet, SnippetOptions } from './snippet.ts'

/**
 * A client component that posts from the browser. A server action would send all submissions from one IP address,
 * with one rate limit.
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
