import { Link } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { workStart } from '#contract/work/work-start.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { diagramWords } from '../flow/diagram/diagram-of.ts'
import { useDiagram } from '../flow/diagram/use-diagram.tsx'
import { RowButton } from '../flow/row-button.tsx'
import { formAddress, useRouteOf } from './process-address.ts'

const startWords: Text = ['发起', 'Start']

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
  const diagram = useDiagram()
  const routeOf = useRouteOf()
  return (
    <>
      <RecordList
        of={workStart}
        source={usePageSource(workStart)}
        emptyNote={['目前没有可以发起的流程', 'There is no process to start at present']}
        rowMore={(row) => {
          const route = routeOf(row.categoryKey)
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
