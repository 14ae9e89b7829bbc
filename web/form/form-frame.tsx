import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'

interface Props {
  /** A refusal that belongs to no field. */
  readonly refusal: string | null
  readonly onSubmit: () => Promise<unknown>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A form that says itself what is wrong, without the browser's bubbles; a refusal stands above its fields. */
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
