import { smsMessage } from '#contract/storage/sms-message.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** The SMS messages that were sent, or would have been. */
export const SmsMessages = () => (
  <RecordList
    of={smsMessage}
    source={usePageSource(smsMessage)}
    emptyNote={[
      '平台发送登录验证码、平台消息或手动发送短信后，在此留下记录；未启用短信服务时，短信内容留存于此。',
      'Login codes, platform messages and manually sent SMS are listed here once sent; without an SMS provider, their text is kept here.',
    ]}
  />
)
