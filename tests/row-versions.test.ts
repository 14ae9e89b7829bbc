import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { snake } from '#contract/kit/text.ts'
import { readSourceFile, sourcePaths } from '../tools/source-files.ts'

/**
 * The time of the last change is the version of a row (docs/decisions/0127): an update that leaves it as it was lets a form of
 * somebody else overwrite that update unseen.
 */
const editable = (Object.values(entities) as AnyEntity[])
  .filter(({ isView, calls }) => !isView && ['submit', 'save', 'update', 'correct'].some((verb) => verb in calls))
  .map(({ name }) => name)

/** Updates that no reader of the row may notice, or that belong to another change in the same transaction: place and column. */
const exempt = [
  'server/project/review/transitions.ts experts',
  'server/project/review/transitions.ts updateUser',
  'server/project/review/declaration-business.ts task_user',
  'server/project/review/replay-reviews.ts process_definition_id',
  'server/storage/save-upload.ts link',
  'server/system/people/update-info.ts isDeleted',
  'server/system/people/dept.ts ancestors',
  'server/backup/restore-platform.ts storage_id',
  'server/job/local-jobs.ts nextAt',
  'server/job/remote-jobs.ts jobId',
  'server/job/sync/sync-server.ts sync_state',
  'server/job/run/planner.ts plan',
  'server/job/run/processor-run.ts last_at',
  'server/job/run/repeat-run.ts last_at',
  // of files that nobody edits
  'server/storage/proof-upload.ts createUser',
  'server/storage/unused-attachments.ts owner_notified_at',
  'server/storage/unused-attachments.ts unused_since',
  'server/storage/unused-attachments.ts unused_since',
]

interface Update {
  readonly table: string
  readonly set: string
}

/** Updates that are written by hand, in SQL and with the query builder. */
const updatesIn = (text: string): Update[] => [
  ...[
    ...text.matchAll(/update "?([a-z_]+)"?(?: [a-z])?\s+set\s([\s\S]{0,500}?)(?:\bwhere\b|\bfrom\b|\breturning\b)/g),
  ].map(([, table = '', set = '']) => ({ table, set })),
  ...[...text.matchAll(/updateTable\('?(\w+)'?\)\s*\.set\(([\s\S]{0,300}?)\)\s*\.(?:where|returning)/g)].map(
    ([, table = '', set = '']) => ({ table: snake(table), set: set.replace('{ ', '') }),
  ),
]

const files = sourcePaths('server').filter((path) => !/\.test\.ts$|^server\/seed\//.test(path))
const tables = new Set([...editable.map(snake), 'table'])

test('an update that is written by hand changes the version of its row', () => {
  const found = files.map(readSourceFile).flatMap(({ path, text }) =>
    updatesIn(text)
      .filter(({ table }) => tables.has(table))
      .map(({ set }) => ({ set, place: `${path} ${/\w+/.exec(set)?.[0]}` })),
  )
  expect(found.length).toBeGreaterThan(15)
  const silent = found.filter(({ set }) => !/update_time|updateTime/.test(set)).map(({ place }) => place)
  expect(silent.sort()).toEqual([...exempt].sort())
})
