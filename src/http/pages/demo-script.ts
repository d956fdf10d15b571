/**
 * Script of the demonstration on the front page, served at `/demo.js`: sends the form, adds the message to the inbox, which only
 * the open page has, and loads its email into a frame by a second POST, which a browser shows without a script having touched
 * its markup. Where a request fails, the form stays as it is.
 */
export const DEMO_SCRIPT = `'use strict'
{
  const MAX_ROWS = 3
  const demo = document.querySelector('.demo')
  const form = demo.querySelector('form')
  const button = form.querySelector('button')
  const problem = form.querySelector('.problem')
  const list = demo.querySelector('ol')
  const mail = demo.querySelector('.mail')
  const bar = mail.querySelector('.bar bdi')
  const noSubject = bar.textContent
  const to = mail.querySelector('.to')
  const nothing = mail.querySelector('.nothing')
  const status = demo.querySelector('[role=status]')
  let isBusy = false

  function element(name, className, text) {
    const made = document.createElement(name)
    made.className = className
    made.textContent = text
    return made
  }

  function addRow({ folder, sender, words }) {
    const row = element('li', 'row new', '')
    const name = element('b', '', '')
    const line = element('span', 'words', '')
    name.append(element('bdi', '', sender))
    if (folder === 'spam') line.append(element('span', 'badge', demo.dataset.spam), ' ')
    line.append(element('bdi', '', words))
    row.append(name, element('span', 'time', demo.dataset.now), line)
    for (const older of list.children) older.classList.remove('new')
    list.prepend(row)
    while (list.children.length > MAX_ROWS) list.lastChild.remove()
  }

  // A frame of its own for each email: going back in the browser leaves the page, not the email.
  function showEmail(email) {
    mail.querySelector('iframe')?.remove()
    nothing.hidden = email !== null
    to.hidden = email === null
    bar.textContent = email?.subject ?? noSubject
    if (email === null) {
      nothing.textContent = nothing.dataset.spam
      return
    }
    to.firstChild.textContent = email.to
    const frame = element('iframe', 'email', '')
    frame.name = demo.dataset.frame
    frame.title = demo.dataset.title
    frame.setAttribute('sandbox', '')
    mail.append(frame)
    const { action } = form
    form.target = frame.name
    form.action = demo.dataset.email
    form.submit()
    form.removeAttribute('target')
    form.action = action
  }

  async function send() {
    const body = new URLSearchParams(new FormData(form))
    const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang }
    const response = await fetch(form.action, { method: 'POST', body, headers })
    const answer = await response.json()
    if (!response.ok) return answer.visitor_message ?? answer.message
    addRow(answer.message)
    showEmail(answer.email)
    status.textContent = status.dataset[answer.message.folder]
    demo.querySelector('.demo-next').hidden = false
    form.querySelector('textarea').value = ''
    return ''
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    button.setAttribute('aria-disabled', 'true')
    let refusal = status.dataset.failed
    try {
      refusal = await send()
    } catch {
      // Offline, or an answer of a proxy.
    }
    problem.textContent = refusal
    problem.hidden = refusal === ''
    if (refusal !== '') status.textContent = refusal
    button.removeAttribute('aria-disabled')
    isBusy = false
  })
}
`
