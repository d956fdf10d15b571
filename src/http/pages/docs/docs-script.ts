/**
 * Script of the documentation, served at `/docs.js`. It searches in an index that it loads when somebody first uses the search,
 * copies the page as Markdown, and fills the examples with the addresses of endpoints that this browser created or opened,
 * and after a click with a key that works for a day, and shows them in the chosen language.
 */
export const DOCS_SCRIPT = `'use strict'
{
  const MAX_FOUND = 20
  const SHOWN_BEFORE = 40
  const SHOWN = 140
  const search = document.querySelector('search')
  const field = search.querySelector('input')
  const said = search.querySelector('[role=status]')
  const list = search.querySelector('ul')
  const menu = document.querySelector('.menu > details')
  let loading

  const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase()

  // One entry for each heading, with the text below it.
  async function load() {
    const response = await fetch(search.dataset.index)
    if (!response.ok) throw new Error(String(response.status))
    const { pages } = await response.json()
    return pages.flatMap(({ url, title, sections }) =>
      sections.map((section) => ({
        url: section.id ? url + '#' + section.id : url,
        page: title,
        title: section.title || title,
        text: section.text,
        foldedTitle: fold(section.title || title),
        foldedPage: fold(title),
        foldedText: fold(section.text),
      })),
    )
  }

  function rate(entry, words) {
    let points = 0
    for (const word of words) {
      const inTitle = entry.foldedTitle.indexOf(word)
      if (inTitle !== -1) points += inTitle === 0 ? 12 : 8
      else if (entry.foldedPage.includes(word)) points += 3
      if (entry.foldedText.includes(word)) points += 1
      else if (inTitle === -1 && !entry.foldedPage.includes(word)) return 0
    }
    return points
  }

  function find(entries, words) {
    return entries
      .map((entry) => ({ entry, points: rate(entry, words) }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points)
      .slice(0, MAX_FOUND)
      .map(({ entry }) => entry)
  }

  // The part of the text around the first word that was found; the word is marked.
  function excerpt({ text, foldedText }, words) {
    const line = document.createElement('span')
    const [first, at] = words.map((word) => [word, foldedText.indexOf(word)]).find(([, at]) => at !== -1) ?? ['', -1]
    // Folding may have changed the length.
    if (at === -1 || foldedText.length !== text.length) {
      line.textContent = text.slice(0, SHOWN) + (text.length > SHOWN ? '\\u2026' : '')
      return line
    }
    const from = at < SHOWN_BEFORE ? 0 : text.indexOf(' ', at - SHOWN_BEFORE) + 1
    const start = Math.min(from, at)
    const mark = document.createElement('mark')
    mark.textContent = text.slice(at, at + first.length)
    line.append(start > 0 ? '\\u2026' : '', text.slice(start, at), mark, text.slice(at + first.length, start + SHOWN))
    if (start + SHOWN < text.length) line.append('\\u2026')
    return line
  }

  function show(entry, words) {
    const item = document.createElement('li')
    const link = document.createElement('a')
    const title = document.createElement('b')
    link.href = entry.url
    title.textContent = entry.title
    link.append(title)
    if (entry.title !== entry.page) {
      const page = document.createElement('small')
      page.textContent = entry.page
      link.append(page)
    }
    link.append(excerpt(entry, words))
    item.append(link)
    return item
  }

  async function update() {
    const words = fold(field.value).split(/\\s+/).filter(Boolean)
    const asked = field.value
    const isOn = words.length > 0
    menu.hidden = isOn
    if (!isOn) {
      list.replaceChildren()
      said.textContent = ''
      return
    }
    loading ??= load()
    try {
      const found = find(await loading, words)
      if (asked !== field.value) return
      list.replaceChildren(...found.map((entry) => show(entry, words)))
      said.textContent =
        found.length === 0 ? 'Nothing found.' : found.length === MAX_FOUND ? 'The first ' + MAX_FOUND + ' results' : found.length === 1 ? '1 result' : found.length + ' results'
    } catch {
      loading = undefined
      list.replaceChildren()
      said.textContent = 'The search could not be loaded. Type again to retry.'
    }
  }

  function move(step) {
    const stops = [field, ...list.querySelectorAll('a')]
    const next = stops[stops.indexOf(document.activeElement) + step]
    if (next) next.focus()
  }

  search.hidden = false
  field.addEventListener('input', update)
  search.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && event.target === field) list.querySelector('a')?.click()
    else if (event.key === 'Escape') {
      field.value = ''
      field.focus()
      update()
    }
  })
  // A link to a heading of this page loads nothing: the menu comes back.
  list.addEventListener('click', () => {
    field.value = ''
    update()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })

  // The newest endpoint of each kind, as the start page and the dashboard have stored it.
  const base = search.dataset.index.slice(0, -'/docs/search.json'.length)
  function readOwn(kind, letter) {
    let url = null
    try {
      url = localStorage.getItem('formslot-example-' + kind)
    } catch {
      // This browser stores nothing.
    }
    const id = (url ?? '').slice(base.length + 3)
    return url === base + '/' + letter + '/' + id && /^[ftq]_[0-9a-z]{16}$/.test(id) ? { url, id } : null
  }

  const own = { ENDPOINT: readOwn('form', 'f'), TELEMETRY: readOwn('telemetry', 't'), QUEUE: readOwn('queue', 'q') }
  own.FORM = own.ENDPOINT
  const PLACEHOLDER = /(?<![\\w.])\\$?(?:(ENDPOINT|FORM|TELEMETRY|QUEUE)_(URL|ID)|ACCOUNT_KEY)\\b/g
  const places = []
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    if (node.parentElement.closest('figure code') && node.data.search(PLACEHOLDER) !== -1)
      places.push({ node, written: node.data })
  }
  // Kept by this page alone, until it is closed.
  let key = null
  let isFilled = true

  // Fills the examples; returns what they use.
  function fill() {
    const used = new Set()
    const use = (value, name) => {
      used.add(name)
      return value
    }
    for (const { node, written } of places)
      node.data = written.replace(PLACEHOLDER, (placeholder, name, part) => {
        if (name === undefined) return key ? use(key, 'a key of yours') : placeholder
        const found = own[name]
        return found ? use(part === 'URL' ? found.url : found.id, found.id) : placeholder
      })
    if (!isFilled) for (const { node, written } of places) node.data = written
    return [...used]
  }

  // Only a session with a fresh sign-in can create a key; its answer is the only one that has it.
  async function makeKey() {
    const response = await fetch(base + '/api/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Examples of the documentation',
        scopes: ['read', 'write'],
        expires_at: new Date(Date.now() + 86400000).toISOString(),
      }),
    })
    const answer = await response.json()
    if (response.ok) key = answer.key
    return response.ok ? null : answer.code
  }

  const line = document.createElement('p')
  const sentence = document.createElement('span')
  const toggle = document.createElement('button')
  const keyButton = document.createElement('button')
  line.className = 'examples'
  toggle.type = keyButton.type = 'button'
  sentence.setAttribute('role', 'status')
  keyButton.textContent = 'Use a key of mine for a day'
  function showExamples() {
    const used = fill()
    toggle.hidden = sentence.hidden = used.length === 0
    sentence.textContent = isFilled
      ? 'The examples on this page use ' + used.join(' and ') + '.'
      : 'The examples on this page use placeholders.'
    toggle.textContent = isFilled ? 'Show placeholders' : 'Use ' + used.join(' and ')
    // Somebody who never used an endpoint here has no account either.
    const isUser = Object.values(own).some((found) => found !== null)
    keyButton.hidden = key !== null || !isUser || !places.some(({ written }) => written.includes('ACCOUNT_KEY'))
    line.hidden = toggle.hidden && keyButton.hidden
  }
  toggle.addEventListener('click', () => {
    isFilled = !isFilled
    showExamples()
  })
  keyButton.addEventListener('click', async () => {
    keyButton.disabled = true
    const fault = await makeKey().catch(() => 'unreachable')
    keyButton.disabled = false
    if (fault === null) {
      isFilled = true
      showExamples()
      toggle.focus()
      return
    }
    const link = document.createElement('a')
    link.href = base + (fault === 'not_signed_in' ? '/sign-in' : '/app/settings/keys')
    link.textContent =
      fault === 'not_signed_in' ? 'Sign in to use a key of yours' : 'Create a key in the dashboard'
    keyButton.replaceWith(link)
    link.focus()
  })
  line.append(sentence, ' ', toggle, ' ', keyButton)
  document.querySelector('.twin').after(line)
  showExamples()

  // Examples in another language: the choice holds for every example, and this browser keeps it.
  const LANGUAGE = 'formslot-docs-language'
  const selects = []
  for (const figure of document.querySelectorAll('figure:has([data-language])')) {
    const texts = [...figure.querySelectorAll('pre:not(.answer)')]
    const caption = figure.querySelector('figcaption span')
    const select = document.createElement('select')
    select.setAttribute('aria-label', 'Language of the example')
    for (const text of texts) select.add(new Option(text.dataset.language ?? 'curl'))
    caption.hidden = caption.textContent === 'Shell'
    caption.after(select)
    select.addEventListener('change', () => {
      try {
        localStorage.setItem(LANGUAGE, select.value)
      } catch {
        // This browser stores nothing.
      }
      // The example that was chosen stays where it is, while those above it change their heights.
      const before = select.getBoundingClientRect().top
      chooseLanguage(select.value)
      scrollBy({ top: select.getBoundingClientRect().top - before, behavior: 'instant' })
    })
    selects.push({ select, texts })
  }
  function chooseLanguage(language) {
    for (const { select, texts } of selects) {
      select.value = language
      texts.forEach((text, index) => {
        text.hidden = select.options[index].value !== language
      })
    }
  }
  let language = null
  try {
    language = localStorage.getItem(LANGUAGE)
  } catch {
    // This browser stores nothing.
  }
  if (language === 'JavaScript' || language === 'Python') chooseLanguage(language)

  const button = document.querySelector('.twin button')
  const label = button.textContent
  const link = button.parentElement.querySelector('a')
  async function readTwin() {
    const response = await fetch(link.href)
    if (!response.ok) throw new Error(String(response.status))
    return response.text()
  }

  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    try {
      // Safari allows it only while the click is handled, so the text is promised.
      const text = readTwin().then((markdown) => new Blob([markdown], { type: 'text/plain' }))
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Not copied. Open it instead'
    }
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}
`
