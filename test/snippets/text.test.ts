import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allSnippets } from '../../src/snippets/all-snippets.ts'
import { astroSnippet } from '../../src/snippets/astro.ts'
import { hugoSnippet } from '../../src/snippets/hugo.ts'
import { nextSnippet } from '../../src/snippets/next.ts'
import { attribute } from '../../src/snippets/quoting.ts'
import { reactSnippet } from '../../src/snippets/react.ts'
import { svelteKitSnippet } from '../../src/snippets/sveltekit.ts'
import { ODD_NAME } from '../support/snippets/form-site.ts'
import { openProject } from '../support/snippets/project.ts'

const options = { endpointUrl: 'https://forms.ada.dev/f/f_0123456789abcdef' }

const FILES = { accept: ['.png', '.pdf'], maxFiles: 3, maxBytes: 5_242_880, maxTotalBytes: 10_485_760 }

test('every snippet contains the endpoint and has its own title', () => {
  const snippets = allSnippets(options)
  assert.equal(new Set(snippets.map(({ title }) => title)).size, 11)
  for (const { title, code } of snippets) {
    assert.ok(code.includes(options.endpointUrl), title)
    assert.match(code, /\S\n$/, title)
  }
})

test('a snippet needs no package besides its framework', () => {
  for (const { title, code } of allSnippets(options)) {
    const imported = [...code.matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name)
    const own: Record<string, string[]> = { React: ['react'], 'Next.js': ['react'], Vue: ['vue'] }
    assert.deepEqual(imported, own[title] ?? [], title)
  }
})

test('every form has labels, autocomplete and a labeled honeypot, and no styles', () => {
  const forms = allSnippets({ ...options, honeypot: 'website' }).filter(({ code }) => code.includes('<form'))
  assert.equal(forms.length, 9)
  for (const { title, code } of forms) {
    assert.match(code, /<div hidden>\s*<label>\s*Leave this empty <input name="website" tab/, title)
    assert.match(code, /autocomplete="name".*autocomplete="email".*autocomplete="off"/is, title)
    assert.equal(code.match(/<label>/g)?.length, 4, title)
    assert.equal(code.match(/<(input|textarea) /g)?.length, 4, title)
    assert.doesNotMatch(code, /style|class=|className/, title)
  }
})

test('every form of an endpoint that takes files has one input for them, with the limits', () => {
  const limits =
    'accept=".png,.pdf" data-max-files="3" data-max-bytes="5242880" data-max-total-bytes="10485760"'
  for (const challenge of ['off', 'required'] as const) {
    const forms = allSnippets({ ...options, files: FILES, challenge }).filter(({ code }) =>
      code.includes('<form'),
    )
    assert.ok(forms.length > 5)
    for (const { title, code } of forms) {
      assert.match(code, /<form[^>]* enctype="multipart\/form-data"/i, title)
      assert.ok(
        code.includes(`Files (up to 3, 5 MB each) <input type="file" name="attachment" multiple ${limits}`),
        title,
      )
    }
  }
  for (const { title, code } of allSnippets(options)) assert.doesNotMatch(code, /file"|enctype|=@/i, title)
  const [one] = allSnippets({ ...options, files: { ...FILES, maxFiles: 1, maxBytes: 102_400 } })
  assert.match(one?.code ?? '', /File \(up to 100 KB\) <input type="file" name="attachment" accept/)
})

test('the prompt for agents and the command tell of files', () => {
  const snippets = allSnippets({ ...options, files: FILES })
  const prompt = snippets.find(({ title }) => title === 'Agent prompt')?.code ?? ''
  assert.match(prompt, /The endpoint accepts files.*<input type="file" name="attachment" multiple/)
  assert.match(prompt, /time out after 10 minutes/)
  assert.match(
    snippets.find(({ title }) => title === 'curl')?.code ?? '',
    /--form 'attachment=@file\.png'\n$/,
  )
})

test('the Hugo snippet contains no template syntax', () => {
  assert.doesNotMatch(hugoSnippet({ ...options, honeypot: ODD_NAME }).code, /\{\{|\}\}/)
})

test('the components and scripts pass a strict type check', async () => {
  const script = (code: string) => /<script>\n(.*)<\/script>/s.exec(code)?.[1] ?? ''
  await using project = await openProject('ours', {
    'react.tsx': reactSnippet(options).code,
    'react-files.tsx': reactSnippet({ ...options, files: FILES }).code,
    'astro-files.ts': script(astroSnippet({ ...options, files: FILES }).code),
    'svelte-files.js': script(svelteKitSnippet({ ...options, files: FILES }).code),
    'next.tsx': nextSnippet(options).code,
    'challenge.tsx':
      allSnippets({ ...options, challenge: 'score' }).find(({ language }) => language === 'tsx')?.code ?? '',
    'astro.ts': script(astroSnippet(options).code),
    'svelte.js': script(svelteKitSnippet(options).code),
    // As Svelte's own types have it.
    'runes.d.ts': 'declare function $state<T>(initial: T): T',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        checkJs: true,
        noUncheckedIndexedAccess: true,
        noImplicitReturns: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        moduleDetection: 'force',
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        types: [],
      },
    }),
  })
  await project.run(['node', 'node_modules/typescript/bin/tsc'])
})

test('any name stays one value of an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const written = attribute(name)
      assert.doesNotMatch(written.replaceAll(/&#\d+;/g, ''), /[&<>"'`{}\n]/)
      const read = written.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      assert.equal(read, name)
    }),
  )
})

test('every snippet of a form that asks for a proof of work is sent by the script of the instance', () => {
  for (const challenge of ['score', 'required'] as const) {
    const snippets = allSnippets({ ...options, honeypot: 'website', challenge })
    assert.equal(new Set(snippets.map(({ title }) => title)).size, 9)
    for (const { title, language, code, usage } of snippets) {
      assert.ok(code.includes(options.endpointUrl), title)
      if (language === 'sh') continue
      const all = code + (usage ?? '')
      assert.match(all, /src="https:\/\/forms\.ada\.dev\/form\.\d+\.js" integrity="sha384-/, title)
      if (language === 'text') continue
      assert.match(code, /<form action="[^"]+" method="post" data-challenge>/, title)
      assert.match(code, /Leave this empty <input name="website" tab/, title)
      assert.doesNotMatch(code, /onsubmit|fetch\(/i, title)
    }
  }
  assert.ok(allSnippets(options).every(({ code }) => !code.includes('data-challenge')))
})
