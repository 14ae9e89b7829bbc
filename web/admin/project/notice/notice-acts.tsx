import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { type NoticeView, noticeStates, publicNotice, withdrawalReason } from '#contract/project/public-notice.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { ReasonForm } from '../../dialog/reason-form.tsx'

const { publish, requestWithdrawal, withdraw, refuseWithdrawal } = publicNotice.calls

interface Act {
  readonly label: Text
  readonly effect: Text
  readonly done: Text
  readonly send: (id: string, version: string) => Promise<unknown>
  readonly danger?: boolean
}

const publishAct: Act = {
  label: publish.label,
  effect: [
    '发布后公告立即对外公开，公示期从次日起按工作日计算。',
    'The notice becomes public now, and its working days count from tomorrow.',
  ],
  done: ['公告已发布，公示期从次日起计算', 'The notice is published; its period begins tomorrow'],
  send: (id, version) => ask(publish, { id, version }),
}
const withdrawAct: Act = {
  label: withdraw.label,
  effect: [
    '撤销后，公告上注明撤销时间和原因，其中的项目须重新公示，公示期从头计算。',
    'The article then says when and why it was withdrawn, and its projects need a new notice with a new period.',
  ],
  done: ['公告已撤销，公示期终止', 'The notice is withdrawn and its period has ended'],
  send: (id, version) => ask(withdraw, { id, version }),
  danger: true,
}
const refuseAct: Act = {
  label: refuseWithdrawal.label,
  effect: ['公示继续，期限不变。', 'The notice stays, and its period does not change.'],
  done: ['已驳回撤销申请，公示继续', 'The request is refused; the notice stays'],
  send: (id) => ask(refuseWithdrawal, { id }),
}

const actsOf = ({ state, isRequested, refusal }: NoticeView): Act[] => {
  if (state === noticeStates.draft) return refusal ? [] : [publishAct]
  if (!isRequested) return []
  return refusal ? [refuseAct] : [withdrawAct, refuseAct]
}

interface Props {
  readonly id: string
  readonly of: NoticeView
}

/** What the user can do with a notice that they have read, besides requesting its withdrawal. */
export const NoticeActs = ({ id, of: view }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const confirm = useConfirm()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  if (!publish.access.perm.some(may)) return null
  const run = async ({ label, effect, done, send, danger = false }: Act) => {
    if (!(await confirm({ title: label, content: <p>{t(effect)}</p>, ok: label, danger }))) return
    setBusy(true)
    await send(id, view.version).then(
      () => toaster.success(t(done)),
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
    await invalidate(publicNotice.path)
  }
  return actsOf(view).map((act) => (
    <Button key={act.label[1]} kind={act === publishAct ? 'main' : 'plain'} busy={busy} onClick={() => void run(act)}>
      {t(act.label)}
    </Button>
  ))
}

/** Requests the withdrawal of a published notice, with a reason that visitors will read. */
export const WithdrawalRequest = ({ id, of: { state, isRequested } }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (state !== noticeStates.published || isRequested || !requestWithdrawal.access.perm.some(may)) return null
  if (!isOpen)
    return (
      <p className="above-20">
        <Button onClick={() => setOpen(true)}>{t(requestWithdrawal.label)}</Button>
      </p>
    )
  return (
    <ReasonForm
      name={`withdraw-notice-${id}`}
      reason={withdrawalReason}
      label={requestWithdrawal.label}
      done={['已申请撤销，须由另一人同意', 'Requested; another person has to agree']}
      send={async (reason) => {
        await ask(requestWithdrawal, { id, reason })
        await invalidate(publicNotice.path)
      }}
      close={() => setOpen(false)}
    />
  )
}
