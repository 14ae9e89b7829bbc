import type { Text } from '#contract/kit/text.ts'
import { reportSubscription, type Subscribed } from '#contract/report/report-subscription.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import { subscriptionFields, subscriptionValues } from './subscription-form.ts'

const { calls } = reportSubscription
const dialog = 'subscribe'
const subscribe: Text = ['订阅', 'Subscribe']
const note: Text = [
  '到时按您当时的权限统计，生成的文件在“后台任务”中下载，并发送消息通知您。',
  'It counts the rows that you may see then. The file is among your background jobs, and a message tells you.',
]
type Props = Readonly<Record<'id' | 'name', string>>

interface DialogProps extends Props {
  readonly before: Subscribed | undefined
  readonly close: () => void
}

const SubscribeDialog = ({ id, name, before, close }: DialogProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const send = async (value: FormValues) => {
    await ask(calls.subscribe, { ...value, reportId: id } as never)
    toaster.success(t(['订阅成功', 'Subscribed']))
    await invalidate(reportSubscription.path)
  }
  return (
    <FormDialog
      title={`${t(subscribe)} · ${name}`}
      parts={[{ label: subscribe, fields: subscriptionFields }]}
      initial={subscriptionValues(before)}
      form={{ name: `subscribe-${id}`, opened: { dialog, of: id } }}
      mode="new"
      note={t(note)}
      ok={t(subscribe)}
      send={send}
      close={close}
    />
  )
}

/** Subscribes to a report, or changes when it comes. */
export const SubscribeButton = ({ id, name }: Props) => {
  const t = useLocalize()
  const { of, open, close } = useDialog<string>(dialog)
  const { data } = useAnswer(calls.list)
  const before = data?.find(({ reportId }) => reportId === id)
  return (
    <>
      <Button disabled={!data} onClick={() => open(id)}>
        {t(before ? ['修改订阅', 'Change the subscription'] : subscribe)}
      </Button>
      {of && data ? <SubscribeDialog id={id} name={name} before={before} close={close} /> : null}
    </>
  )
}
