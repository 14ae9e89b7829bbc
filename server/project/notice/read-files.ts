import { declaration } from '#contract/project/declaration.ts'
import type { NoticeFile } from '#contract/project/public-notice.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { regionNames } from '../../engine/labels.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { isWithoutNotice } from '../template/template-row.ts'
import { isLatest, ofNotice } from './notice-files.ts'

/** The declarations of a notice, as it names them. */

const publishedFields = ['projectName', 'commpanyName', 'province', 'city'] as const

/** Whether the caller reads all that a notice says of declarations. */
export const readsPublishedFields = ({ actor }: Ctx): boolean => {
  const hidden = hiddenFields(actor, declaration)
  return !publishedFields.some((name) => hidden.has(name))
}

/** Those of a notice that the caller sees, in the order of their provinces and cities. */
export const readFiles = async (ctx: Ctx, id: string, isDraft: boolean): Promise<NoticeFile[]> => {
  const names = await regionNames(ctx)
  const rows = await run<Omit<NoticeFile, 'place'> & { province: string | null; city: string | null }>(
    ctx.db,
    sql`select declaration.id::text, declaration.project_name as "projectName", declaration.commpany_name as "commpanyName",
        declaration.province, declaration.city, ${isDraft ? isWithoutNotice : isLatest(id)} as "isCurrent"
      from declaration where ${ofNotice(id)} and ${rowFilter(ctx, declaration)}
      order by declaration.province, declaration.city, declaration.id`,
  )
  const hidden = hiddenFields(ctx.actor, declaration)
  const seen = <T>(name: string, value: T) => (hidden.has(name) ? null : value)
  const nameOf = (code: string | null) => (code ? (names.get(code)?.[0] ?? '') : '')
  return rows.map(({ province, city, projectName, commpanyName, ...row }) => ({
    ...row,
    projectName: seen('projectName', projectName),
    commpanyName: seen('commpanyName', commpanyName),
    // a municipality has the name of its province
    place: [...new Set([nameOf(seen('province', province)), nameOf(seen('city', city))])].join(''),
  }))
}
