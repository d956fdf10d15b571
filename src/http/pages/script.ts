/**
 * Script of the pages, served at `/page.js`: keeps the part that shows what has happened up to date for an hour, solves the
 * proof of work that the creation of a form may need, and shows the copy buttons, which do nothing without it. Where the
 * clipboard is not available (no TLS, or a frame without the permission), the text is selected and copied as by a keyboard.
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
      await copy(button.closest('figure').querySelector('pre:not([hidden]) > code'))
      button.textContent = status.textContent = button.dataset.done
      clearTimeout(reset)
      reset = setTimeout(() => {
        button.textContent = label
        status.textContent = ''
      }, 2000)
    })
  }

  // The examples of the documentation use it.
  const [, made] = /^(.+\\/f\\/f_[0-9a-z]+)\\/start$/.exec(location.origin + location.pathname) ?? []
  try {
    if (made) localStorage.setItem('formslot-example-form', made)
  } catch {
    // This browser stores nothing.
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
        const arrived = live.querySelector('.arrived') !== null
        document.title = arrived ? '\u2713 ' + title : title
        for (const text of document.querySelectorAll('[data-arrived]')) {
          text.hidden = (text.dataset.arrived === 'yes') !== arrived
        }
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

  const toBytes = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16))

  async function derive({ algorithm, cost, keyLength, nonce, salt }, counter) {
    const password = toBytes(nonce + counter.toString(16).padStart(8, '0'))
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivation = { name: 'PBKDF2', salt: toBytes(salt), iterations: cost, hash: algorithm.slice(7) }
    const bits = await crypto.subtle.deriveBits(derivation, key, keyLength * 8)
    return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  // The creation of a form: solves the proof of work (ALTCHA, format 2), and sends the form again.
  async function solve(input) {
    const challenge = JSON.parse(input.dataset.challenge)
    for (let counter = 0; counter < 1e6; counter++) {
      const derivedKey = await derive(challenge.parameters, counter)
      if (!derivedKey.startsWith(challenge.parameters.keyPrefix)) continue
      input.value = btoa(JSON.stringify({ challenge, solution: { counter, derivedKey, time: 0 } }))
      input.disabled = false
      input.form.requestSubmit()
      break
    }
  }

  const proof = document.querySelector('[data-challenge]')
  if (proof && crypto.subtle) solve(proof)
}
`
