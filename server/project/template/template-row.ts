import type { MaterialRequirement } from '#contract/project/completeness.ts'
import type { RubricItem } from '#contract/project/rubric.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'

export const readTemplate = (ctx: Ctx, id: string | null) =>
  ctx.db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id ?? '0')
    .executeTakeFirst()

/** When reviews by the template are due. */
export const readDeadlines = (ctx: Ctx, id: string | null) =>
  ctx.db
    .selectFrom('template')
    .select([
      ...(['cityDeadline', 'provinceDeadline', 'expertDays', 'decisionDays', 'correctionDays'] as const),
      ...(['noticeDays', 'publishesNotice'] as const),
    ])
    .where('id', '=', id ?? '0')
    .executeTakeFirst()

export type Template = NonNullable<Awaited<ReturnType<typeof readTemplate>>>

export const materialsOf = (template: Template | undefined): readonly MaterialRequirement[] =>
  (template?.materials ?? []) as MaterialRequirement[]

export const rubricOf = (template: Pick<Template, 'rubric'> | undefined): readonly RubricItem[] =>
  (template?.rubric ?? []) as RubricItem[]

export const readMaterials = async (ctx: Ctx, templateId: string | null): Promise<readonly MaterialRequirement[]> =>
  materialsOf(await readTemplate(ctx, templateId))

export const isWindowOpen = (template: Template | undefined): boolean => {
  if (template?.enabled !== 1) return false
  const now = Date.now()
  return momentOf(template.openAt).getTime() <= now && now < momentOf(template.closeAt).getTime()
}

/** SQL: a declaration under public notice whose notice is not published. */
export const isWithoutNotice: Fragment = sql`(declaration.declare_status = 50 and declaration.notice_until is null and declaration.is_deleted = 0
  and exists (select 1 from template t where t.id = declaration.template_id and t.publishes_notice = 1))`
