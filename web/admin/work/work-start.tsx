import { Link } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { workStart } from '#contract/work/work-start.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { formAddress, useRouteOf } from '#web/base/page/process-address.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { diagramWords } from '../flow/diagram/diagram-of.ts'
import { useDiagramDialog } from '../flow/diagram/use-diagram-dialog.tsx'
import { RowButton } from '../flow/row-button.tsx'

const startWords: Text = ['发起', 'Start']
const notPermitted: Text = [
  '您的角色没有发起事务的权限。如需办理，请联系系统管理员授权。',
  'Your roles do not permit you to start processes. If you need to, ask an administrator.',
]

const StartLink = ({ row: { id, name }, route }: { row: RowOf<typeof workStart>; route: string }) => {
  const t = useLocalize()
  return (
    <Link to={formAddress(route, id)}>
      {t(startWords)}
      <span className="hidden-words"> {name}</span>
    </Link>
  )
}

/** Processes that the user may start. */
export const StartProcess = () => {
  const may = useMay()
  const diagram = useDiagramDialog()
  const routeOf = useRouteOf()
  return (
    <>
      <RecordList
        of={workStart}
        source={usePageSource(workStart)}
        emptyNote={may('work_start_flow') ? undefined : notPermitted}
        rowMore={(row) => {
          const route = routeOf(row.key, row.categoryKey)
          return (
            <>
              {route && may('work_start_flow') ? <StartLink row={row} route={route} /> : null}
              {may('work_start_image') ? (
                <RowButton
                  label={diagramWords}
                  name={row.name}
                  onClick={() => diagram.show({ of: { processDefinitionId: row.id }, name: row.name ?? '' })}
                />
              ) : null}
            </>
          )
        }}
      />
      {diagram.dialog}
    </>
  )
}
