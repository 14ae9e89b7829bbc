import type { Column } from '../table/table-columns.tsx'

/** When an entry was made, to the second. */
export const logTime = {
  name: 'createTime' as const,
  label: ['时间', 'Time'],
  cell: ({ createTime }) => createTime,
} satisfies Column
