import { localize, type Text } from '#contract/kit/text.ts'
import { type BatchScores, type Member, scoredOf } from '#contract/project/batch-scores.ts'
import { type CutOff, selectedBy } from '#contract/project/cut-off.ts'
import type { Cell, Column, Sheet, SheetRow } from '../../base/sheets/cell.ts'
import type { Ctx } from '../../engine/context.ts'

/** The columns before those of the experts. */
const heads: readonly (readonly [title: Text, width: number, cell: (member: Member) => Cell])[] = [
  [['名次', 'Rank'], 8, ({ rank }) => rank],
  [['组内名次', 'Rank in the panel'], 12, ({ panelRank }) => (panelRank ? `${panelRank.rank}/${panelRank.of}` : null)],
  [['申报编号', 'Declaration no.'], 22, ({ declareNo }) => declareNo],
  [['项目名称', 'Project name'], 36, ({ projectName }) => projectName],
  [['申报单位', 'Declarant'], 30, ({ commpanyName }) => commpanyName],
  [['省份', 'Province'], 12, ({ provinceName }) => provinceName],
  [['城市', 'City'], 12, ({ cityName }) => cityName],
  [['国民经济分类', 'Industry'], 24, ({ categorizeName }) => categorizeName],
  [['申报状态', 'Stage'], 14, ({ stageName }) => stageName],
  [['省级推荐顺序', 'Place in its province'], 12, ({ provincePlace }) => provincePlace],
  [['地市推荐顺序', 'Place in its city'], 12, ({ cityPlace }) => cityPlace],
  [['已评分', 'Scored'], 10, ({ scores }) => `${scores.filter(({ score }) => score !== null).length}/${scores.length}`],
  [['平均分', 'Mean score'], 10, ({ mean }) => mean],
  [['最高与最低相差', 'Highest less lowest'], 14, ({ spread }) => spread],
]

const notComplete: Text = ['未评齐', 'Not complete']
const outliers: Text = ['偏离评分', 'Outliers']

/** The members as a sheet: ranked ones first; outliers are highlighted, and named in a column of their own. */
export const scoresSheet = (ctx: Ctx, { batchName, members }: BatchScores, line: CutOff | null): Sheet => {
  const t = (text: Text) => localize(text, ctx.lang)
  const above = line && selectedBy(scoredOf(members), line)
  const panelSize = Math.max(0, ...members.map(({ scores }) => scores.length))
  const expertTitles = Array.from({ length: panelSize }, (_, i): Column[] => [
    { title: t([`专家${i + 1}`, `Expert ${i + 1}`]), width: 12 },
    { title: t([`评分${i + 1}`, `Score ${i + 1}`]), width: 10 },
  ])
  const lineCells = (member: Member): Cell[] => {
    if (!above) return []
    if (!member.isComplete) return [t(notComplete)]
    return [t(above.has(member.id) ? ['线上', 'Above the line'] : ['线下', 'Below the line'])]
  }
  const rowOf = (member: Member): SheetRow => [
    ...heads.map(([, , cell]) => cell(member)),
    ...lineCells(member),
    member.scores.flatMap(({ isOutlier, realName }) => (isOutlier ? realName : [])).join(t(['、', ', '])) || null,
    ...member.scores.flatMap(
      ({ realName, score, isOutlier }): SheetRow => [realName, isOutlier ? { marked: score } : score],
    ),
  ]
  const ranked = members.toSorted((one, other) => (one.rank ?? Number.MAX_VALUE) - (other.rank ?? Number.MAX_VALUE))
  return {
    name: batchName.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
    columns: [
      ...heads.map(([title, width]) => ({ title: t(title), width })),
      ...(above ? [{ title: t(['入选线', 'Line']), width: 10 }] : []),
      { title: t(outliers), width: 16 },
      ...expertTitles.flat(),
    ],
    rows: (async function* () {
      yield ranked.map(rowOf)
    })(),
  }
}
