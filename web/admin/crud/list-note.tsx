import type { ComponentProps } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import css from './list-note.module.css'

/** Something to know about a list, above it. */
export const ListNote = (note: ComponentProps<typeof Notice>) => (
  <div className={css.note}>
    <Notice {...note} />
  </div>
)
