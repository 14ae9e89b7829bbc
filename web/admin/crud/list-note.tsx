import type { ComponentProps } from 'react'
import { Notice } from '#web/ui/notice.tsx'

/** A notice above a list. */
export const ListNote = (note: ComponentProps<typeof Notice>) => (
  <div className="below-12">
    <Notice {...note} />
  </div>
)
