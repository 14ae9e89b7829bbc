import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { audit, auditObjects, auditVerbs } from '#contract/log/audit.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import css from './audit.module.css'
import { auditChoices } from './audit-choices.data.ts'
import { logTime } from './log-time.ts'
import { Verification } from './verification.tsx'

// the declaration has the choices that follow from no entity; the search offers all of them
auditObjects.splice(0, auditObjects.length, ...auditChoices.objects)
for (const choice of auditChoices.verbs) if (!auditVerbs.some(([verb]) => verb === choice[0])) auditVerbs.push(choice)

const AuditDetail = lazyComponent(async () => (await import('./audit-detail.tsx')).AuditDetail)

type Line = RowOf<typeof audit> & { readonly outcomeName?: string; readonly entityName?: string }

/** The user's name and account; for a failed login only what was typed is known. */
const Who = ({ realName, createBy }: Line) => (
  <span className={css.who}>
    <span>{realName ?? createBy ?? '—'}</span>
    {realName && createBy ? <small>{createBy}</small> : null}
  </span>
)

const columns: Columns<typeof audit> = [
  logTime,
  { name: 'createBy', label: ['操作人', 'User'], cell: (row) => <Who {...row} /> },
  { name: 'entity', cell: (row: Line) => row.entityName },
  {
    name: 'outcome',
    cell: (row: Line) => <Tag tone={row.outcome === 1 ? 'good' : 'bad'}>{row.outcomeName}</Tag>,
  },
]

/** The audit log: who changed which row, whether the log is unaltered, and the changes of each entry. */
export const Audit = () => {
  const t = useLocalize()
  const source = usePageSource(audit)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <RecordList
        of={audit}
        source={source}
        without={['view']}
        above={<Verification />}
        columns={columns}
        rowMore={({ id, createTime }) => (
          <Button kind="link" onClick={() => setOpen(id)}>
            {t(words.view)}
            <span className="hidden-words"> {createTime}</span>
          </Button>
        )}
      />
      {open ? <AuditDetail id={open} close={() => setOpen(null)} /> : null}
    </>
  )
}
