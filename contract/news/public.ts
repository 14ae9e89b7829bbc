import { call, type Page, shaped } from '../kit/call.ts'
import { choice, int, ref, text } from '../kit/field.ts'
import { columnTypes } from './column-types.ts'

/** Where to read on from an article or a file: what stands right above and right below it in the list of its column. */
export interface Neighbours {
  previous: { id: string; title: string } | null
  next: { id: string; title: string } | null
}

/** The column something stands in. */
export type ColumnRef = Pick<ColumnItem, 'id' | 'name' | 'type'>

/** An article; in a list `connect` is how its text begins, in words; in its detail the text as HTML. */
export interface NewsItem {
  id: string
  title: string
  createTime: string
  source: string | null
  imgUrl: string | null
  connect: string
}

/** A file beside an article, to download; `attachSize` in bytes. */
export interface ArticleFile {
  id: string
  name: string
  attachSize: number | null
}

/** An article as it is read. */
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

/** A file as its own page tells of it. */
export interface FileDetail extends FileItem, Neighbours {
  column: ColumnRef
}

/** One tab of the home page's carousel. */
export interface NewsGroup {
  name: string
  type: string
  fileList: FileItem[]
  newList: NewsItem[]
}

/** A column and what lies below it. */
export interface ColumnItem {
  id: string
  parentId: string
  name: string
  /** What it carries (kinds.ts). */
  type: number
  sort: number
  children: ColumnItem[]
}

const id = { id: ref('主键', 'Id', { required: true }) }
const size = int('条数', 'Size', { max: 50 })
/** What a public list can be asked for at most; more is refused, so a page asks for no more whatever its address says. */
export const maxPages = 1000
export const maxKeywordLength = 50
/** A column is asked for with all that lies below it. */
const paged = {
  type: ref('栏目', 'Column'),
  current: int('页码', 'Page', { max: maxPages }),
  size,
  keyword: text('标题关键词', 'Words of the title', { max: maxKeywordLength }),
}
/** For pages that know what they want and not which columns hold it: all shown columns of one kind. */
const kind = choice('栏目类型', 'Kind', { choices: columnTypes })
const open = { access: 'public' } as const

/** What visitors read: published things only (decisions: specification 000, section 7, Home). */
export const news = {
  getIndex: call('GET', 'caict-news/index/getIndex', ['首页栏目', 'Columns of the home page'], {
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
  getTrue: call('GET', 'caict-news/column/release/getTrue', ['对外显示的栏目', 'Columns that are shown'], {
    access: { perm: ['column'] },
    output: shaped<ColumnItem[]>(),
  }),
  listType: call('GET', 'caict-news/press/release/listType', ['新闻栏目选项', 'Columns to release in'], {
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
