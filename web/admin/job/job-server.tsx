import { useState } from 'react'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import type { Fields } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import { titleIn } from '../entity/calls.ts'

const SyncDialog = lazyComponent(async () => (await import('./sync-dialog.tsx')).SyncDialog)

const isLocal = ({ jobServerUrl }: FormValues) => jobServerUrl === localServerUrl

/** The shipped job server has an address of its own kind, and no password. */
const fieldsFor = (fields: Fields, values: FormValues): Fields => {
  const { jobAppPassword: _, ...withoutPassword } = fields
  return isLocal(values)
    ? withoutPassword
    : // the spread keeps the position of the field in the form
      { ...fields, jobServerUrl: { ...jobServer.fields.jobServerUrl, rule: 'url' } }
}

const form: FormOptions = {
  fields: fieldsFor,
  locked: ({ isShipped }) => (isShipped === 1 ? ['jobServerUrl', 'jobAppName'] : []),
}

/** Job servers: this platform, and schedulers at other addresses. */
export const JobServers = () => {
  const t = useLocalize()
  const may = useMay()
  const [syncedId, setSyncedId] = useState<string | null>(null)
  return (
    <>
      <RecordList
        of={jobServer}
        source={usePageSource(jobServer)}
        form={form}
        isProtected={({ isShipped }) => isShipped === 1}
        rowMore={(row) =>
          row.isShipped !== 1 && may('jobserver_sync') ? (
            <Button kind="link" onClick={() => setSyncedId(row.id)}>
              {t(jobServer.calls.sync.label)}
              <span className="hidden-words"> {titleIn(jobServer, row)}</span>
            </Button>
          ) : null
        }
      />
      {syncedId ? <SyncDialog serverId={syncedId} close={() => setSyncedId(null)} /> : null}
    </>
  )
}
