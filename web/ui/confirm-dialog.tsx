import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  readonly ok: string
  readonly cancel: string
  readonly busy?: boolean
  /** The operation destroys something: its button warns, and Enter alone does not confirm. */
  readonly danger?: boolean
  readonly onAnswer: (yes: boolean) => void
  /** What else is worth knowing before the answer. */
  readonly children?: ReactNode
}

/** Asks whether to continue. Escape means no. */
export const ConfirmDialog = ({ title, ok, cancel, busy = false, danger = false, onAnswer, children }: Props) => {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={title}
      focus={first}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button ref={danger ? first : null} onClick={() => onAnswer(false)}>
            {cancel}
          </Button>
          <Button
            ref={danger ? null : first}
            kind={danger ? 'danger' : 'main'}
            busy={busy}
            onClick={() => onAnswer(true)}
          >
            {ok}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
