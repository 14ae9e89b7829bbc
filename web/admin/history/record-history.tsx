import { useState } from 'react'
import { Link } from 'react-router'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { audit } from '#contract/log/audit.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import type { AnyRow } from '../entity/calls.ts'
import { FieldChanges } from './field-changes.tsx'
import css from './record-history.module.css'
import { RevertButton } from './revert.tsx'

/** As many changes as are listed; the audit log has all. */
const pageSize = 30

/** An entry of the audit log, with the name of its operation. */
type Entry = RowOf<typeof audit> & { readonly verbName?: string }

/** The values before and after a change, and a button that restores those before it. */
const Changes = ({ id }: { id: string }) => (
  <QueryView from={useAnswer(audit.calls.detail, { id })}>
    {(entry) => (
      <>
        <FieldChanges changes={entry.changes} />
        <RevertButton entry={entry} />
      </>
    )}
  </QueryView>
)

/** One change: who, when, what; it opens to the values before and after. */
const HistoryEntry = ({ entry: { id, createTime, realName, createBy, verbName } }: { entry: Entry }) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <p className={css.line}>
        <time>{createTime}</time>
        <span>{realName ?? createBy}</span>
        <span>{verbName}</span>
        <Button kind="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t(['收起', 'Collapse']) : t(['变更内容', 'What changed'])}
          <span className="hidden-words"> {createTime}</span>
        </Button>
      </p>
      {isOpen ? <Changes id={id} /> : null}
    </li>
  )
}

/** The changes of a row, the latest first. */
export const RecordHistory = ({ entity, row }: { entity: AnyEntity; row: AnyRow }) => {
  const t = useLocalize()
  const entries = useAnswer(audit.calls.list, { entity: entity.name, rowId: row.id, current: 1, size: pageSize })
  return (
    <>
      <QueryView from={entries}>
        {({ records }) =>
          records.length ? (
            <ol className={css.entries}>
              {records.map((entry) => (
                <HistoryEntry key={entry.id} entry={entry} />
              ))}
            </ol>
          ) : (
            <p>{t(['还没有变更记录。', 'No changes yet.'])}</p>
          )
        }
      </QueryView>
      <p>
        <Link to={`/log/audit?entity=${entity.name}&rowId=${row.id}`}>
          {t(['在审计日志中查看', 'Show in the audit log'])}
        </Link>
      </p>
    </>
  )
}
