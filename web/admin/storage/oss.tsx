import { useState } from 'react'
import { oss } from '#contract/storage/oss.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { inUseColumns } from './in-use.tsx'
import { TryStorage } from './try-storage.tsx'

/** File storages: which one is active, and a test of each. */
export const Storages = () => {
  const t = useLocalize()
  const may = useMay()
  const source = usePageSource(oss)
  const [testedStorage, setTestedStorage] = useState<{ readonly id: string; readonly ossCode: string } | null>(null)
  return (
    <>
      <RecordList
        of={oss}
        source={source}
        columns={inUseColumns}
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
