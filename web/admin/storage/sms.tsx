import type { Text } from '#contract/kit/text.ts'
import { type SmsResult, sms } from '#contract/storage/sms.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import { inUseColumns } from './in-use.tsx'

/** Name of the dialog in the page. */
const tryDialog = 'try-provider'
const debug: Text = ['调试', 'Test']
const note: Text = [
  '将按该配置的模板真实发送短信，可能产生费用。多个号码以逗号分隔；模板参数为 JSON，例如 {"code":"1234"}。',
  'A real message is sent with this template and may cost money. Separate phone numbers with commas; the variables are JSON, such as {"code":"1234"}.',
]

/** Sends a message by one provider, as a test. */
const TryProvider = ({ code, close }: { code: string; close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const notify = (results: readonly SmsResult[]) => {
    const refused = results.filter(({ done }) => !done)
    if (refused.length === 0) return toaster.success(t(['发送成功!', 'Sent']))
    return toaster.show({
      key: 'sms-results',
      tone: 'ask',
      seconds: null,
      content: t([`${refused.length} 个号码未发送成功`, `Not sent to ${refused.length} phone numbers`]),
      detail: refused.map(({ phone, fault }) => <p key={phone}>{t([`${phone}：${fault}`, `${phone}: ${fault}`])}</p>),
    })
  }
  return (
    <FormDialog
      form={{ name: `try-${code}`, opened: { dialog: tryDialog, of: code } }}
      title={t([`调试 · ${code}`, `Test · ${code}`])}
      parts={[{ label: debug, fields: sms.calls.send.input }]}
      initial={{ code, params: '{"code":"1234"}' }}
      locked={['code']}
      mode="new"
      note={t(note)}
      ok={t(['发送', 'Send'])}
      send={async (value) => {
        notify(await ask(sms.calls.send, value))
        void invalidate(smsMessage.path)
      }}
      close={close}
    />
  )
}

/** SMS providers: which one sends the login codes, and a test of each. */
export const Providers = () => {
  const t = useLocalize()
  const may = useMay()
  const source = usePageSource(sms)
  const dialog = useDialog<string>(tryDialog)
  return (
    <>
      <RecordList
        of={sms}
        source={source}
        columns={inUseColumns}
        rowMore={({ smsCode }) =>
          may('sms_send') ? (
            <Button kind="link" onClick={() => dialog.open(smsCode)}>
              {t(debug)}
              <span className="hidden-words"> {smsCode}</span>
            </Button>
          ) : null
        }
      />
      {dialog.of ? <TryProvider code={dialog.of} close={dialog.close} /> : null}
    </>
  )
}
