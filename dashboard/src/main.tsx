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
/** Failures after which the page says so; it goes on trying. */
const SILENT_FAILURES = 2

start(0)

/** Mounts the dashboard once the texts of the frame are there. */
function start(failures: number): void {
  loadTexts(['shell']).then(mount, () => {
    const words = document.getElementById('not-loaded')
    if (words) words.hidden = failures < SILENT_FAILURES
    setTimeout(() => start(failures + 1), RETRY_MS)
  })
}

function mount(): void {
  document.getElementById('not-loaded')?.remove()
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
