import { fill, type Text } from '#contract/kit/text.ts'
import { publicNotice } from '#contract/project/public-notice.ts'
import type { Ctx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { type About, notify } from '../../inbox/notify.ts'
import { idsOf, peopleWith } from '../../inbox/people-who.ts'

export const about = (id: string): About => ({ table: 'public_notice', id })

const tasks = {
  drafted: ['“{0}”待核对并发布', 'Check and publish “{0}”'],
  requested: ['“{0}”已申请撤销，待办理', 'The withdrawal of “{0}” is requested'],
} as const satisfies Record<string, Text>

/** Asks another person than the caller to publish a notice, or to agree to its withdrawal. */
export const notifySecond = async (ctx: Ctx, id: string, what: keyof typeof tasks): Promise<void> => {
  const { title } = await findRow(ctx, publicNotice, id)
  await notify(ctx, {
    to: idsOf(await peopleWith(ctx, ['public_notice_publish'])),
    kind: 'todo',
    about: about(id),
    title: fill(tasks[what], title ?? ''),
    link: `/project/public-notice/${id}`,
  })
}
