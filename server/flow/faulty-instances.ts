import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { notify } from '../inbox/notify.ts'
import { idsOf, peopleWith } from '../inbox/people-who.ts'
import { DefinitionFault } from './bpmn/definition-fault.ts'
import { namesOf } from './element-names.ts'
import type { InstanceRow } from './instance-row.ts'
import { isAdministered } from './task-access.ts'

/** {0}: what is wrong. */
const notDecided: Text = [
  '流程图有误，请联系管理员；您的意见未提交（{0}）',
  'The drawing of the process is wrong; please tell an administrator. Your opinion was not sent ({0})',
]
const notStarted: Text = [
  '流程图有误，请联系管理员；申请未提交（{0}）',
  'The drawing of the process is wrong; please tell an administrator. The request was not sent ({0})',
]
const cannotGoOn: Text = ['流程“{0}”无法继续', 'The process “{0}” cannot go on']
const cannotStart: Text = ['流程“{0}”无法发起', 'The process “{0}” cannot be started']

type Faulty = Pick<InstanceRow, 'id' | 'tenantId' | 'state' | 'definitionName' | 'facts'>

/** The sentence with the element that it is about. */
const sentenceOf = ({ facts }: Faulty, { text, elementId }: DefinitionFault): Text => {
  const name = elementId && facts.elements[elementId]?.name
  if (!elementId || !name || text[0].includes(name)) return text
  return fill(['{0}：{1}', '{0}: {1}'], namesOf(facts, elementId, name), text)
}

/** Whether nobody was told of it within the last hour: several people can meet one wrong drawing. */
const isNews = async (ctx: Ctx, title: Text): Promise<boolean> => {
  const earlier = sql`select 1 from message where tenant_id = ${ctx.actor.tenantId} and title = ${title[0]}
    and create_time > now() - interval '1 hour' limit 1`
  return (await run(ctx.db, earlier)).length === 0
}

/** People who can mend a drawing, and those who administer its instances. */
const administratorsOf = async (ctx: Ctx): Promise<string[]> => {
  const [menders, followers] = await Promise.all(
    [['flow_deploy', 'flow_model_deploy'], ['flow_follow']].map((perms) => peopleWith(ctx, perms)),
  )
  return [...new Set([...idsOf(menders ?? []), ...idsOf(followers ?? [])])]
}

/** Lists an instance as one that cannot go on. */
export const listFault = (
  { db }: Ctx,
  id: string,
  { elementId, sentence }: { readonly elementId: string | null; readonly sentence: Text },
) =>
  run(
    db,
    sql`insert into flow_fault (instance_id, element_id, sentence)
      values (${id}, ${elementId}, ${JSON.stringify(sentence)}::jsonb)
      on conflict (instance_id) do update set element_id = excluded.element_id, sentence = excluded.sentence, time = now()`,
  )

/** Tells administrators that an instance cannot go on, or be started; each hour at most once. */
export const notifyAdministrators = async (
  ctx: Ctx,
  { id, state, definitionName }: Pick<InstanceRow, 'id' | 'state' | 'definitionName'>,
  text: Text,
): Promise<void> => {
  const isRunning = state !== null
  const title = fill(isRunning ? cannotGoOn : cannotStart, definitionName)
  if (!(await isNews(ctx, title))) return
  const link = isRunning ? `/flow/follow?processInstanceId=${id}` : '/flow/manager'
  const to = await administratorsOf(ctx)
  await notify(ctx, { to, kind: 'result', about: null, title, text, link, includesCaller: true })
}

/** Lists an instance as one that cannot go on, and tells administrators. The transaction of the step is rolled back, so neither is part of it. */
const recordFault = async (ctx: Ctx, instance: Faulty, fault: DefinitionFault): Promise<void> => {
  const outside: Ctx = { ...ctx, db: ctx.app.db }
  const sentence = sentenceOf(instance, fault)
  if (instance.state !== null) await listFault(outside, instance.id, { elementId: fault.elementId, sentence })
  await notifyAdministrators(outside, instance, sentence)
}

/**
 * What a person is told whose step fails because the definition of its instance is wrong: that nothing was sent, and whom to tell. The
 * instance is listed with its element, and administrators get a message. Other refusals stay as they are.
 */
export const reported = async (ctx: Ctx, instance: Faulty, fault: Fail): Promise<Fail> => {
  if (!(fault instanceof DefinitionFault)) return fault
  await recordFault(ctx, instance, fault).catch((error: unknown) =>
    ctx.app.log.warn({ err: error, instance: instance.id }, 'a faulty instance could not be listed'),
  )
  return new Fail(fill(instance.state === null ? notStarted : notDecided, sentenceOf(instance, fault)), 409)
}

/** Running instances that cannot go on, of those that the caller administers. */
export const countFaulty = async (ctx: Ctx): Promise<number> => {
  const isOwn = isAdministered(ctx, sql`i.business_table`, sql`i.business_id`, sql`i.start_user`)
  const [row] = await run<{ count: number }>(
    ctx.db,
    sql`select count(*)::int as count from flow_fault f join flow_instance i on i.id = f.instance_id
      where i.end_time is null and i.tenant_id = ${ctx.actor.tenantId} and ${isOwn}`,
  )
  return row?.count ?? 0
}
