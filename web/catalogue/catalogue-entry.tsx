import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import 'virtual:tokens.css'
import '#web/ui/base.css'
import '#web/ui/layout.css'
import '#web/ui/checks.css'
import '#web/ui/forced-colours.css'
import '#web/admin/console.css'
import { words } from '#contract/words.ts'
import { queries } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ToastProvider } from '#web/ui/toasts.tsx'
import { Catalogue } from './catalogue.tsx'

const Providers = () => (
  <QueryClientProvider client={queries}>
    <BrowserRouter>
      <ToastProvider closeWords={useLocalize()(words.close)}>
        <Catalogue />
      </ToastProvider>
    </BrowserRouter>
  </QueryClientProvider>
)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
)
