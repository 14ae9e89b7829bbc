import { type ReactNode, useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { RehearsedDefinition } from './rehearsal-dialog.tsx'

const RehearsalDialog = lazyComponent(async () => (await import('./rehearsal-dialog.tsx')).RehearsalDialog)

/** The rehearsal that a screen has open; `dialog` is rendered beside the list. */
export const useRehearsalDialog = (): {
  readonly show: (of: RehearsedDefinition) => void
  readonly dialog: ReactNode
} => {
  const [of, setOf] = useState<RehearsedDefinition | null>(null)
  return { show: setOf, dialog: of ? <RehearsalDialog of={of} close={() => setOf(null)} /> : null }
}
