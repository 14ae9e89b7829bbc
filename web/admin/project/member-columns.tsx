import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { Member } from '#contract/project/batch-scores.ts'
import { scoreText } from '#contract/project/score-sheet.ts'
import { Tag } from '#web/ui/notice.tsx'
import type { AnyRow } from '../entity/calls.ts'
import { EmptyCell, SingleLine } from '../table/cells.tsx'
import type { DisplayColumn } from '../table/table-columns.tsx'
import { Mean, Scores, Side } from './member-cells.tsx'

/** A member with its side of the line; null without a line, and without complete scores. */
export type ListedMember = Member & { readonly isAbove: boolean | null }

const memberOf = (row: AnyRow) => row as unknown as ListedMember

/** All columns are always there: no details of a row would show a column without room. */
const base = { end: false, sorts: true, isEssential: true }
const pinned = { isPinned: true }
const plain = (name: keyof Member & string, label: Text, more: Partial<DisplayColumn> = {}): DisplayColumn => ({
  ...{ ...base, name, label, ...more },
  cell: (row) => (row[name] === null ? <EmptyCell /> : <SingleLine words={String(row[name])} />),
})
const special = (
  name: keyof ListedMember & string,
  label: Text,
  cell: (member: ListedMember) => React.ReactNode,
  more: Partial<DisplayColumn> = {},
): DisplayColumn => ({ ...{ ...base, name, label, ...more }, cell: (row) => cell(memberOf(row)) })

const end = { end: true }
const project = special(
  'projectName',
  ['项目名称', 'Project name'],
  ({ id, projectName }) => (
    <Link to={`/project/declaration/${id}`}>
      <SingleLine words={projectName ?? ''} />
    </Link>
  ),
  { ...pinned, isTitle: true },
)

export const lineColumn = special('isAbove', ['入选线', 'Line'], ({ isAbove }) => <Side isAbove={isAbove} />, pinned)
export const memberColumns: readonly DisplayColumn[] = [
  plain('rank', ['名次', 'Rank'], { ...end, ...pinned }),
  project,
  special('scores', ['各专家评分', 'Scores of the experts'], ({ scores }) => <Scores of={scores} />, { sorts: false }),
  special('mean', ['平均分', 'Mean score'], (member) => <Mean of={member} />, end),
  special(
    'spread',
    ['最高与最低相差', 'Highest less lowest'],
    ({ spread }) => (spread === null ? <EmptyCell /> : scoreText(spread)),
    end,
  ),
  special(
    'panelRank',
    ['组内名次', 'Rank in the panel'],
    ({ panelRank }) => (panelRank ? `${panelRank.rank}/${panelRank.of}` : <EmptyCell />),
    end,
  ),
  plain('provincePlace', ['省级推荐顺序', 'Place in its province'], end),
  plain('cityPlace', ['地市推荐顺序', 'Place in its city'], end),
  plain('provinceName', ['省份', 'Province']),
  plain('cityName', ['城市', 'City']),
  plain('categorizeName', ['国民经济分类', 'Industry']),
  special('stageName', ['申报状态', 'Stage'], ({ stageName }) => (stageName ? <Tag>{stageName}</Tag> : null)),
  plain('commpanyName', ['申报单位', 'Declarant']),
]
