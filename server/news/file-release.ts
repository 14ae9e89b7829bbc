import { fileRelease } from '#contract/news/file-release.ts'
import { type Handlers, tx } from '../engine/context.ts'
import { saveRow } from '../engine/crud.ts'
import {
  columnFaults,
  findRelease,
  needPublishIfLive,
  releaseHandlers,
  releaseTimePatch,
  throwIfFaulty,
} from './releases.ts'

export const fileReleaseHandlers: Handlers<'fileRelease'> = {
  ...releaseHandlers(fileRelease),
  save: (ctx, input) =>
    tx(ctx, async (inside) => {
      throwIfFaulty(await columnFaults(inside, 'file', input.type, null))
      return saveRow(inside, fileRelease, { ...input, id: undefined })
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      const row = await findRelease(inside, fileRelease, input.id ?? '0')
      needPublishIfLive(inside, fileRelease, row)
      throwIfFaulty(await columnFaults(inside, 'file', input.type, row.type))
      return saveRow(inside, fileRelease, { ...input, ...releaseTimePatch(row, input.releaseTime), id: row.id })
    }),
}
