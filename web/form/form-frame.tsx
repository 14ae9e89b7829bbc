import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'

interface Props {
  /** Message of an error that belongs to no field. */
  readonly refusal: string | null
  readonly onSubmit: () => Promise<unknown>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A form without the browser's own validation; an error that belongs to no field appears above the fields. */
export const FormFrame = ({ refusal, onSubmit, className, children }: Props) => (
  <form
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {refusal ? <Notice tone="bad" title={refusal} live /> : null}
    {children}
  </form>
)
