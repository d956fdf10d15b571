import './style.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openQueryClient } from './api/client/query-client.ts'
import { Toasts } from './controls/overlays/toast.tsx'
import { openRouter } from './routes.tsx'

const place = document.getElementById('dashboard')
if (!place) throw new Error('the page has no place for the dashboard')

createRoot(place).render(
  <StrictMode>
    {/* The policy of the page lets no inline style in. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={openQueryClient()}>
        <Toasts>
          <RouterProvider router={openRouter()} />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
