import { useState } from 'react'
import { flowProcess } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { workSend } from '#contract/work/work-send.ts'
import { askWithMessage, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'

const label: Text = ['撤回', 'Withdraw']

/** Takes back what the user has started, while nobody has handled it. */
export const WithdrawButton = ({ processInstanceId }: { processInstanceId: string }) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    const isSure = await confirm({
      title: ['确定撤回该申请?', 'Withdraw this request?'],
      content: t([
        '尚无人办理。撤回后流程结束，不能恢复；需要时请重新发起。',
        'Nobody has handled it yet. The process ends and cannot be resumed; start another one if you need it.',
      ]),
      danger: true,
    })
    if (!isSure) return
    setBusy(true)
    await askWithMessage(workSend.calls.withdraw, { processInstanceId }).then(
      ({ msg }) => toaster.success(msg),
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
    // the state, the row and its lists; also after a refusal, as somebody was faster
    await invalidate(
      '/api/caict-flow/work',
      flowProcess.modelView.path,
      '/api/caict-desk',
      '/api/caict-porject/Recommend',
    )
  }
  return (
    <Button busy={busy} onClick={() => void withdraw()}>
      {t(label)}
    </Button>
  )
}
