import { type ReactNode, useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { DiagramOf } from './diagram-of.ts'

const DiagramDialog = lazyComponent(async () => (await import('./diagram-dialog.tsx')).DiagramDialog)

interface OpenDiagram {
  readonly of: DiagramOf
  readonly name: string
}

/** The diagram that a screen has open; `dialog` is rendered beside the list. */
export const useDiagramDialog = (): { readonly show: (open: OpenDiagram) => void; readonly dialog: ReactNode } => {
  const [open, setOpen] = useState<OpenDiagram | null>(null)
  return { show: setOpen, dialog: open ? <DiagramDialog {...open} close={() => setOpen(null)} /> : null }
}
