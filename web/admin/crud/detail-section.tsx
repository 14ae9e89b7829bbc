import type { ReactNode } from 'react'
import css from './detail-section.module.css'

/** A part of an open row, with its heading. */
export const DetailSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.part}>
    <h3>{title}</h3>
    {children}
  </section>
)
