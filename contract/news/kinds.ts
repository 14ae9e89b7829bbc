/** What a column carries; the home page has one place for each. */
export const columnTypes = [
  [1, ['政策文件', 'Policy']],
  [2, ['新闻动态', 'News']],
  [3, ['技术进展', 'Technology progress']],
  [4, ['典型案例', 'Typical cases']],
] as const

export type ColumnType = (typeof columnTypes)[number][0]
