import type { ReactNode } from 'react'
import css from './scrolled-table.module.css'

/** A table that scrolls sideways where it has no room, also by keyboard. */
export const ScrolledTable = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <div role="group" className={css.scroll} aria-label={label} tabIndex={0}>
    {children}
  </div>
)
