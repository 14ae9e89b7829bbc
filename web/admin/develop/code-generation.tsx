import { useState } from 'react'
import { codeGeneration } from '#contract/develop/code-generation.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { CodeDialog, type CodeSettings } from './code-dialog.tsx'

/** Settings by which code is generated, and the code of each. */
export const CodeGeneration = () => {
  const t = useLocalize()
  const may = useMay()
  const [shown, show] = useState<CodeSettings | null>(null)
  return (
    <>
      <RecordList
        of={codeGeneration}
        source={usePageSource(codeGeneration)}
        rowMore={(row) =>
          may('code') ? (
            <Button kind="link" onClick={() => show(row)}>
              {t(codeGeneration.calls.preview.label)}
              <span className="hidden-words"> {row.codeName}</span>
            </Button>
          ) : null
        }
      />
      {shown ? <CodeDialog of={shown} close={() => show(null)} /> : null}
    </>
  )
}
