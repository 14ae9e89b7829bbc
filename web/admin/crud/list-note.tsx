import type { ComponentProps } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import css from './list-note.module.css'

/** A notice above a list. */
export const ListNote = (note: ComponentProps<typeof Notice>) => (
  <div className={css.note}>
    <Notice {...note} />
  </div>
)
