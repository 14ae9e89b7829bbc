import { useId, useState } from 'react'
import { flowProcess, type InstanceOverview } from '#contract/flow/flow-process.ts'
import { workSend } from '#contract/work/work-send.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './process.module.css'

const { remind } = workSend.calls

interface Props {
  readonly processInstanceId: string
  readonly overview: InstanceOverview
}

/** Reminds those who have what the user has started; says why that is not possible yet. */
export const RemindButton = ({ processInstanceId, overview: { canRemind, reminderObstacle } }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const reasonId = useId()
  const [busy, setBusy] = useState(false)
  if (!canRemind) return null
  const send = async () => {
    setBusy(true)
    await ask(remind, { processInstanceId }).then(
      () => toaster.success(t(['催办已发送', 'The reminder was sent'])),
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
    await invalidate(flowProcess.modelView.path)
  }
  return (
    <p className={css.state}>
      <Button
        busy={busy}
        disabled={reminderObstacle !== null}
        aria-describedby={reminderObstacle ? reasonId : undefined}
        onClick={() => void send()}
      >
        {t(remind.label)}
      </Button>
      <span id={reasonId} className="muted">
        {reminderObstacle}
      </span>
    </p>
  )
}
