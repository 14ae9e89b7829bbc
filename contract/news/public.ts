import { call, type Page, shaped } from '../kit/call.ts'
import { choice, int, ref, text } from '../kit/field.ts'
import { maxKeywordLength } from '../kit/keyword.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { columnTypes } from './column-types.ts'

/** The previous and the next entry in the list of the column. */
export interface Neighbours {
  previous: { id: string; title: string } | null
  next: { id: string; title: string } | null
}

/** The name of a column in the reader's language; Chinese also for readers of English if it has no English name. */
export interface ColumnName {
  name: string
  /** Language of `name`, for screen readers and hyphenation. */
  lang: 'zh-CN' | 'en'
}

/** The column of an entry. */
export type ColumnRef = Pick<ColumnItem, 'id' | 'name' | 'lang' | 'type'>

/** An article. In lists, `connect` is the beginning of its text without tags; in the detail it is the HTML. */
export interface NewsItem {
  id: string
  title: string
  createTime: string
  source: string | null
  imgUrl: string | null
  connect: string
}

/** A downloadable file of an article; `attachSize` in bytes. */
export interface ArticleFile {
  id: string
  name: string
  attachSize: number | null
}

/** The detail of an article. */
export interface ArticleDetail extends NewsItem, Neighbours {
  column: ColumnRef
  attachments: ArticleFile[]
}

export interface FileItem {
  id: string
  title: string
  attachId: string
  createTime: string
  source: string | null
}

/** The detail of a published file. */
export interface FileDetail extends FileItem, Neighbours {
  column: ColumnRef
}

/** One tab of the home page's carousel. */
export interface NewsGroup extends ColumnName {
  type: string
  fileList: FileItem[]
  newList: NewsItem[]
}

/** A column and its subcolumns. */
export interface ColumnItem extends ColumnName {
  id: string
  parentId: string
  /** Its content type (column-types.ts). */
  type: number
  sort: number
  children: ColumnItem[]
}

const id = { id: ref(...kitTerms.id, { required: true }) }
const size = int('条数', 'Size', { max: 50 })
/** Limits of a public list. The server rejects larger values, so the pages limit those of their address. */
export const maxPages = 1000
/** A column includes all its subcolumns. */
const paged = {
  type: ref('栏目', 'Column'),
  current: int(...kitTerms.page, { max: maxPages }),
  size,
  keyword: text('标题关键词', 'Title keywords', { max: maxKeywordLength }),
}
/** All visible columns of one type, for pages that do not know the ids of columns. */
const kind = choice('栏目类型', 'Column type', { choices: columnTypes })
const open = { access: 'public' } as const

/** Public news: published entries only (specification 000, section 7, Home). */
export const news = {
  getIndex: call('GET', 'caict-news/index/getIndex', ['首页栏目', 'Home page columns'], {
    ...open,
    output: shaped<NewsGroup[]>(),
  }),
  fileList: call('GET', 'caict-news/index/file/list', ['文件列表', 'Files'], {
    ...open,
    input: { ...paged, kind },
    output: shaped<Page<FileItem>>(),
  }),
  newList: call('GET', 'caict-news/index/new/list', ['新闻列表', 'News'], {
    ...open,
    input: { ...paged, kind },
    output: shaped<Page<NewsItem>>(),
  }),
  getList: call('GET', 'caict-news/index/new/getList', ['栏目新闻', 'News of a column'], {
    ...open,
    input: { id: ref('栏目', 'Column'), size },
    output: shaped<NewsItem[]>(),
  }),
  getColumn: call('GET', 'caict-news/index/getColumn', ['栏目', 'Column'], {
    ...open,
    input: id,
    output: shaped<ColumnItem>(),
  }),
  getTrue: call('GET', 'caict-news/column/release/getTrue', ['对外显示的栏目', 'Visible columns'], {
    access: { perm: ['column'] },
    output: shaped<ColumnItem[]>(),
  }),
  listType: call('GET', 'caict-news/press/release/listType', ['新闻栏目选项', 'Columns for press releases'], {
    access: 'login',
    output: shaped<{ type: string; name: string }[]>(),
  }),
  getTrueNewList: call('GET', 'caict-news/column/release/getTrueNewList', ['典型案例', 'Typical cases'], {
    ...open,
    input: { parentId: ref('栏目', 'Column'), size },
    output: shaped<NewsItem[]>(),
  }),
  newDetail: call('GET', 'caict-news/new/detail', ['新闻详情', 'Article'], {
    ...open,
    input: id,
    output: shaped<ArticleDetail>(),
  }),
  fileDetail: call('GET', 'caict-news/file/detail', ['文件详情', 'File'], {
    ...open,
    input: id,
    output: shaped<FileDetail>(),
  }),
}
