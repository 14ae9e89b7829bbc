/** Content types of a column. The home page has a section for each of the first four; the others have pages of their own. */
export const columnTypes = [
  [1, ['政策文件', 'Policy']],
  [2, ['新闻动态', 'News']],
  [3, ['技术进展', 'Technology progress']],
  [4, ['典型案例', 'Typical cases']],
  [5, ['评估服务', 'Assessment']],
  [6, ['产品检测', 'Product testing']],
] as const

export type ColumnType = (typeof columnTypes)[number][0]

/** Column types that accept each kind of release; policies and services may be articles or files. */
export const columnTypesByRelease = {
  article: [1, 2, 4, 5, 6],
  file: [1, 3, 5, 6],
} as const satisfies Readonly<Record<string, readonly ColumnType[]>>

export type ReleaseKind = keyof typeof columnTypesByRelease

/** Whether columns of this type accept this kind of release. */
export const isAllowedInColumn = (type: number, release: ReleaseKind): boolean =>
  columnTypesByRelease[release].some((allowedType) => allowedType === type)
