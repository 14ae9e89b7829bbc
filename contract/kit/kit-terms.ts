import type { Text } from './text.ts'

/** Texts of the standard calls and fields, which entities with calls of their own repeat. */
export const kitTerms = {
  id: ['主键', 'ID'],
  details: ['详情', 'Details'],
  status: ['状态', 'Status'],
  page: ['页码', 'Page'],
  list: ['列表', 'List'],
  updatedAt: ['更新时间', 'Updated at'],
  pageSize: ['每页条数', 'Page size'],
  addOrUpdate: ['新增或修改', 'Add or update'],
} as const satisfies Record<string, Text>
