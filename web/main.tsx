import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import 'virtual:tokens.css'
import './ui/base.css'
import { queries } from './base/caller.ts'
import { keepAlive } from './base/keep-alive.ts'
import { noteErrors } from './base/note-error.ts'
import { Pages } from './routes.tsx'

noteErrors()
keepAlive()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
