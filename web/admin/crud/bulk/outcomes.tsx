import { useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import type { AnyRow } from '../../entity/calls.ts'
import type { Outcome } from './outcome.ts'
import css from './outcomes.module.css'

interface Props {
  readonly title: string
  readonly outcomes: readonly Outcome[]
  readonly titleOf: (row: AnyRow) => string
  /** Retries the failed rows. */
  readonly retry: () => Promise<unknown>
  readonly close: () => void
}

/** The outcome for each of several rows; failed rows come first, with the reason. */
export const Outcomes = ({ title, outcomes, titleOf, retry, close }: Props) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const failed = outcomes.filter(({ done }) => !done)
  const done = outcomes.length - failed.length
  const again = async () => {
    setBusy(true)
    await retry().finally(() => setBusy(false))
  }
  return (
    <RecordModal
      title={title}
      close={close}
      width={720}
      footer={
        <>
          <Button onClick={close}>{t(words.close)}</Button>
          {failed.length ? (
            <Button kind="main" busy={busy} onClick={() => void again()}>
              {t([
                `重试未完成的 ${failed.length} 条`,
                `Retry ${failed.length} failed ${failed.length === 1 ? 'row' : 'rows'}`,
              ])}
            </Button>
          ) : null}
        </>
      }
    >
      <Notice
        tone={failed.length ? 'ask' : 'good'}
        live
        title={t([`成功 ${done} 条，未成功 ${failed.length} 条`, `${done} succeeded, ${failed.length} failed`])}
      />
      <table className={css.table}>
        <caption className="hidden-words">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(['数据', 'Record'])}</th>
            <th scope="col">{t(['结果', 'Result'])}</th>
            <th scope="col">{t(['原因', 'Reason'])}</th>
          </tr>
        </thead>
        <tbody>
          {[...failed, ...outcomes.filter((one) => one.done)].map(({ row, done: isDone, msg }) => (
            <tr key={row.id}>
              <th scope="row">{titleOf(row)}</th>
              <td>
                <Tag tone={isDone ? 'good' : 'bad'}>{isDone ? t(['已完成', 'Done']) : t(['未完成', 'Failed'])}</Tag>
              </td>
              <td>{msg}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </RecordModal>
  )
}
