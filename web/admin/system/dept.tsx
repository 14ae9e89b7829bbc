import type { RowOf } from '#contract/kit/entity.ts'
import { dept } from '#contract/system/dept.ts'
import type { Column } from '../crud/columns.tsx'
import { LazyTreeScreen } from '../crud/lazy-tree-screen.tsx'
import { departments } from '../crud/tree/known-trees.ts'

/** How many have an account, here and below; counted for each row of a page. */
const people: Column<typeof dept> = {
  name: 'people',
  label: ['人数', 'People'],
  end: true,
  cell: (row: RowOf<typeof dept> & { people?: number }) => row.people?.toLocaleString('zh-CN'),
}

const columns = ['deptName', 'fullName', 'deptCategory', people, 'sort']

/** Departments, opened level by level and page by page: a branch may hold thousands of declaring organisations. */
export const Departments = () => <LazyTreeScreen of={dept} tree={departments} columns={columns} />
