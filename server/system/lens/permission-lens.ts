import { entities } from '#contract/index.ts'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import type { Lens, LensStep, permissionLens } from '#contract/system/permission-lens.ts'
import { type CallHandlers, type Ctx, requirePermission } from '../../engine/context.ts'
import { readUserMenus } from '../access/user-menus.ts'
import { effectOfGrant, effectOfRoles } from './effect.ts'
import { addressStep, menuStep, topMenuStep } from './grant-steps.ts'
import { accountStep, rolesStep } from './person-steps.ts'
import { rowFor, rowSteps, titleIn } from './row-steps.ts'
import { addressOf, answerTo, describeAddress, type Subject, statusAt, step, subjectOf } from './subject.ts'

interface Tree {
  readonly id?: unknown
  readonly code?: unknown
  readonly children?: readonly Tree[]
}
const flat = (nodes: readonly Tree[]): Tree[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** The rows of a list answer, paged or not, trees flattened. */
const rowsIn = (data: unknown): Tree[] => {
  const rows = Array.isArray(data) ? data : ((data as { records?: Tree[] } | null)?.records ?? [])
  return flat(rows)
}

const resultText = ({ ctx }: Subject, words: Text, open: boolean, name: string, subject: string) =>
  localize(fill(words, name, open ? ['可以看到', 'can see'] : ['不能看到', 'cannot see'], subject), ctx.lang)
const resultWords: Text = ['{0}{1}“{2}”，原因如下：', '{0} {1} “{2}”. The reasons:']

const lensOf = (
  subject: Subject,
  what: string,
  open: boolean,
  steps: LensStep[],
  addresses: Lens['addresses'],
): Lens => {
  const { account, roleGrants } = subject
  const { id, account: name, realName } = account
  return {
    person: { id, account: name, realName, roles: roleGrants.map((one) => ({ id: one.id, name: one.name })) },
    subject: what,
    open,
    steps,
    addresses,
    result: resultText(subject, resultWords, open, realName || name, what),
  }
}

/** Explains a menu or button and lists the addresses that require its code. */
const explainMenu = async (subject: Subject, code: string): Promise<Lens> => {
  const menus = await readUserMenus(subject.ctx)
  const row = menus.all.find((one) => one.code === code)
  if (!row) throw notFound()
  const answer = await answerTo(subject, row.category === 1 ? 'menu.routes' : 'menu.buttons', {})
  const isVisible = rowsIn(answer.data).some((one) => one.code === code)
  const tops = await topMenuStep(subject, menus, row)
  const steps = [
    ...[accountStep(subject), rolesStep(subject)],
    await menuStep(subject, row, isVisible),
    ...(tops && isVisible ? [tops] : []),
  ]
  const addresses = subject.ctx.app.routes.filter(
    ({ endpoint: { access } }) => typeof access === 'object' && access.perm.includes(code),
  )
  return lensOf(
    subject,
    row.name,
    isVisible,
    steps,
    addresses.map((one) => describeAddress(subject, one)),
  )
}

const listOf = (entity: AnyEntity): string | undefined =>
  listVerbOf(entity) ?? (['lazyList', 'select'] as const).find((verb) => entity.verbs.includes(verb))

/** Some screens have rules in addition to the general ones, so the screen's actual answer decides. */
const screenStep = ({ ctx }: Subject, byRules: boolean, open: boolean, isListed: boolean | null): LensStep[] => {
  const narrower: Text = ['该页面另有自己的规则，不显示该数据', 'The screen has its own rule, which hides the row']
  const wider: Text = ['该数据按自身规则对该用户开放（如公开的、本人上传的）', 'Visible to this user by a special rule']
  const unlistedText: Text = [
    '可以打开该数据，但它不在页面的列表中',
    'The row can be opened, but it is not in the list of the screen',
  ]
  if (byRules !== open) return [step(ctx, 'screen', open, open ? wider : narrower)]
  return open && isListed === false ? [step(ctx, 'screen', null, unlistedText)] : []
}

/** Explains a row: first the address that returns it, then the row itself. */
const explainRow = async (caller: Ctx, subject: Subject, entity: AnyEntity, rowId: string): Promise<Lens> => {
  requirePermission(caller, entity.code)
  const row = await rowFor(caller, subject, entity, rowId)
  const [detailName, listName] = [`${entity.name}.detail`, `${entity.name}.${listOf(entity)}`]
  const decisive = addressOf(subject, detailName) ?? addressOf(subject, listName)
  if (!decisive) throw new Fail(['这类数据没有可查看的页面', 'Records of this kind have no screen'])
  const list = await answerTo(subject, listName, { id_equal: row.id, size: 10 })
  const isListed = list.status === 200 ? rowsIn(list.data).some(({ id }) => id === row.id) : null
  const key = Object.keys((decisive.endpoint as Endpoint).input)[0] ?? 'id'
  const open =
    decisive.name === detailName
      ? (await answerTo(subject, detailName, { [key]: row[key] ?? row.id })).status === 200
      : isListed === true
  const byRules = statusAt(subject, decisive) === 200 && row.isVisible
  const steps = [
    ...[accountStep(subject), rolesStep(subject), await addressStep(subject, decisive)],
    ...(await rowSteps(subject, entity, row)),
    ...screenStep(subject, byRules, open, isListed),
  ]
  const addresses = Object.keys(entity.calls).flatMap((verb) => addressOf(subject, `${entity.name}.${verb}`) ?? [])
  return lensOf(
    subject,
    titleIn(entity, row),
    open,
    steps,
    addresses.map((one) => describeAddress(subject, one)),
  )
}

const entityOf = (resource: string): AnyEntity => {
  const entity = (Object.values(entities) as AnyEntity[]).find(
    // who sees a row of a view depends on the rows it describes
    ({ code, name, isView }) => !isView && (code === resource || name === resource),
  )
  if (!entity) throw faulty([{ at: 'resource', text: ['不存在此类数据', 'There are no rows of this kind'] }])
  return entity
}

export const permissionLensCalls: CallHandlers<typeof permissionLens> = {
  explain: async (ctx, { userId, code, resource, rowId }) => {
    const subject = await subjectOf(ctx, String(userId))
    if (resource && rowId) return explainRow(ctx, subject, entityOf(resource), rowId)
    if (code) return explainMenu(subject, code)
    throw faulty([{ at: 'code', text: ['请选择页面、按钮或数据', 'Please choose a screen, a button or a row'] }])
  },
  roleGrant: effectOfGrant,
  userRoles: effectOfRoles,
}
