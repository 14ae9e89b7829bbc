import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { wireTime } from '../../base/process/clock.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, tx } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'
import { type DeclarationRow, lockDeclaration, titleOf } from '../record/declaration-row.ts'
import { isParty } from '../record/editing.ts'
import { unnamedProject } from '../review/notify-transition.ts'
import { beginningOf, isFirstTime } from './first-time.ts'
import { handlersOf } from './office-people.ts'

const title: Text = ['请尽快办理“{0}”（{1}），上级已催办', 'Please handle “{0}” ({1}): the provincial desk reminds you']

/** Reminds whoever has to handle a declaration; the title names project and stage. */
export const sendReminder = async (ctx: Ctx, row: DeclarationRow, words: Text): Promise<void> =>
  notify(ctx, {
    to: await handlersOf(ctx, row),
    kind: 'reminder',
    about: { table: 'declaration', id: row.id },
    title: fill(words, row.projectName ?? unnamedProject, titleOf(row)),
    link: `/project/declaration/${row.id}`,
  })

/** Reminds those who have to handle a supervised declaration, at most once a day. Throws 409 for one that is not supervised. */
export const remindHandlers = (ctx: Ctx, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, id)
    if (!row.supervisedSince || isParty(inside, row))
      throw new Fail(['该申报未列入督办，不能催办', 'This declaration is not supervised'], 409)
    const now = new Date()
    const kind = `remind-${wireTime(now).slice(0, 10)}`
    if (!(await isFirstTime(inside, await beginningOf(inside, row), kind, now)))
      throw new Fail(['今日已催办过，请明日再试', 'It was reminded of today; please try again tomorrow'], 409)
    await sendReminder(inside, row, title)
    await writeAudit(inside, 'declaration', id, 'remind', null, null)
    return null
  })
