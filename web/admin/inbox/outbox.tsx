import { outbox } from '#contract/inbox/outbox.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** E-mails and SMS of the inbox, and which of them could not be sent. */
export const SendingQueue = () => (
  <RecordList
    of={outbox}
    source={usePageSource(outbox)}
    emptyNote={[
      '还没有邮件或短信。配置邮件服务或短信服务商后，平台消息在此排队发送。',
      'There is no e-mail or SMS yet. Once a mail server or an SMS provider is set up, messages are sent from this queue.',
    ]}
  />
)
