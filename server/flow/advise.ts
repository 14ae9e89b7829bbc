import { fill } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type UserCtx } from '../engine/context.ts'
import { doneAbout } from '../inbox/notify.ts'
import { adviserRefusal, noLongerAdviser } from './advisers.ts'
import { assertConsultable, informOfConsultation } from './consult.ts'
import { type ConsultationRow, lockConsultation } from './consultation-row.ts'
import { ownName } from './deputy-notice.ts'
import { addComment, type TaskRow } from './tasks.ts'

const endConsultation = ({ db }: Ctx, id: string, state: 'answered' | 'withdrawn', advice: string | null) =>
  run(db, sql`update consultation set state = ${state}, advice = ${advice}, end_time = now() where id = ${id}`)

/** The advice of the caller, who was consulted. Who has the task and who consulted them are told. */
export const advise = (ctx: UserCtx, id: string, advice: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const isConsulted = ({ userId }: ConsultationRow) => userId === inside.actor.id
    const { row, task, instance } = await lockConsultation(inside, id, isConsulted)
    await assertConsultable(inside, task, instance)
    if (await adviserRefusal(inside, task.id)) throw noLongerAdviser()
    await endConsultation(inside, id, 'answered', advice)
    await addComment(inside, instance.id, task.id, 'advise', advice)
    await doneAbout(inside, { table: 'consultation', id })
    const to = [...new Set([row.consultedBy, ...(task.assignee ? [task.assignee] : [])])]
    const by = fill(['由{0}提出，见审核页', 'By {0}; see the page of the review'], await ownName(inside))
    await informOfConsultation(inside, { id, task, instance }, 'advised', to, by)
    const after = { task: task.name, advice }
    await writeAudit(inside, 'workTodo', task.id, 'advise', null, after, { title: instance.subject })
  })

/** Ends a consultation before it was answered: by who consulted, or by who has the task now. */
export const withdrawConsultation = (ctx: UserCtx, id: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const me = inside.actor.id
    const isOwn = ({ consultedBy }: ConsultationRow, { assignee, isOpen }: TaskRow) =>
      consultedBy === me || (isOpen && assignee === me)
    const { row, task, instance } = await lockConsultation(inside, id, isOwn)
    await endConsultation(inside, id, 'withdrawn', null)
    await addComment(inside, instance.id, task.id, 'recall', '', row.userId)
    await doneAbout(inside, { table: 'consultation', id })
    const after = { task: task.name, of: row.userId }
    await writeAudit(inside, 'workTodo', task.id, 'withdrawConsultation', null, after, { title: instance.subject })
  })
