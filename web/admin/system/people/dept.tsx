import type { RowOf } from '#contract/kit/entity.ts'
import { dept } from '#contract/system/dept.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { useLazyTreeSource } from '../../crud/sources/lazy-tree-source.tsx'
import type { Columns } from '../../table/table-columns.tsx'
import { departments } from '../../tree/known-trees.ts'
import { MembersLink } from '../access/members.tsx'

const columns: Columns<typeof dept> = [
  // accounts in the department and below it, counted for the rows of the current page
  {
    name: 'people',
    label: ['人数', 'Members'],
    after: 'deptCategory',
    end: true,
    cell: (row: RowOf<typeof dept> & { people?: number }) =>
      row.people === undefined ? null : (
        <MembersLink field="deptId" id={row.id} name={row.deptName} count={row.people} />
      ),
  },
]

/** Departments, loaded level by level and page by page: a branch can contain thousands of declaring organisations. */
export const Departments = () => <RecordList of={dept} source={useLazyTreeSource(departments)} columns={columns} />
