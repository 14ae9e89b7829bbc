import type { RowOf } from '#contract/kit/entity.ts'
import { param } from '#contract/system/param.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { useDialog } from '../../dialog/use-dialog.ts'
import { SingleLine } from '../../table/cells.tsx'
import type { Columns } from '../../table/table-columns.tsx'
import { paramDialog } from '../dialog-names.ts'
import type { Edited } from './param-form.tsx'

const ParamForm = lazyComponent(async () => (await import('./param-form.tsx')).ParamForm)

type Cell = { readonly row: RowOf<typeof param> }

// what the platform reads of each parameter is long, so the list shows the rows before it is there
const Name = lazyComponent<Cell>(
  async () => (await import('./param-cells.tsx')).ParamName,
  ({ row }) => row.paramName,
)
const Value = lazyComponent<Cell>(
  async () => (await import('./param-cells.tsx')).ParamValue,
  ({ row }) => <SingleLine words={row.paramValue} />,
)
const Unset = lazyComponent(async () => (await import('./param-cells.tsx')).UnsetParameters)

const columns: Columns<typeof param> = [
  { name: 'paramName', cell: (row) => <Name row={row} /> },
  { name: 'paramValue', cell: (row) => <Value row={row} /> },
]
const form = { isEager: true } as const

/** Parameters; platform parameters have a description and a field of their own type. */
export const Parameters = () => {
  const source = usePageSource(param)
  const edited = useDialog<Edited>(paramDialog)
  return (
    <>
      <RecordList
        of={param}
        source={source}
        form={form}
        above={<Unset set={(key) => edited.open({ unset: key, row: null })} />}
        columns={columns}
        overrides={{ edit: ([row]) => row && edited.open({ unset: null, row }) }}
      />
      {edited.of ? <ParamForm {...edited.of} close={edited.close} /> : null}
    </>
  )
}
