import { jobServer } from '#contract/job/job-server.ts'
import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { answerWith, type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../engine/crud.ts'
import { endpointFault } from '../storage/endpoint.ts'
import { connectTo, serverNameIn } from './sync/at-job-server.ts'
import { syncedText, syncServer } from './sync/sync-server.ts'

type Input = Parameters<NonNullable<Handlers<'jobServer'>['submit']>>[1]

const shippedText: Text = [
  '平台自带的任务应用只能修改名称、英文名称和备注',
  'Of the shipped job server, only the names and the remark can be changed',
]

/** The shipped job server is this platform; the others have addresses that it may call. */
const faultsOf = async (ctx: Ctx, input: Input): Promise<Fault[]> => {
  const stored = input.id ? await findRow(ctx, jobServer, input.id) : null
  if (stored?.isShipped) {
    const fixed = { jobServerUrl: stored.jobServerUrl, jobAppName: stored.jobAppName, jobAppPassword: null }
    return (['jobServerUrl', 'jobAppName', 'jobAppPassword'] as const)
      .filter((at) => input[at] !== undefined && input[at] !== fixed[at])
      .map((at) => ({ at, text: shippedText }))
  }
  const text = input.jobServerUrl ? (rules.url(input.jobServerUrl) ?? endpointFault(ctx, input.jobServerUrl)) : null
  return text ? [{ at: 'jobServerUrl', text }] : []
}

/** Whether a job server has jobs but takes no calls any more: then neither could be removed without the other. */
const isSilent = async (ctx: Ctx, id: string): Promise<boolean> => {
  const server = await findRow(ctx, jobServer, id)
  const jobs = ctx.db.selectFrom('jobInfo').select('id').where('jobServerId', '=', id).where('isDeleted', '=', 0)
  if (!(await jobs.limit(1).executeTakeFirst())) return false
  try {
    await connectTo(ctx, server)
    return false
  } catch (error) {
    if (error instanceof Fail) return true
    throw error
  }
}

/** Job servers: this platform, and schedulers at other addresses. */
export const jobServerHandlers: Handlers<'jobServer'> = {
  submit: async (ctx, input) => {
    requirePermission(ctx, `jobserver_${input.id ? 'edit' : 'add'}`)
    const faults = await faultsOf(ctx, input)
    if (faults.length) throw faulty(faults)
    return input.id ? updateRow(ctx, jobServer, input.id, input) : insertRow(ctx, jobServer, input)
  },
  remove: async (ctx, { ids }) => {
    const shipped = await ctx.db.selectFrom('jobServer').select('id').where('isShipped', '=', 1).execute()
    if (shipped.some(({ id }) => split(ids).includes(id)))
      throw new Fail(['平台自带的任务应用不能删除', 'The job server that the platform ships cannot be deleted'])
    const isUseAllowed = new Map<string, boolean>()
    for (const id of split(ids)) isUseAllowed.set(id, await isSilent(ctx, id))
    return tx(ctx, async (inside) => {
      for (const [id, isAllowed] of isUseAllowed)
        await removeRows(inside, jobServer, [id], isAllowed ? 'allowed' : undefined)
      return null
    })
  },
  sync: async (ctx, { id, localWins }) => {
    const done = await syncServer(ctx, await findRow(ctx, jobServer, id), localWins === 1)
    answerWith(ctx, syncedText([done]))
    return done
  },
  select: async (ctx) =>
    (await rowsOf(ctx, jobServer)).map((server) => ({
      id: server.id,
      jobServerUrl: server.jobServerUrl,
      jobAppName: `${server.jobAppName}: [${serverNameIn(server, ctx.lang)} - ${server.jobServerUrl}]`,
    })),
}
