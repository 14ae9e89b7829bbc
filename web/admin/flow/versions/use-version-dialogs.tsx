import type { ReactNode } from 'react'
import type { flowManager } from '#contract/flow/flow-manager.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useDialog } from '../../dialog/use-dialog.ts'
import type { NamedProcess } from '../process-state.tsx'
import { rehearseWords } from '../rehearsal/rehearse-words.ts'
import { useRehearsalDialog } from '../rehearsal/use-rehearsal-dialog.tsx'
import { RowButton } from '../row-button.tsx'
import { moveDialog, moveWords, versionsDialog, versionsWords } from './version-dialogs.ts'

const VersionsDialog = lazyComponent(async () => (await import('./versions-dialog.tsx')).VersionsDialog)
const MoveDialog = lazyComponent(async () => (await import('./move-dialog.tsx')).MoveDialog)

type Process = RowOf<typeof flowManager>

/** What can be done with the versions of a deployed process: the buttons of a row, and the dialogs that they open. */
export const useVersionDialogs = (): {
  readonly buttons: (row: Process) => ReactNode
  readonly dialogs: ReactNode
} => {
  const may = useMay()
  const rehearsal = useRehearsalDialog()
  const listing = useDialog<NamedProcess>(versionsDialog)
  const moving = useDialog<NamedProcess>(moveDialog)
  const buttons = ({ id, name: title, runningInstances }: Process) => {
    const name = title ?? ''
    return (
      <>
        <RowButton label={versionsWords} name={name} onClick={() => listing.open({ id, name })} />
        {may('flow_deploy') || may('flow_model_deploy') ? (
          <RowButton
            label={rehearseWords}
            name={name}
            onClick={() => rehearsal.show({ source: { processId: id }, name })}
          />
        ) : null}
        {may('flow_manager_move') && runningInstances ? (
          <RowButton label={moveWords} name={name} onClick={() => moving.open({ id, name })} />
        ) : null}
      </>
    )
  }
  const dialogs = (
    <>
      {rehearsal.dialog}
      {listing.of ? <VersionsDialog of={listing.of} close={listing.close} /> : null}
      {moving.of ? <MoveDialog of={moving.of} close={moving.close} /> : null}
    </>
  )
  return { buttons, dialogs }
}
