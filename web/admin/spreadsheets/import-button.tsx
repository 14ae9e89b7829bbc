import { useState } from 'react'
import { importOf, importWords } from '#contract/job/importing.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const ImportDialog = lazyComponent(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Opens the import of an entity; absent if there is no import or the user lacks the permission. */
export const ImportButton = ({ of }: { of: AnyEntity }) => {
  const t = useLocalize()
  const may = useMay()
  const [open, setOpen] = useState(false)
  const spec = importOf(of)
  if (!spec || !may(spec.perm)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(importWords)}</Button>
      {open ? <ImportDialog spec={spec} close={() => setOpen(false)} /> : null}
    </>
  )
}
