/**
 * Script of the pages, served at `/page.js`: shows the copy buttons, which do nothing without it. Where the clipboard is
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
}
`
