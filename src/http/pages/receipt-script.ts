/**
 * Script of receipts, served at `/receipt.js`: shows times as the clock of the visitor does, and follows the receipt while its
 * page is in view. It asks less and less often, and replaces nothing that the visitor is about to use.
 */
export const RECEIPT_SCRIPT = `'use strict'
{
  const HOUR = 3600000
  const began = Date.now()
  const inLocalTime = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' })

  function showTimes(root) {
    for (const time of root.querySelectorAll('time')) time.textContent = inLocalTime.format(new Date(time.dateTime))
  }

  function getDelay() {
    const passed = Date.now() - began
    if (passed < 30000) return 3000
    return passed < HOUR ? 20000 : 5 * 60000
  }

  function load() {
    // Not fetch: only a request for a document is parsed without a sink that Trusted Types refuse.
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.setRequestHeader('accept', 'text/html')
    request.responseType = 'document'
    request.timeout = 10000
    request.onload = () => show(request)
    request.onloadend = follow
    request.send()
  }

  function show(request) {
    const shown = document.getElementById('receipt')
    const next = request.status === 200 && request.response && request.response.getElementById('receipt')
    const isInUse = shown.querySelector('details[open]') || shown.contains(document.activeElement)
    if (!next || isInUse) return
    showTimes(next)
    if (next.textContent === shown.textContent) return
    document.title = request.response.title
    shown.replaceChildren(...document.importNode(next, true).childNodes)
  }

  let timer
  function follow() {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(load, getDelay())
  }

  showTimes(document)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) load()
  })
  follow()
}
`
