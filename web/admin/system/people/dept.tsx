import type { RowOf } from '#contract/kit/entity.ts'
import { dept } from '#contract/system/dept.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { useLazyTreeSource } from '../../crud/sources/lazy-tree-source.tsx'
import type { Column } from '../../table/table-columns.tsx'
import { departments } from '../../tree/known-trees.ts'
import { MembersLink } from '../access/members.tsx'

/** Number of accounts in the department and below it, which opens their list; counted for the rows of the current page. */
const people: Column<typeof dept> = {
  name: 'people',
  label: ['人数', 'Members'],
  end: true,
  cell: (row: RowOf<typeof dept> & { people?: number }) =>
    row.people === undefined ? null : <MembersLink field="deptId" id={row.id} name={row.deptName} count={row.people} />,
}

const columns = ['deptName', 'fullName', 'deptCategory', people, 'sort']

/** Departments, loaded level by level and page by page: a branch can contain thousands of declaring organisations. */
export const Departments = () => <RecordList of={dept} source={useLazyTreeSource(departments)} columns={columns} />
