import { useId } from 'react'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { ask } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { fetchStatus } from '#web/declaration/declaration-status.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'

const { remindOffice } = declaration.calls

/** Reminds whoever has the declaration; says why that is not possible yet. */
export const RemindOffice = ({ status: { id, canRemind, reminderObstacle } }: { status: Status }) => {
  const t = useLocalize()
  const reasonId = useId()
  const form = useForm({})
  if (!canRemind) return null
  const remind = () =>
    form.run(async () => {
      await ask(remindOffice, { id })
      await fetchStatus(id)
    })
  const refusal = form.faults[0]?.msg ?? form.refusal
  return (
    <div className="row wrap middle gap-12">
      <Button
        busy={form.busy}
        disabled={reminderObstacle !== null}
        aria-describedby={reminderObstacle ? reasonId : undefined}
        onClick={() => void remind()}
      >
        {t(remindOffice.label)}
      </Button>
      <span id={reasonId} className="muted">
        {reminderObstacle}
      </span>
      {refusal ? (
        <span role="alert" className="bad">
          {refusal}
        </span>
      ) : null}
    </div>
  )
}
