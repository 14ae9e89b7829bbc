import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { type AuditDetail as AuditEntry, audit, type FieldChange } from '#contract/log/audit.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { RecordModal } from '../crud/record-modal.tsx'
import css from './audit-detail.module.css'

const Pair = ({ label, children }: { label: Text; children: ReactNode }) => {
  const t = useLocalize()
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children ?? <span className={css.none}>—</span>}</dd>
    </div>
  )
}

/** One side of a change; a sign marks the side, so that it does not depend on colour alone. */
const Side = ({ value, sign }: { value: string | null; sign: '−' | '+' }) =>
  value === null ? (
    <td className={css.none}>—</td>
  ) : (
    <td className={css.side} data-after={sign === '+' || undefined}>
      <span aria-hidden="true">{sign}</span>
      <span>{value}</span>
    </td>
  )

/** Items that a list lost and gained. */
const ListChange = ({ list: { removed, added } }: { list: NonNullable<FieldChange['list']> }) => {
  const t = useLocalize()
  const part = (title: Text, items: readonly string[]) =>
    items.length ? (
      <>
        <strong>{t(title)}</strong>
        <ul>
          {items.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </>
    ) : null
  return (
    <td className={css.listed} colSpan={2}>
      {part(['新增', 'Added'], added)}
      {part(['移除', 'Removed'], removed)}
    </td>
  )
}

/** Old and new values, field by field; a row that was created or removed has only one side. */
const Changes = ({ changes }: { changes: readonly FieldChange[] }) => {
  const t = useLocalize()
  if (changes.length === 0) return <p className={css.none}>{t(['没有字段变更', 'No fields changed'])}</p>
  const hasList = changes.some(({ list }) => list !== undefined)
  const areLists = changes.every(({ list }) => list !== undefined)
  const hasBefore = hasList || changes.some(({ before }) => before !== null)
  const hasAfter = hasList || changes.some(({ after }) => after !== null)
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t(['字段', 'Field'])}</th>
          {hasBefore && !areLists ? (
            <th scope="col">{t(hasAfter ? ['变更前', 'Before'] : ['删除前的内容', 'Before removal'])}</th>
          ) : null}
          {areLists ? <th colSpan={2}>{t(['变更', 'Change'])}</th> : null}
          {hasAfter && !areLists ? (
            <th scope="col">{t(hasBefore ? ['变更后', 'After'] : ['内容', 'Content'])}</th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, before, after, list }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            {list ? <ListChange list={list} /> : null}
            {hasBefore && !list ? <Side value={before} sign="−" /> : null}
            {hasAfter && !list ? <Side value={after} sign="+" /> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Line = (line: AuditEntry) => {
  const t = useLocalize()
  const { seal } = line
  return (
    <>
      <dl className={css.facts}>
        <Pair label={['时间', 'Time']}>{line.createTime}</Pair>
        <Pair label={['操作人', 'User']}>{[line.realName, line.createBy].filter(Boolean).join(' · ') || null}</Pair>
        <Pair label={['操作', 'Action']}>{line.verbName}</Pair>
        <Pair label={['结果', 'Result']}>
          <Tag tone={line.outcome === 1 ? 'good' : 'bad'}>{line.outcomeName}</Tag>
        </Pair>
        <Pair label={['对象', 'Object']}>{line.entityName}</Pair>
        <Pair label={['记录', 'Row']}>{line.rowTitle}</Pair>
        <Pair label={['记录标识', 'Row ID']}>{line.rowId === '0' ? null : line.rowId}</Pair>
        <Pair label={['网络地址', 'Network address']}>{line.remoteIp}</Pair>
        <Pair label={['请求标识', 'Request ID']}>{line.requestId}</Pair>
        <Pair label={['链序号', 'Chain number']}>{seal?.no ?? t(['待封存', 'Not sealed yet'])}</Pair>
      </dl>
      <h3>{t(['变更内容', 'What changed'])}</h3>
      <Changes changes={line.changes} />
      {seal ? (
        <p className={css.hash}>
          {t(['摘要值（SM3）', 'Hash (SM3)'])}
          <code>{seal.hash}</code>
        </p>
      ) : null}
    </>
  )
}

/** What one entry of the audit log changed. */
export const AuditChanges = ({ id }: { id: string }) => (
  <QueryView from={useAnswer(audit.calls.detail, { id })}>{({ changes }) => <Changes changes={changes} />}</QueryView>
)

/** One entry of the audit log, with its changes. */
export const AuditDetail = ({ id, close }: { id: string; close: () => void }) => {
  const t = useLocalize()
  const query = useAnswer(audit.calls.detail, { id })
  return (
    <RecordModal
      title={t(['审计记录', 'Audit entry'])}
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <QueryView from={query}>{(line) => <Line {...line} />}</QueryView>
    </RecordModal>
  )
}
