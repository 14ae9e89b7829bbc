import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import 'virtual:tokens.css'
import './ui/base.css'
import { queries } from './base/caller.ts'
import { keepAlive } from './base/keep-alive.ts'
import { recordUncaughtErrors } from './base/record-error.ts'
import { fetchPage } from './pages.tsx'
import { Pages } from './routes.tsx'

recordUncaughtErrors()
keepAlive()

const root = document.getElementById('root') as HTMLElement
const pages = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
)

/** A page the server has rendered comes with what it has read; the browser goes on from there. */
const answers = document.getElementById('answers')
if (answers) {
  for (const [key, data] of JSON.parse(answers.textContent ?? '[]') as [unknown[], unknown][])
    queries.setQueryData(key, data)
  // until the code of the page is there, what came stays as it is; were it on its way, an update would take the page away
  void fetchPage(location.pathname).finally(() => hydrateRoot(root, pages))
} else createRoot(root).render(pages)
