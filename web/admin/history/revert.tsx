import { useState } from 'react'
import { type AuditDetail, audit, type RevertPreview, revertibleVerbs } from '#contract/log/audit.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { outlineOf } from '#web/base/entities/outlines.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import { ifMatchHeader } from '../entity/row-version.ts'
import { FieldChanges } from './field-changes.tsx'

type Entry = Pick<AuditDetail, 'id' | 'entity' | 'verb' | 'outcome'>

/** Whether the user may restore the values before the change of an entry. */
const useMayRevert = ({ entity: name, verb, outcome }: Entry): boolean => {
  const may = useMay()
  const entity = outlineOf(name)
  const isChange = outcome === 1 && revertibleVerbs.includes(verb)
  return isChange && entity?.isRevertible === true && may(`${entity.code}_edit`)
}

const Preview = ({ of: { changes }, failure }: { of: RevertPreview; failure: string | null }) => {
  const t = useLocalize()
  if (changes.length === 0)
    return (
      <p>
        {t([
          '当前内容与变更前相同，无需恢复。',
          'The current values equal those before the change; nothing to restore.',
        ])}
      </p>
    )
  return (
    <>
      {failure ? <Notice tone="bad" title={failure} live /> : null}
      <p className="below-12">
        {t([
          '以下字段将恢复为该次变更之前的值；密码、密钥和由系统维护的字段不变。',
          'These fields get the values they had before the change. Secrets and fields that the system sets stay as they are.',
        ])}
      </p>
      <FieldChanges
        changes={changes}
        heads={[
          ['当前值', 'Current value'],
          ['恢复为', 'Restored value'],
        ]}
      />
    </>
  )
}

/** Shows what restoring the values before an audited change would change, and restores them. */
const RevertDialog = ({ entry, close }: { entry: Entry; close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const query = useFreshQuery(audit.calls.revertPreview, { id: entry.id })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const preview = query.data
  const send = async ({ rowId, rowVersion }: RevertPreview) => {
    setBusy(true)
    try {
      await ask(audit.calls.revert, { id: entry.id }, { headers: ifMatchHeader({ id: rowId, rowVersion }) })
      toaster.success(t(words.updated))
      close()
      const entity = outlineOf(entry.entity)
      void Promise.all([invalidate(audit.path), entity && invalidate(entity.path)])
    } catch (error) {
      setFailure(failureOf(error).message)
      setBusy(false)
    }
  }
  const title = t(audit.calls.revert.label)
  return (
    <RecordModal
      title={preview?.rowTitle ? `${title} · ${preview.rowTitle}` : title}
      close={close}
      footer={
        <>
          <Button onClick={close}>{t(preview?.changes.length === 0 ? words.close : words.cancel)}</Button>
          {preview?.changes.length ? (
            <Button kind="main" busy={busy} onClick={() => void send(preview)}>
              {t(['恢复', 'Restore'])}
            </Button>
          ) : null}
        </>
      }
    >
      <QueryView from={query}>{(data) => <Preview of={data} failure={failure} />}</QueryView>
    </RecordModal>
  )
}

/** Restores the values before the change of an audit entry, after a preview; absent for users who may not edit the row. */
export const RevertButton = ({ entry }: { entry: Entry }) => {
  const t = useLocalize()
  const [open, setOpen] = useState(false)
  if (!useMayRevert(entry)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(audit.calls.revert.label)}</Button>
      {open ? <RevertDialog entry={entry} close={() => setOpen(false)} /> : null}
    </>
  )
}
