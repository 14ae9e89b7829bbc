import { type ComponentProps, useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { words } from '#contract/words.ts'
import type { AnyRow } from '#web/admin/entity/calls.ts'
import type { Sort } from '#web/admin/entity/list-state.ts'
import { densities, densityWords } from '#web/admin/table/layout.ts'
import { RecordTable } from '#web/admin/table/record-table.tsx'
import { Empty, TableSkeleton } from '#web/admin/table/states.tsx'
import { Failure } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureTable } from '#web/ui/figure-table.tsx'
import { useSettings } from '../catalogue-settings.ts'
import { OpenSample, Sample, Section } from '../sample.tsx'
import { sampleColumns, useSampleRows } from '../sample-rows.ts'
import css from './table-samples.module.css'

const RowActions = () => {
  const t = useLocalize()
  return (
    <>
      <Button kind="link">{t(consoleWords.edit)}</Button> <Button kind="link">{t(words.view)}</Button>
    </>
  )
}

type TableProps = ComponentProps<typeof RecordTable>
type Changes = Partial<TableProps> & { readonly more?: Partial<TableProps['source']> }

const projects: TableProps['of'] = { title: 'name', label: ['项目', 'Projects'] }
const answer = { rows: undefined, error: null, busy: false, retry: () => {} }

const TableSample = ({ more, ...changes }: Changes) => {
  const rows = useSampleRows()
  const { density } = useSettings()
  return (
    <RecordTable
      of={projects}
      columns={sampleColumns}
      source={{ ...answer, rows, ...more }}
      empty={<Empty filtered={false} />}
      density={density}
      {...changes}
    />
  )
}

const SelectedSample = () => {
  const rows = useSampleRows()
  const [selected, setSelected] = useState<readonly AnyRow[]>(rows.slice(1, 2))
  const [sort, setSort] = useState<Sort | null>({ field: 'name', down: true })
  return (
    <TableSample
      more={{ sort: { now: sort, set: setSort } }}
      chosen="row-2"
      uses={{ selection: { rows: selected, set: setSelected }, actions: () => <RowActions />, open: () => {} }}
    />
  )
}

const BranchSample = () => {
  const [first, ...others] = useSampleRows()
  const [keys, setKeys] = useState<readonly string[]>(['row-0'])
  if (!first) return null
  return <TableSample more={{ rows: [{ ...first, children: others }], expanding: { keys, set: setKeys } }} />
}

const StateSamples = () => {
  const t = useLocalize()
  const offline = new Failure(t(words.offline), 0)
  return (
    <>
      <Sample name="busy" label={['刷新中', 'Refreshing']} wide>
        <TableSample more={{ busy: true }} />
      </Sample>
      <Sample name="loading" label={['加载中', 'Loading']} wide>
        <TableSkeleton />
      </Sample>
      <Sample name="empty" label={['空', 'Empty']} wide>
        <TableSample more={{ rows: [] }} />
      </Sample>
      <Sample name="error" label={['加载失败', 'Failed']} wide>
        <TableSample more={{ rows: undefined, error: offline }} />
      </Sample>
      <Sample name="stale" label={['刷新失败，仍显示原有数据', 'Reload failed, earlier rows stay']} wide>
        <TableSample more={{ error: offline }} />
      </Sample>
    </>
  )
}

const FigureSample = () => {
  const t = useLocalize()
  const rows = useSampleRows()
  return (
    <FigureTable
      caption={t(['投资额', 'Investment'])}
      columns={[
        { head: t(['项目', 'Project']), cell: ({ name }) => name },
        { head: t(words.unit), cell: ({ amount }) => amount },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      marked="row-1"
    />
  )
}

const narrowColumns = sampleColumns.map((column) => (column.name === 'remark' ? { ...column, width: 160 } : column))
/** Its tooltip shows the whole text of a cell that has the focus. */
const focusLongText = (box: HTMLElement) => {
  const cell = box.querySelector<HTMLElement>('tr:nth-child(2) [data-column="remark"]')
  // as the arrow keys do
  cell?.setAttribute('tabindex', '-1')
  cell?.focus()
}

export const TableSamples = () => (
  <>
    <Section name="table" title={['列表', 'List']}>
      <Sample name="rows" label={['数据行', 'Rows']} wide>
        <TableSample />
      </Sample>
      <Sample name="selected" label={['排序、勾选、打开的行', 'Sorted, with a selected and an open row']} wide>
        <SelectedSample />
      </Sample>
      <Sample name="branches" label={['树形列表', 'Rows below rows']} wide>
        <BranchSample />
      </Sample>
      <StateSamples />
      <OpenSample name="tooltip" label={['省略的文字', 'Text that is cut off']} wide act={focusLongText}>
        <TableSample columns={narrowColumns} uses={{ open: () => {} }} />
      </OpenSample>
    </Section>
    <Section name="density" title={['三种行高', 'Three row heights']}>
      {densities.map((density) => (
        <Sample key={density} name={density} label={densityWords[density]} wide>
          <TableSample density={density} />
        </Sample>
      ))}
    </Section>
    <Section name="figures" title={['图表数据表', 'Table of figures']}>
      <Sample name="figures" label={['标出一行', 'With a marked row']}>
        <div className={css.figures}>
          <FigureSample />
        </div>
      </Sample>
    </Section>
  </>
)
