import { rules } from '#contract/kit/rules.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { TemplateAvailability } from '#contract/project/status.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import { liveStages } from './round-limit.ts'
import type { Template } from './template-row.ts'

const day = 86_400_000

/** The current enabled template: one that is open, else the next to open, else the last that closed. */
export const findCurrentTemplate = (ctx: Ctx): Promise<Template | undefined> =>
  ctx.db
    .selectFrom('template')
    .selectAll()
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .where('enabled', '=', 1)
    .orderBy(sql`not (open_at <= clock_timestamp() and clock_timestamp() < close_at)`)
    .orderBy(sql`case when open_at > clock_timestamp() then open_at end`)
    .orderBy('closeAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Stages at which the declarant still edits. */
const unfinishedStages: readonly StageCode[] = [0, 5, 70, 90]

/** Message for a company that has reached its limit of declarations in a round. */
export const limitText = (maxDeclarations: number): Text =>
  fill(
    [
      '每个单位最多申报 {0} 个项目，贵单位已达到上限',
      'Each organisation can declare at most {0} projects; yours has reached the limit',
    ],
    maxDeclarations,
  )

type Reason = readonly [TemplateAvailability['reasonCode'], Text]
interface Applicant {
  companyId: string | null
  province: string | null
  accountType: number | null
}

const reasonFor = async (
  ctx: Ctx,
  template: Template,
  applicant: Applicant,
  existing: readonly { status: StageCode }[],
): Promise<Reason> => {
  const now = Date.now()
  if (now < momentOf(template.openAt).getTime())
    return ['NOT_OPEN', fill(['申报将于 {0} 开放', 'Declarations open at {0}'], template.openAt)]
  if (now >= momentOf(template.closeAt).getTime())
    return ['CLOSED', fill(['申报已于 {0} 截止', 'Declarations closed at {0}'], template.closeAt)]
  const openRegions = template.regions ?? []
  if (
    openRegions.length &&
    applicant.province &&
    !openRegions.some((region) => region.slice(0, 2) === applicant.province?.slice(0, 2))
  )
    return ['REGION', ['本批次未向贵单位所在地区开放', 'This round is not open to your region']]
  const types = template.accountTypes ?? []
  if (types.length && !types.includes(applicant.accountType ?? 0))
    return ['ACCOUNT_TYPE', ['本批次未向您的账号类型开放', 'This round is not open to your account type']]
  if (template.allowRedeclare !== 1 && (await hasListedProject(ctx, applicant.companyId)))
    return [
      'ALREADY_LISTED',
      [
        '贵单位已有项目入库，本批次不再受理',
        'Your organisation already has a listed project and cannot declare in this round',
      ],
    ]
  if (existing.length >= template.maxPerCompany) return ['LIMIT', limitText(template.maxPerCompany)]
  return ['OK', ['可以申报', 'You can declare']]
}

const hasListedProject = async (ctx: Ctx, companyId: string | null) =>
  companyId !== null &&
  (await ctx.db
    .selectFrom('declaration')
    .select('id')
    .where('companyId', '=', companyId)
    .where('declareStatus', '=', 60)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()) !== undefined

const daysLeft = (template: Template) =>
  Math.max(0, Math.ceil((momentOf(template.closeAt).getTime() - Date.now()) / day))

const buildOpening = (
  ctx: Ctx,
  template: Template | undefined,
  [reasonCode, reason]: Reason,
): TemplateAvailability => ({
  enabled: reasonCode === 'OK',
  reasonCode,
  reason: localize(reason, ctx.lang),
  templateId: template?.id ?? null,
  templateName: template?.templateName ?? null,
  year: template?.year ?? null,
  openAt: template?.openAt ?? null,
  closeAt: template?.closeAt ?? null,
  guide: template?.guide ?? null,
  materials: (template?.materials ?? []) as TemplateAvailability['materials'],
  daysLeft: template ? daysLeft(template) : null,
  existingId: null,
  existingStatus: null,
  unfinished: 0,
})

/** Whether a round is open to the company of this code, or the reason why not; with the company's existing declaration. */
export const openingFor = async (ctx: Ctx, organizationCode: string | null): Promise<TemplateAvailability> => {
  const template = await findCurrentTemplate(ctx)
  if (!organizationCode || rules.creditCode(organizationCode))
    return buildOpening(ctx, template, [
      'CODE_INVALID',
      ['统一社会信用代码不正确', 'The unified social credit code is not valid'],
    ])
  const company = await ctx.db
    .selectFrom('company')
    .selectAll()
    .where('organizationCode', '=', organizationCode)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!company)
    return buildOpening(ctx, template, [
      'COMPANY_NOT_APPROVED',
      ['单位尚未通过审核', 'The organisation has not been approved yet'],
    ])
  if (!template) return buildOpening(ctx, template, ['NOT_OPEN', ['目前没有开放的申报', 'No round is open at present']])
  const existing = await ctx.db
    .selectFrom('declaration')
    .select(['id', 'declareStatus'])
    .where('companyId', '=', company.id)
    .where('templateId', '=', template.id)
    .where('declareStatus', 'in', liveStages)
    .where('isDeleted', '=', 0)
    .orderBy('id', 'desc')
    .execute()
  const existingStages = existing.map(({ declareStatus }) => ({ status: (declareStatus ?? 0) as StageCode }))
  const reason = await reasonFor(
    ctx,
    template,
    { companyId: company.id, province: company.province, accountType: ctx.actor.accountType ?? company.accountType },
    existingStages,
  )
  const unfinishedRows = existing.filter(({ declareStatus }) => unfinishedStages.includes(declareStatus ?? 0))
  const first = unfinishedRows[0] ?? existing[0]
  return {
    ...buildOpening(ctx, template, reason),
    existingId: first?.id ?? null,
    existingStatus: first ? (first.declareStatus ?? 0) : null,
    unfinished: unfinishedRows.length,
  }
}
