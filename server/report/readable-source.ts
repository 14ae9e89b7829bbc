import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { readFilterParameter } from '#contract/kit/filter-suffix.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { fieldsOf } from '#contract/report/report-fields.ts'
import { reportSource, type SourceName } from '#contract/report/report-sources.ts'
import { isDeniedByApiScope } from '../engine/api-scope-match.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import { hiddenFromReader } from './source-rows.ts'

/** The fields that a report uses, each with the place in the report. */
const usedFields = ({ source, filters, rows, columns, measures }: ReportContent): (readonly [string, string])[] => [
  ...[...new URLSearchParams(filters ?? '').keys()].map((parameter) => {
    const name = readFilterParameter(fieldsOf(source), parameter)?.name ?? parameter
    return ['content.filters', name] as const
  }),
  ...(rows ?? []).map(({ field }, i) => [`content.rows.${i}.field`, field] as const),
  ...(columns ?? []).map(({ field }, i) => [`content.columns.${i}.field`, field] as const),
  ...(measures ?? []).flatMap(({ field }, i) => (field ? [[`content.measures.${i}.field`, field] as const] : [])),
]

const noList = (entity: AnyEntity) =>
  new Fail(
    fill(
      [
        '您没有查看“{0}”的权限，不能打开以其为数据的报表',
        "You don't have permission to see “{0}”, which this report counts",
      ],
      entity.label,
    ),
    403,
  )

const fixedFilter: Text = [
  '统计对象已限定该条件，请改用其他条件',
  'The counted rows are restricted by this condition already; choose another one',
]

/**
 * The source of a report, if the reader may see its list and every field that the report uses. A report with a field that they do not see
 * is refused with the name of the field, and never run without it. Throws 403 or faults.
 */
export const readableSource = (ctx: Ctx, content: ReportContent): AnyEntity => {
  const source = reportSource(content.source)
  if (!source)
    throw faulty([{ at: 'content.source', text: ['报表的数据已不存在', 'The data of the report no longer exists'] }])
  const { entity, fieldPerms = {} } = source
  const list: Endpoint | undefined = entity.calls[listVerbOf(entity) ?? '']
  const isDenied = !list || isDeniedByApiScope(ctx.actor.rights, list.path)
  if (isDenied || !hasPermission(ctx, entity.code)) throw noList(entity)
  const fields = fieldsOf(content.source)
  const hidden = hiddenFromReader(ctx, content.source as SourceName)
  const isHidden = (name: string) =>
    hidden.has(name) || (name in fieldPerms && !hasPermission(ctx, fieldPerms[name] ?? ''))
  const fixed = new URLSearchParams(source.always)
  const faults = usedFields(content).flatMap(([at, name]): Fault[] => {
    const field = Object.hasOwn(fields, name) ? (fields[name] as Field) : undefined
    if (!field && name !== 'keyword')
      return [{ at, text: fill(['报表的数据中没有字段“{0}”', 'The data has no field “{0}”'], name) }]
    if (!field || !isHidden(name)) return []
    return [
      {
        at,
        text: fill(
          ['您看不到“{0}”，不能打开用到它的报表', 'You cannot see “{0}”, which this report uses'],
          field.label,
        ),
      },
    ]
  })
  for (const parameter of new URLSearchParams(content.filters ?? '').keys())
    if (fixed.has(parameter)) faults.push({ at: 'content.filters', text: fixedFilter })
  if (faults.length) throw faulty(faults)
  return entity
}
