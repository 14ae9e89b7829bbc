import type { Text } from '#contract/kit/text.ts'
import { missingYearsText } from '#contract/system/calendar.ts'
import { wireTime } from '../../base/process/clock.ts'
import { type App, type Ctx, tx } from '../../engine/context.ts'
import { platformTenant } from '../../engine/scope.ts'
import { visitor } from '../../engine/session.ts'
import { notify } from '../../inbox/notify.ts'
import { idsOf, peopleWith } from '../../inbox/people-who.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { calendar, missingYears } from './working-days.ts'

const advice: Text = [
  '请在系统字典“法定节假日”中导入该年度的放假安排，办理时限按工作日计算',
  'Import the official days of that year into the dictionary of public holidays: time limits count working days',
]

const platformCtx = async (app: App): Promise<Ctx> => ({
  ...(await systemCtx(app, 'calendar-check')),
  actor: { ...visitor, tenantId: platformTenant },
})

/** Tells those who keep the dictionaries which years have no calendar; the text of it, or null if none is missing. */
export const checkCalendar = async (app: App, now = new Date()): Promise<Text | null> => {
  const ctx = await platformCtx(app)
  const title = missingYearsText(missingYears(await calendar(ctx), wireTime(now)))
  if (!title) return null
  await tx(ctx, async (inside) =>
    notify(inside, {
      to: idsOf(await peopleWith(inside, ['dict_edit'])),
      kind: 'system',
      about: null,
      title,
      text: advice,
      link: '/system/dict?code=holiday',
    }),
  )
  return title
}
