import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import 'virtual:tokens.css'
import './ui/base.css'
import './ui/layout.css'
import './ui/checks.css'
import './ui/forced-colours.css'
import { keepTokenFresh, queries } from './base/api/caller.ts'
import { recordUncaughtErrors } from './base/api/record-error.ts'
import { preloadPage } from './pages.tsx'
import { Pages } from './routes.tsx'

recordUncaughtErrors()
// exchanges old tokens before their end; a page that is opened again does so at once
void keepTokenFresh()
setInterval(keepTokenFresh, 10_000)

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

/** A server-rendered page contains the data it read; it goes into the cache before hydration. */
const answers = document.getElementById('answers')
if (answers) {
  // parameters that a link from elsewhere carries (`utm_source`) are no part of the page, so its links have none
  const { search = '' } = answers.dataset
  if (location.search !== search) history.replaceState(history.state, '', location.pathname + search + location.hash)
  for (const [key, data] of JSON.parse(answers.textContent ?? '[]') as [unknown[], unknown][])
    queries.setQueryData(key, data)
  // hydrate only when the page's code is loaded; otherwise an update would replace the server's markup by a loading state
  void preloadPage(location.pathname).finally(() => hydrateRoot(root, pages))
} else createRoot(root).render(pages)
