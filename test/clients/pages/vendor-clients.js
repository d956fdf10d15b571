import { useForm } from '@formcarry/react'
import { useFormspark } from '@formspark/use-formspark'
import useWeb3Forms from '@web3forms/react'
import { Forminit } from 'forminit'
import { createElement, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'

/** Addresses in the clients, and those that take their place. `BASE` and `FORM_ID` are in the query of the page. */
const { base, form: formId } = Object.fromEntries(new URLSearchParams(location.search))
const MOVED = [
  ['https://api.web3forms.com/', `${base}/`],
  ['https://formcarry.com/', `${base}/`],
  ['https://submit-form.com/', `${base}/f/`],
  ['https://forminit.com/', `${base}/`],
]
const ownFetch = window.fetch
window.fetch = (address, init) => {
  const [from, to] = MOVED.find(([host]) => address.startsWith(host)) ?? []
  if (from === undefined) throw new Error(`no client should ask ${address}`)
  return ownFetch(address.replace(from, to), init)
}

/** Results of the clients, read by the test. */
window.results = {}
const LONG = 'x'.repeat(64 * 1024 + 1)

function Web3Forms({ name, sent }) {
  const { submit } = useWeb3Forms({
    access_key: formId,
    settings: { from_name: 'Acme', subject: 'New contact' },
    onSuccess: (message) => Object.assign(window.results, { [name]: ['success', message] }),
    onError: (message) => Object.assign(window.results, { [name]: ['error', message] }),
  })
  useOnce(() => submit(sent))
}

function Formcarry({ name, sent }) {
  const { state, submit } = useForm({ id: formId, extraData: sent, debug: false })
  const form = useRef(null)
  useOnce(() => submit({ preventDefault() {}, currentTarget: form.current }))
  if (state.submitted) window.results[name] = ['success', state.response.message]
  if (state.error) window.results[name] = ['error', state.error.errors ?? String(state.error)]
  return createElement('form', { ref: form }, createElement('input', { name: 'client', defaultValue: name }))
}

function Formspark({ name, sent }) {
  const [submit] = useFormspark({ formId })
  useOnce(() =>
    submit(sent).then(
      (answer) => Object.assign(window.results, { [name]: ['success', answer.ok] }),
      (error) => Object.assign(window.results, { [name]: ['error', error.status, error.body.code] }),
    ),
  )
}

function ForminitForm({ name, sent }) {
  useOnce(async () => {
    const data = new FormData()
    for (const [field, value] of Object.entries(sent)) data.append(field, value)
    const { error } = await new Forminit().submit(formId, data)
    window.results[name] = error ? ['error', error.message] : ['success']
  })
}

function ForminitBlocks({ name, sent }) {
  useOnce(async () => {
    const { error } = await new Forminit().submit(formId, sent)
    window.results[name] = error ? ['error', error.message] : ['success']
  })
}

function useOnce(run) {
  useEffect(() => void run(), [])
}

const CLIENTS = [
  [Web3Forms, 'web3forms', { name: 'Jane', email: 'jane@acme.org', message: 'Hello' }],
  [Web3Forms, 'web3forms refused', { message: LONG }],
  [Formcarry, 'formcarry', { email: 'jane@acme.org', message: 'Hello' }],
  [Formcarry, 'formcarry refused', { message: LONG }],
  [Formspark, 'formspark', { message: 'Hello', '_email.subject': 'Contact' }],
  [Formspark, 'formspark refused', { message: LONG }],
  [ForminitForm, 'forminit', { 'fi-sender-email': 'jane@acme.org', 'fi-text-message': 'Hello' }],
  [ForminitForm, 'forminit refused', { 'fi-text-message': LONG }],
  [
    ForminitBlocks,
    'forminit blocks',
    { blocks: [{ type: 'sender', properties: { email: 'jane@acme.org' } }] },
  ],
]

createRoot(document.body.appendChild(document.createElement('div'))).render(
  CLIENTS.map(([client, name, sent]) => createElement(client, { key: name, name, sent })),
)
