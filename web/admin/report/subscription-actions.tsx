import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { reportSubscription, type Subscribed } from '#contract/report/report-subscription.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'

const { calls } = reportSubscription

/** Does something with a subscription and says how it went. */
const useAct = () => {
  const toaster = useToaster()
  const t = useLocalize()
  return (what: () => Promise<unknown>, done: Text) =>
    void what()
      .then(() => toaster.success(t(done)))
      .catch((error) => toaster.error(failureOf(error).message))
      .finally(() => invalidate(reportSubscription.path))
}

/** A button whose name for the ear has the report's. */
const Act = ({ of, run, children }: { of: Subscribed; run: () => void; children: ReactNode }) => (
  <Button kind="link" onClick={run}>
    {children}
    <span className="hidden-words"> {of.name}</span>
  </Button>
)

/** What its owner does with a subscription. */
export const SubscriptionActions = ({ of }: { readonly of: Subscribed }) => {
  const t = useLocalize()
  const act = useAct()
  const confirm = useConfirm()
  const { id, state } = of
  const isActive = state === 'active'
  const cancel = async () => {
    const title: Text = ['确定取消订阅?', 'Cancel the subscription?']
    if (await confirm({ title, content: of.name, danger: true }))
      act(() => ask(calls.unsubscribe, { id }), ['已取消订阅', 'The subscription was cancelled'])
  }
  const enable = isActive ? 0 : 1
  const change = () =>
    act(() => ask(calls.change, { id, enable }), enable ? ['已恢复', 'Resumed'] : ['已暂停', 'Paused'])
  const make = () =>
    act(() => ask(calls.run, { id }), ['已开始生成，完成后发送消息通知您', 'It is being made; a message will tell you'])
  return (
    <p className="row wrap gap-x-20">
      {isActive ? <Act {...{ of, run: make }}>{t(['立即生成', 'Make now'])}</Act> : null}
      <Act {...{ of, run: change }}>{t(isActive ? ['暂停', 'Pause'] : ['恢复', 'Resume'])}</Act>
      <Act {...{ of, run: () => void cancel() }}>{t(['取消订阅', 'Cancel'])}</Act>
    </p>
  )
}
