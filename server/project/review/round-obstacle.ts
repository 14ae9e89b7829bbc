import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { lockCompany, otherSubmissions } from '../template/round-limit.ts'
import { readTemplate } from '../template/template-row.ts'

/**
 * The limit of a round when an expiry is lifted: a company may have declared anew meanwhile. What it has submitted since comes first; a
 * draft is kept, and waits until the lifted declaration has ended.
 */

const draftWaits: Text = [
  '每个单位在本批次最多申报 {0} 个项目，“{1}”（{2}）正在办理，本草稿暂不能提交；已填写的内容已保存',
  'Each organisation can declare at most {0} projects in this round, and “{1}” ({2}) is under way, so this draft cannot be submitted now; your entries are kept',
]
const declaredAnew: Text = [
  '每个单位在本批次最多申报 {0} 个项目，该单位已另行提交“{1}”（{2}），不能撤销逾期归档',
  'Each organisation can declare at most {0} projects in this round, and this one has submitted “{1}” ({2}) since, so the expiry cannot be lifted',
]

const limitFailure = async (ctx: Ctx, row: DeclarationRow, text: Text): Promise<Fail | null> => {
  const [round, [latest, ...others]] = [await readTemplate(ctx, row.templateId), await otherSubmissions(ctx, row)]
  if (!round || !latest || others.length + 1 < round.maxPerCompany) return null
  return new Fail(fill(text, round.maxPerCompany, latest.projectName ?? '', latest.declareNo ?? ''), 409)
}

/** Why a draft cannot be submitted now; null for a correction, which has its place in the round. */
export const submissionObstacle = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> =>
  row.declareStatus === 70 ? null : limitFailure(ctx, row, draftWaits)

/** Why an expiry cannot be lifted: what its company has submitted since takes its place in the round. */
export const liftObstacle = (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> =>
  limitFailure(ctx, row, declaredAnew)

/** The same once more, while nobody else can submit for the company. */
export const underLimit =
  (obstacle: (ctx: Ctx, row: DeclarationRow) => Promise<Fail | null>) =>
  async (ctx: Ctx, row: DeclarationRow): Promise<void> => {
    await lockCompany(ctx, row)
    const failure = await obstacle(ctx, row)
    if (failure) throw failure
  }
