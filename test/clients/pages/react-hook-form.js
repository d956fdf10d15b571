import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'

const { action } = Object.fromEntries(new URLSearchParams(location.search))

/** A form as the guide of React Hook Form has it for files, with errors of the endpoint at their field. */
function Application() {
  const { register, handleSubmit, setError, formState } = useForm()
  const [isSent, setSent] = useState(false)
  const send = async ({ cv, ...texts }) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(texts)) data.append(name, value)
    for (const file of cv) data.append('cv', file)
    const headers = { Accept: 'application/json' }
    const answer = await (await fetch(action, { method: 'POST', headers, body: data })).json()
    if (answer.ok) setSent(true)
    else setError(answer.field ?? 'root', { message: answer.message })
  }
  return createElement(
    'form',
    { onSubmit: handleSubmit(send) },
    createElement('input', register('message')),
    createElement('input', { type: 'file', multiple: true, ...register('cv') }),
    createElement('p', { role: 'alert' }, formState.errors.cv?.message),
    createElement('button', { type: 'submit' }, 'Send'),
    isSent ? createElement('p', { role: 'status' }, 'Sent') : null,
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(Application))
