import type { MaterialRequirement } from '#contract/project/completeness.ts'
import { momentOf } from '../base/process/clock.ts'
import type { Ctx } from '../engine/context.ts'

export const readTemplate = (ctx: Ctx, id: string | null) =>
  ctx.db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id ?? '0')
    .executeTakeFirst()

export type Template = NonNullable<Awaited<ReturnType<typeof readTemplate>>>

export const readMaterials = async (ctx: Ctx, templateId: string | null): Promise<MaterialRequirement[]> =>
  ((await readTemplate(ctx, templateId))?.materials ?? []) as MaterialRequirement[]

export const isWindowOpen = (template: Template | undefined): boolean => {
  if (template?.enabled !== 1) return false
  const now = Date.now()
  return momentOf(template.openAt).getTime() <= now && now < momentOf(template.closeAt).getTime()
}
