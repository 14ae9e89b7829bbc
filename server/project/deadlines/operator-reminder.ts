import { fill, type Text } from '#contract/kit/text.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'
import { calendar, workdaysUntil } from '../../system/reference/working-days.ts'
import { lockDeclaration } from '../record/declaration-row.ts'
import { audiences } from '../review/audiences.ts'
import { unnamedProject } from '../review/notify-transition.ts'
import { beginningOf, isFirstTime } from './first-time.ts'
import { type WorkOptions, workThrough } from './platform-work.ts'

/** Working days after which an operator that has not answered an invitation is reminded. */
const silentDays = 5

const toOperator: Text = [
  '“{0}”的填写邀请已等待 {1} 个工作日',
  'The invitation to fill in “{0}” has waited for {1} working days',
]
const toOwner: Text = [
  '运营商 {1} 个工作日内未填写“{0}”，已提醒',
  'The operator has not filled in “{0}” for {1} working days and was reminded',
]
const advice: Text = [
  '您可以直接联系运营商，也可以收回邀请后自行填写',
  'You can contact the operator, or withdraw the invitation and fill in the section yourself',
]

/** Reminds operators once of an invitation that they have not answered, and tells the enterprises so. */
export const remindOperators = (app: App, options: WorkOptions = {}) =>
  workThrough(
    app,
    {
      name: 'operator-reminder',
      of: sql`declare_status = 5`,
      act: async (ctx, id, now) => {
        const row = await lockDeclaration(ctx, id)
        if (row.declareStatus !== 5 || !row.stageSince) return null
        const days = workdaysUntil(row.stageSince, wireTime(now), await calendar(ctx))
        if (days < silentDays || !(await isFirstTime(ctx, await beginningOf(ctx, row), 'invitation', now))) return null
        const message = {
          kind: 'reminder',
          about: { table: 'declaration', id },
          link: `/addDeclare/project?id=${id}`,
        } as const
        const title = (text: Text) => fill(text, row.projectName ?? unnamedProject, days)
        await notify(ctx, { ...message, to: await audiences.invited(ctx, row), title: title(toOperator) })
        await notify(ctx, { ...message, to: await audiences.owner(ctx, row), title: title(toOwner), text: advice })
        return 'reminded'
      },
    },
    options,
  )
