import { Button } from './button.tsx'
import css from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  readonly ok: string
  readonly cancel: string
  readonly busy?: boolean
  readonly onAnswer: (yes: boolean) => void
}

/** Asks whether to continue. Escape and the close button mean no. */
export const ConfirmDialog = ({ title, ok, cancel, busy = false, onAnswer }: Props) => (
  <Dialog title={title} closeWords={cancel} onClose={() => onAnswer(false)}>
    <div className={css.answers}>
      <Button onClick={() => onAnswer(false)}>{cancel}</Button>
      <Button kind="main" busy={busy} onClick={() => onAnswer(true)}>
        {ok}
      </Button>
    </div>
  </Dialog>
)
