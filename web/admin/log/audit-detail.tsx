import type { ReactNode } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { type AuditDetail as AuditEntry, audit } from '#contract/log/audit.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import { FieldChanges } from '../history/field-changes.tsx'
import { RevertButton } from '../history/revert.tsx'
import css from './audit-detail.module.css'

const Pair = ({ label, children }: { label: Text; children: ReactNode }) => {
  const t = useLocalize()
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children ?? <span className="faint">—</span>}</dd>
    </div>
  )
}

const Line = (line: AuditEntry) => {
  const t = useLocalize()
  const { seal } = line
  return (
    <>
      <dl className={css.facts}>
        <Pair label={['时间', 'Time']}>{line.createTime}</Pair>
        <Pair label={['操作人', 'User']}>{line.realName ? `${line.realName} (${line.createBy})` : line.createBy}</Pair>
        <Pair label={['操作', 'Action']}>{line.verbName}</Pair>
        <Pair label={['结果', 'Result']}>
          <Tag tone={line.outcome === 1 ? 'good' : 'bad'}>{line.outcomeName}</Tag>
        </Pair>
        <Pair label={consoleWords.object}>{line.entityName}</Pair>
        <Pair label={['记录', 'Record']}>{line.rowTitle}</Pair>
        <Pair label={['记录标识', 'Record ID']}>{line.rowId === '0' ? null : line.rowId}</Pair>
        <Pair label={['网络地址', 'Network address']}>{line.remoteIp}</Pair>
        <Pair label={consoleWords.requestId}>{line.requestId}</Pair>
        <Pair label={['链序号', 'Chain number']}>{seal?.no ?? t(['待封存', 'Not sealed yet'])}</Pair>
      </dl>
      <h3>{t(['变更内容', 'What changed'])}</h3>
      <FieldChanges changes={line.changes} />
      {seal ? (
        <p className={css.hash}>
          {t(['摘要值（SM3）', 'Hash (SM3)'])}
          <code>{seal.hash}</code>
        </p>
      ) : null}
    </>
  )
}

/** One entry of the audit log, with its changes. */
export const AuditDetail = ({ id, close }: { id: string; close: () => void }) => {
  const t = useLocalize()
  const query = useAnswer(audit.calls.detail, { id })
  return (
    <RecordModal
      title={t(['审计记录', 'Audit entry'])}
      close={close}
      footer={
        <>
          {query.data ? <RevertButton entry={query.data} /> : null}
          <Button onClick={close}>{t(words.close)}</Button>
        </>
      }
    >
      <QueryView from={query}>{(line) => <Line {...line} />}</QueryView>
    </RecordModal>
  )
}
