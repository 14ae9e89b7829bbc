import { tenantPackage } from '#contract/system/tenant-package.ts'
import type { Control } from '#web/form/control.ts'
import { ControlTable } from '#web/form/control-table.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { pickers } from '../../pickers/pickers.tsx'

const MenuChoice: Control = lazyComponent(async () => (await import('./menu-choice.tsx')).MenuChoice)

const controls = { ...pickers, refs: MenuChoice }

/** Product packages: add, edit and delete; no view, since the form shows everything (specification 001, section 2). */
export const TenantPackages = () => (
  <ControlTable value={controls}>
    <RecordList of={tenantPackage} source={usePageSource(tenantPackage)} without={['view']} />
  </ControlTable>
)
