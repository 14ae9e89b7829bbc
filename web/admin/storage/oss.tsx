import { useState } from 'react'
import { oss } from '#contract/storage/oss.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { InUse } from './in-use.tsx'
import { TryStorage } from './try-storage.tsx'
import { withoutStorage } from './without-storage.ts'

/** File storages: which one is active, and a test of each. */
export const Storages = () => {
  const t = useLocalize()
  const may = useMay()
  const [testedStorage, setTestedStorage] = useState<{ readonly id: string; readonly ossCode: string } | null>(null)
  return (
    <>
      <CrudScreen
        of={oss}
        emptyNote={withoutStorage}
        columns={[
          ...['ossCode', 'category', 'endpoint', 'bucketName'],
          { name: 'status', cell: ({ status }) => <InUse status={status} /> },
          'createTime',
        ]}
        rowMore={({ id, ossCode }) =>
          may('oss_debug') ? (
            <Button kind="link" onClick={() => setTestedStorage({ id, ossCode })}>
              {t(oss.calls.debug.label)}
              <span className="hidden-words"> {ossCode}</span>
            </Button>
          ) : null
        }
      />
      {testedStorage ? <TryStorage {...testedStorage} close={() => setTestedStorage(null)} /> : null}
    </>
  )
}
