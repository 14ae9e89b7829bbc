import { fill, type Text } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'
import { rereadDeclaration } from '../record/declaration-row.ts'
import { audiences } from '../review/audiences.ts'
import { unnamedProject } from '../review/notify-transition.ts'

const titles = {
  published: ['“{0}”已发布公示，公示期至 {1}', 'The public notice of “{0}” is published and runs until {1}'],
  withdrawn: ['“{0}”的公示已撤销，将重新公示', 'The public notice of “{0}” was withdrawn; there will be another one'],
} as const satisfies Record<string, Text>

interface News {
  readonly noticeUntil?: string
  readonly reason?: string
}

/** Tells the declarants of these declarations what became of their notice. */
export const notifyOwners = async (
  ctx: Ctx,
  ids: readonly string[],
  what: keyof typeof titles,
  { noticeUntil = '', reason = '' }: News,
): Promise<void> => {
  for (const id of ids) {
    const row = await rereadDeclaration(ctx, id)
    await notify(ctx, {
      to: await audiences.owner(ctx, row),
      kind: 'result',
      about: { table: 'declaration', id },
      title: fill(titles[what], row.projectName ?? unnamedProject, noticeUntil.slice(0, 16)),
      text: [reason, reason],
      link: `/projectDetails/${id}`,
    })
  }
}
