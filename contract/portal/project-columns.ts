import type { Text } from '../kit/text.ts'

/** The columns of the public list of projects, in their order: on its page, in its export, and to sort by. */
export const projectColumns = {
  projectName: ['项目名称', 'Project name'],
  commpanyName: ['单位名称', 'Organisation'],
  place: ['地区', 'Location'],
  operator: ['主要运营商', 'Main operator'],
  industry: ['所属行业', 'Industry'],
  year: ['年份', 'Year'],
} as const satisfies Readonly<Record<string, Text>>

export type ProjectColumn = keyof typeof projectColumns
export const projectColumnNames = Object.keys(projectColumns) as ProjectColumn[]

/** More rows are not exported at once. */
export const maxExportedProjects = 5000
