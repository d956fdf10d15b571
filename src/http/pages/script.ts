/**
 * Script of the pages, served at `/page.js`: keeps the part that shows what has happened up to date for an hour, and shows the
 * copy buttons, which do nothing without it. Where the clipboard is
 * not available (no TLS, or a frame without the permission), the text is selected and copied as by a keyboard.
 */
export const SCRIPT = `'use strict'
{
  const status = document.createElement('p')
  status.className = 'unseen'
  status.setAttribute('role', 'status')
  document.querySelector('main').append(status)

  async function copy(code) {
    try {
      await navigator.clipboard.writeText(code.textContent)
    } catch {
      getSelection().selectAllChildren(code)
      document.execCommand('copy')
    }
  }

  for (const button of document.querySelectorAll('button.copy')) {
    const label = button.textContent
    let reset
    button.hidden = false
    button.addEventListener('click', async () => {
      await copy(button.closest('figure').querySelector('code'))
      button.textContent = status.textContent = button.dataset.done
      clearTimeout(reset)
      reset = setTimeout(() => {
        button.textContent = label
        status.textContent = ''
      }, 2000)
    })
  }

  const live = document.querySelector('[data-live]')
  const end = Date.now() + 3600000
  const title = document.title

  // A document, because markup in a text would need a policy of trusted types.
  function refresh() {
    const request = new XMLHttpRequest()
    request.open('GET', live.dataset.live)
    request.responseType = 'document'
    request.onload = () => {
      const { status, response } = request
      if (status === 200 && response && response.body.innerHTML.trim() !== live.innerHTML.trim()) {
        live.replaceChildren(...response.body.childNodes)
        document.title = live.querySelector('.arrived') ? '\u2713 ' + title : title
      }
    }
    request.onloadend = () => {
      if (Date.now() < end) setTimeout(follow, 2000)
    }
    request.send()
  }

  function follow() {
    if (document.hidden) document.addEventListener('visibilitychange', refresh, { once: true })
    else refresh()
  }

  if (live) follow()
}
`
