import { say, type Text } from '#contract/kit/text.ts'
import type { MoveName, StageCode } from '#contract/project/stages.ts'
import type { Remark, Step } from '#contract/project/status.ts'
import type { Ctx } from '../engine/context.ts'
import type { DeclarationRow } from './declarations.ts'

/** Offices as the declarant reads them: who decided, not which person. */
const offices: Readonly<Record<string, Text>> = {
  enterprise: ['申报单位', 'Declarant'],
  operator: ['运营商', 'Operator'],
  city: ['地市工信部门', 'City office'],
  province_miit: ['省工信部门', 'Province industry office'],
  province_ca: ['省通信管理局', 'Province communications office'],
  expert: ['评审专家', 'Expert'],
  platform: ['平台', 'Platform'],
  administrator: ['平台', 'Platform'],
}

export const officeOf = (ctx: Ctx): string =>
  ctx.actor.rights.aliases.find((alias) => alias in offices) ?? (ctx.actor.accountType === 2 ? 'operator' : 'platform')

const people = ['city', 'province_miit', 'province_ca', 'expert', 'platform', 'administrator']
const seesPeople = (ctx: Ctx) => ctx.actor.rights.aliases.some((alias) => people.includes(alias))

/** Every step with its reasons, oldest first. */
export const timelineOf = async (ctx: Ctx, pid: string): Promise<Step[]> => {
  const rows = await ctx.db
    .selectFrom('declarationMove')
    .leftJoin('user', 'user.id', 'declarationMove.userId')
    .selectAll('declarationMove')
    .select('user.realName')
    .where('pid', '=', pid)
    .orderBy('declarationMove.id')
    .limit(500)
    .execute()
  const open = seesPeople(ctx)
  return rows.map((row) => {
    const office = row.office ? say(offices[row.office] ?? [row.office, row.office], ctx.lang) : null
    const shown = open || row.userId === ctx.actor.id
    return {
      ...{ id: row.id, move: row.move as MoveName, from: row.fromStage as StageCode, to: row.toStage as StageCode },
      ...{ byName: shown ? (row.realName ?? '') : (office ?? ''), office, comment: row.comment },
      ...{
        remarks: row.remarks as Remark[],
        score: shown ? row.score : null,
        loop: row.loop,
        createTime: row.createTime,
      },
    }
  })
}

/** The steps since the declaration last came to where it is: what counts for agreeing, scores and objections. */
export const stepsHere = async (ctx: Ctx, row: DeclarationRow) => {
  const steps = await ctx.db.selectFrom('declarationMove').selectAll().where('pid', '=', row.id).orderBy('id').execute()
  const arrival = steps.findLastIndex(
    ({ fromStage, toStage }) => toStage === row.declareStatus && fromStage !== toStage,
  )
  return steps.slice(arrival + 1)
}
