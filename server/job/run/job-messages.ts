import type { JobKind } from '#contract/job/background-job.ts'
import { fileRetentionDays, reportRetentionDays } from '#contract/job/exporting.ts'
import { fill, kebab, type Text } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'

/** What a message says about a job, and to whom. */
export interface EndedJob {
  readonly id: string
  readonly kind: string
  readonly resource: string
  readonly userId: string
  readonly input: unknown
}

type Ending = 'done' | 'failed'

const titles: Readonly<Record<JobKind, Readonly<Record<Ending, Text>> | null>> = {
  export: {
    done: ['“{0}”导出完成', 'Export finished: {0}'],
    failed: ['“{0}”导出未完成', 'Export failed: {0}'],
  },
  // whoever started it decides in its dialog
  importCheck: null,
  import: {
    done: ['“{0}”导入完成', 'Import finished: {0}'],
    failed: ['“{0}”导入未完成', 'Import failed: {0}'],
  },
  report: {
    done: ['报表“{0}”已生成', 'Report finished: {0}'],
    failed: ['报表“{0}”未生成', 'Report failed: {0}'],
  },
  rows: {
    done: ['“{0}”批量办理完成', 'Handled many: {0}'],
    failed: ['“{0}”批量办理未完成', 'Handling many has stopped: {0}'],
  },
}

/** How long the file of a job is kept, of those that make one. */
const retentionDays: Readonly<Partial<Record<JobKind, number>>> = {
  export: fileRetentionDays,
  report: reportRetentionDays,
  rows: fileRetentionDays,
}
const retention: Text = ['{0}。文件保留 {1} 天。', '{0}. The file is kept for {1} days.']

/** Tells the owner of an export or an import how it has ended, in the transaction that ends it. The link opens it in the tray. */
export const notifyOwner = async (
  ctx: Ctx,
  { id, kind, resource, userId, input }: EndedJob,
  ending: Ending,
  message: Text,
): Promise<void> => {
  const title = titles[kind as JobKind]?.[ending]
  const entity = ctx.app.entities[resource]
  if (!title || !entity) return
  // a report has a name, and an address of its own
  const own = kind === 'report' ? (input as { readonly title: Text; readonly link: string }) : null
  const days = retentionDays[kind as JobKind]
  await notify(ctx, {
    to: [userId],
    kind: 'result',
    about: { table: 'backgroundJob', id },
    title: fill(title, own?.title ?? entity.label),
    text: days && ending === 'done' ? fill(retention, message, days) : message,
    link: own ? fill([own.link, ''], id)[0] : `/${entity.area}/${kebab(entity.name)}?job=${id}`,
    includesCaller: true,
  })
}
