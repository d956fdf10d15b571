import './style.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/client/query-client.ts'
import { Toasts } from './controls/overlays/toast.tsx'
import { loadTexts } from './language/load-texts.ts'
import { createDashboardRouter } from './routes.tsx'

const RETRY_MS = 2_000

start()

/** Mounts the dashboard once the texts of the frame are there. */
function start(): void {
  loadTexts(['shell']).then(mount, () => setTimeout(start, RETRY_MS))
}

function mount(): void {
  const place = document.getElementById('dashboard')
  if (!place) throw new Error('the page has no element for the dashboard')
  createRoot(place).render(
    <StrictMode>
      {/* The Content-Security-Policy allows no inline styles. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={createQueryClient()}>
          <Toasts>
            <RouterProvider router={createDashboardRouter()} />
          </Toasts>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
