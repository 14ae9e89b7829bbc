import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'

const { closeScoring } = declaration.calls

const question: Text = ['确定收卷？', 'Close scoring?']
const effect: Text = [
  '收卷后专家不能再更正评分；重新指派专家或退回修改后重新开放。',
  'Experts can then no longer correct their scores. Assigning experts or returning the declaration opens scoring again.',
]

/** Ends corrections of scores, for who decides; says so afterwards. */
export const ScoringClosure = ({ status: { id, scoring } }: { readonly status: Status }) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  if (scoring?.isClosed)
    return <p className="above-8 muted">{t(['已收卷，评分不能再更正。', 'Scoring is closed; no score can change.'])}</p>
  if (!scoring?.canClose) return null
  const close = async () => {
    if (!(await confirm({ title: question, content: <p>{t(effect)}</p> }))) return
    setBusy(true)
    await ask(closeScoring, { id }).then(
      () => toaster.success(t(['已收卷', 'Scoring closed'])),
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
    await invalidate(declaration.path)
  }
  return (
    <p className="above-12">
      <Button busy={busy} onClick={() => void close()}>
        {t(closeScoring.label)}
      </Button>
    </p>
  )
}
